import { createFinder } from '../scan/finder.ts';
import { foldLetters } from '../scan/fold-letters.ts';
import { stripTags } from '../scan/strip-tags.ts';
import { firstFree } from './first-free.ts';
/** The most bytes a slug may have. */
export const longestSlug = 200;
/**
 * Makes a slug from a name or a requested slug: ASCII letters, digits, `_` and `-`, everything else percent-encoded
 * in lower case. Empty when the text has nothing usable. The text is cut to the maximum length before references
 * and punctuation are removed, so they count towards it.
 */
export function slugify(raw, options) {
  return slugOfText(stripTags(raw), options);
}
/** The same from a title, where every quote and backslash counts as two characters. */
export function slugifyTitle(raw, options) {
  return slugOfText(stripTags(raw).replace(/["'\\]/g, '\\$&'), options);
}
function slugOfText(text, { slash }) {
  const spelt = encode(lowerCase(foldLetters(text.replace(loosePercent, ''))));
  return trimDashes(
    withoutReferences(shorten(spelt, longestSlug).replace(dashReferences, '-'))
      .replace(slash === 'dash' ? dashesAndSlash : dashes, '-')
      .replace(dropped, '')
      .replace(/-{2,}/g, '-'),
  );
}
/** The nth candidate for a free slug: n = 1 is the slug itself, then `-2`, `-3`, …; shortened so that it fits. */
export function slugCandidate(base, n) {
  if (n < 2) return base;
  const suffix = `-${n}`;
  return trimDashes(shorten(base, longestSlug - suffix.length)) + suffix;
}
/** The slug itself where it is free, else the slug with the first free number. */
export async function freeSlug(slug, isFree) {
  return (await isFree(slug)) ? slug : numberedSlug(slug, isFree);
}
/** The slug with the first free number, for a slug that is known to be taken. */
export async function numberedSlug(slug, isFree) {
  return slugCandidate(slug, await firstFree(2, (n) => isFree(slugCandidate(slug, n))));
}
/** True for words with a meaning of their own in the site's URLs, which no item may have as its slug. */
export const isReservedSlug = (slug) => slug === 'feed' || slug === 'embed';
/** Lower-cases without the special form of a sigma at the end of a word. */
const lowerCase = (text) => text.replaceAll('Σ', 'σ').toLowerCase();
/** Everything from a `&` to the next `;` on the line counts as a reference. */
function withoutReferences(text) {
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
/** A percent sign that does not begin a percent code. */
const loosePercent = /%(?![0-9a-f]{2})/gi;
/** The references that stand for a dash or a space. */
const dashReferences = /&(?:[mn]dash|nbsp|#8212|#8211|#160);/g;
/** What becomes a dash: SP, `.` and, percent-encoded, the no-break space and the typographic dashes. */
const dashes = / |\.|%c2%a0|%e2%80%9[34]/g;
const dashesAndSlash = new RegExp(`${dashes.source}|/`, 'g');
/**
 * Removed characters, percent-encoded: ¡£©«®°´»¿, standalone accents, typographic quotes, …‹›™. And of ASCII all
 * but letters, digits, `_`, `-` and percent codes.
 */
const dropped =
  /%c2%(?:a[139be]|b[04bf])|%cc%8[014c]|%cd%81|%e2%80%(?:9[89a-f]|a6|b[9a])|%e2%84%a2|[\0-\x1f!-$&-,/:-@[-^`{-\x7f]/g;
/** Percent-encodes what is not ASCII; a lone surrogate becomes the replacement character first. */
function encode(text) {
  if (!/[^\0-\x7f]/.test(text)) return text;
  return text.toWellFormed().replace(/[^\0-\x7f]+/g, (run) => encodeURIComponent(run).toLowerCase());
}
/** Cuts to a number of bytes, never inside an encoded character. */
function shorten(slug, most) {
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
const isContinuation = (slug, at) => /^[89ab]$/.test(slug[at + 1] ?? '');
function trimDashes(slug) {
  let start = 0;
  let end = slug.length;
  while (slug[start] === '-') start++;
  while (end > start && slug[end - 1] === '-') end--;
  return slug.slice(start, end);
}
/** A slug for display, percent-decoded. */
export function readableSlug(slug) {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
