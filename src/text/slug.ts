import { stripTags } from './plain-text.ts';
import { createFinder } from './scan.ts';
import type { SlugOptions } from './text-rules.ts';

export type { SlugOptions };

/** The most bytes a slug may have. */
export const longestSlug = 200;

/**
 * Makes a slug from a name or a requested slug: ASCII letters, digits, `_` and `-`, everything else percent-encoded
 * in lower case. Empty when the text has nothing usable. The text is cut to the maximum length before references
 * and punctuation are removed, so they count towards it.
 */
export function slugify(raw: string, options: SlugOptions): string {
  return slugOfText(stripTags(raw), options);
}

/** The same from a title, where every quote and backslash counts as two characters. */
export function slugifyTitle(raw: string, options: SlugOptions): string {
  return slugOfText(stripTags(raw).replace(/["'\\]/g, '\\$&'), options);
}

function slugOfText(text: string, { slash, plainBlanks = false }: SlugOptions): string {
  const spelt = encode(lowerCase(foldLetters(text.replace(loosePercent, ''))));
  return trimDashes(
    withoutBlanks(withoutReferences(shorten(spelt, longestSlug).replace(dashReferences, '-')), plainBlanks)
      .replace(slash === 'dash' ? dashesAndSlash : dashes, '-')
      .replace(dropped, '')
      .replace(/-{2,}/g, '-'),
  );
}

/** Percent-encoded: U+2000 to U+200A, the separators of lines and paragraphs, and the narrow no-break space. */
const wideBlanks = /%e2%80%(?:8[0-9a]|a[89f])/g;
/** Percent-encoded: characters without a width, marks of direction, bullets, the byte order mark and the object replacement. */
const unseen = /%e2%80%(?:8[b-f]|a[2a-e])|%ef%bb%bf|%ef%bf%bc/g;

const withoutBlanks = (slug: string, isWanted: boolean): string =>
  isWanted ? slug.replace(wideBlanks, '-').replace(unseen, '') : slug;

/** The nth candidate for a free slug: n = 1 is the slug itself, then `-2`, `-3`, …; shortened so that it fits. */
export function slugCandidate(base: string, n: number): string {
  if (n < 2) return base;
  const suffix = `-${n}`;
  return trimDashes(shorten(base, longestSlug - suffix.length)) + suffix;
}

/** The slug itself where it is free, else the slug with the first free number. */
export async function freeSlug(slug: string, isFree: (candidate: string) => Promise<boolean>): Promise<string> {
  return (await isFree(slug)) ? slug : numberedSlug(slug, isFree);
}

/** The slug with the first free number, for a slug that is known to be taken. */
export async function numberedSlug(slug: string, isFree: (candidate: string) => Promise<boolean>): Promise<string> {
  return slugCandidate(slug, await firstFree(2, (n) => isFree(slugCandidate(slug, n))));
}

/** True for words with a meaning of their own in the site's URLs, which no item may have as its slug. */
export const isReservedSlug = (slug: string): boolean => slug === 'feed' || slug === 'embed';

/** Lower-cases without the special form of a sigma at the end of a word. */
const lowerCase = (text: string): string => text.replaceAll('Σ', 'σ').toLowerCase();

/** Everything from a `&` to the next `;` on the line counts as a reference. */
function withoutReferences(text: string): string {
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

/** A slug for display, percent-decoded. */
export function readableSlug(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

const triedOneByOne = 12;

/**
 * The first free number at or after `start`. The first dozen are tried one by one; after that a doubling step and a
 * bisection find the end of the taken numbers, assuming there are no gaps. So where a thousand rows share a name, the
 * next one costs about twenty queries and not a thousand.
 */
export async function firstFree(start: number, isFree: (n: number) => Promise<boolean>): Promise<number> {
  let taken = start + triedOneByOne - 1;
  for (let n = start; n <= taken; n++) if (await isFree(n)) return n;
  let stride = triedOneByOne;
  while (!(await isFree(taken + stride))) {
    taken += stride;
    stride *= 2;
  }
  let free = taken + stride;
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (await isFree(middle)) free = middle;
    else taken = middle;
  }
  return free;
}

/**
 * Replaces accented Latin letters by ASCII letters: Latin-1, Latin Extended-A, the Vietnamese letters, and the few
 * others listed. Letters of other scripts and standalone accents are left unchanged.
 */
export function foldLetters(text: string): string {
  return /[^\0-\x7f]/.test(text) ? text.replace(folded, foldOne) : text;
}

/** Letters without a Unicode decomposition to ASCII, and symbols that are written as letters. */
const special: Readonly<Record<string, string>> = {
  ª: 'a',
  º: 'o',
  Æ: 'AE',
  æ: 'ae',
  Ð: 'D',
  ð: 'd',
  Ø: 'O',
  ø: 'o',
  Þ: 'TH',
  þ: 'th',
  ß: 's',
  '×': 'x',
  Đ: 'D',
  đ: 'd',
  Ħ: 'H',
  ħ: 'h',
  ı: 'i',
  Ĳ: 'IJ',
  ĳ: 'ij',
  ĸ: 'k',
  Ŀ: 'L',
  ŀ: 'l',
  Ł: 'L',
  ł: 'l',
  ŉ: 'n',
  Ŋ: 'N',
  ŋ: 'n',
  Œ: 'OE',
  œ: 'oe',
  Ŧ: 'T',
  ŧ: 't',
  ſ: 's',
  ɑ: 'a',
  '€': 'e',
};

const folded =
  /[\u00aa\u00ba\u00c0-\u00d6\u00d7\u00d8-\u00f6\u00f8-\u017f\u01a0\u01a1\u01af\u01b0\u01cd-\u01dc\u0218-\u021b\u0251\u1ea0-\u1ef9\u20ac]/g;

const foldOne = (letter: string): string => special[letter] ?? letter.normalize('NFD')[0]!;
