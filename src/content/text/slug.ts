import { createFinder } from './scan/finder.ts';
import { foldLetters } from './scan/fold-letters.ts';
import { stripTags } from './scan/strip-tags.ts';

/** Where the two variants of the interface differ. */
export interface SlugOptions {
  /** What a `/` becomes: a dash, or nothing. */
  readonly slash: 'dash' | 'drop';
}

/** The most bytes a slug may have. */
export const longestSlug = 200;

/**
 * Makes the part of an address from a title or a wish: ASCII letters, digits, `_` and `-`, everything else percent-encoded
 * in lower case. Empty when nothing usable is in the text.
 */
export function slugify(raw: string, options: SlugOptions): string {
  const spelt = lowerCase(foldLetters(withoutEntities(stripTags(raw))))
    .replace(options.slash === 'dash' ? /[.\u00a0\u2013\u2014/]/g : /[.\u00a0\u2013\u2014]/g, '-')
    .replace(dropped, '')
    .replace(/ /g, '-');
  return trimDashes(shorten(encode(spelt).replace(/-{2,}/g, '-').replace(/^-/, ''), longestSlug));
}

/** The nth try at a slug that is not taken: n = 1 is the slug itself, then `-2`, `-3`, …; shortened so that it fits. */
export function slugCandidate(base: string, n: number): string {
  if (n < 2) return base;
  const suffix = `-${n}`;
  return trimDashes(shorten(base, longestSlug - suffix.length)) + suffix;
}

/** Words that mean something in an address of the site, so that no item may be called by them. */
export const isReservedSlug = (slug: string): boolean => slug === 'feed' || slug === 'embed';

/** Letter by letter, so that a sigma at the end of a word is written like any other. */
const lowerCase = (text: string): string => text.replaceAll('Σ', 'σ').toLowerCase();

/** Everything from a `&` to the next `;` on the line counts as a reference. */
function withoutEntities(text: string): string {
  const nextEnd = createFinder(text, ';');
  const nextFeed = createFinder(text, '\n');
  let out = '';
  let copied = 0;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', Math.max(at + 1, copied))) {
    const end = nextEnd(at + 2);
    const feed = nextFeed(at);
    if (end === -1 || (feed !== -1 && feed < end)) continue;
    out += text.slice(copied, at);
    copied = end + 1;
  }
  return out + text.slice(copied);
}

/** Marks that vanish, and of ASCII all but letters, digits, `_`, `-`, SP and whole percent codes. */
const dropped =
  /[\u00a1\u00a3\u00a9\u00ab\u00ae\u00b0\u00b4\u00bb\u00bf]|[\u0300\u0301\u0304\u030c\u0341]|[\u2018-\u201f\u2026\u2039\u203a\u2122]|%(?![0-9a-f]{2})|[\0-\x1f!-$&-,/:-@[-^`{-\x7f]/g;

/** Percent-encodes what is not ASCII; a lone surrogate becomes the replacement character first. */
function encode(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  return text.toWellFormed().replace(/[^\0-\x7f]+/g, (run) => encodeURIComponent(run).toLowerCase());
}

/** Cuts to a number of bytes, never inside an encoded character. */
function shorten(slug: string, most: number): string {
  if (slug.length <= most) return slug;
  let end = most;
  // Step back over a percent code that the cut would split, and over the rest of its character.
  if (slug[end - 1] === '%') end -= 1;
  else if (slug[end - 2] === '%') end -= 2;
  if (slug[end] === '%' && isContinuation(slug, end)) {
    while (end >= 3 && slug[end - 3] === '%' && isContinuation(slug, end - 3)) end -= 3;
    if (end >= 3 && slug[end - 3] === '%') end -= 3;
  }
  return slug.slice(0, end);
}

const isContinuation = (slug: string, at: number): boolean => /^[89ab]$/.test(slug[at + 1] ?? '');

function trimDashes(slug: string): string {
  let start = 0;
  let end = slug.length;
  while (slug[start] === '-') start++;
  while (end > start && slug[end - 1] === '-') end--;
  return slug.slice(start, end);
}
