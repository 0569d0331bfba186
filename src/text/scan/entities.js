import { isDigit, isLetter } from './characters.ts';
import { entityNames } from './entity-names.ts';
/**
 * Makes every `&` the start of a valid reference: known names stay, numbers are checked and normalised
 * (`&#38;` → `&#038;`), all else becomes `&amp;`. `&#0;` and `&#x0;` are removed. `&amp;#38;` counts as `&#38;` unless it
 * would be one that is removed later.
 */
export function normaliseEntities(text) {
  return replaceAmpersands(text, (at) => {
    const numeric = readNumeric(text, at + 1);
    if (numeric) return numeric;
    const name = readName(text, at + 1);
    if (name === undefined || !entityNames.has(name)) return { text: '&amp;', end: at + 1 };
    const end = at + name.length + 2;
    const doubled = name === 'amp' ? readNumeric(text, end) : undefined;
    return doubled && !doubled.zero && !unassigned.has(doubled.text) ? doubled : { text: `&${name};`, end };
  });
}
/** Writes `&#038;` for every `&` that does not look like the start of a reference: the last step of typography. */
export function escapeAmpersands(text) {
  let out = '';
  let copied = 0;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    if (referenceEnd(text, at) !== -1) continue;
    out += `${text.slice(copied, at)}&#038;`;
    copied = at + 1;
  }
  return copied === 0 ? text : out + text.slice(copied);
}
/** Escapes references of one letter or digit (`&a;`), which no list of entities knows. */
export function escapeOneLetterReferences(text) {
  return replaceAmpersands(text, (at) =>
    isShortNameCode(text.charCodeAt(at + 1)) && text.charCodeAt(at + 2) === 59
      ? { text: '&#038;', end: at + 1 }
      : undefined,
  );
}
/** Rewrites references 128–159 to what Windows-1252 means by those bytes; the five unassigned ones are removed. */
export function rewriteWindowsReferences(text) {
  const assigned = removeUnassigned(text);
  return replaceAmpersands(assigned, (at) => {
    if (assigned.charCodeAt(at + 1) !== 35 || assigned.charCodeAt(at + 5) !== 59) return undefined;
    const code = windows1252[assigned.slice(at + 2, at + 5)];
    return code === undefined ? undefined : { text: `&#${code};`, end: at + 6 };
  });
}
/** Removing one may form another, so each step also checks the end of the output. */
function removeUnassigned(text) {
  if (!/&#1(?:29|41|43|44|57);/.test(text)) return text;
  const output = [];
  for (const character of text) {
    output.push(character);
    if (character === ';' && unassigned.has(output.slice(-6).join(''))) output.length -= 6;
  }
  return output.join('');
}
/** Escapes `< > " '` and every `&` that does not begin a valid reference, so that the text is safe anywhere in HTML. */
export function escapeKeepingReferences(text) {
  const normal = normaliseEntities(text);
  return /[<>"']/.test(normal) ? normal.replace(/[<>"']/g, (character) => htmlEscapes[character]) : normal;
}
/** The end of the reference at a `&`, by syntax only: a number, or 1–8 letters and digits 1–4; else -1. */
function referenceEnd(text, at) {
  let i = at + 1;
  if (text.charCodeAt(i) === 35) {
    const hex = (text.charCodeAt(i + 1) | 32) === 120;
    const start = hex ? i + 2 : i + 1;
    i = start;
    while (hex ? isHexDigit(text.charCodeAt(i)) : isDigit(text.charCodeAt(i))) i++;
    return i > start && text.charCodeAt(i) === 59 ? i + 1 : -1;
  }
  while (i - at <= 8 && isShortNameCode(text.charCodeAt(i))) i++;
  return i > at + 1 && text.charCodeAt(i) === 59 ? i + 1 : -1;
}
function replaceAmpersands(text, replace) {
  let at = text.indexOf('&');
  if (at === -1) return text;
  let out = '';
  let copied = 0;
  while (at !== -1) {
    const replacement = replace(at);
    if (replacement) {
      out += text.slice(copied, at) + replacement.text;
      copied = replacement.end;
    }
    at = text.indexOf('&', replacement ? replacement.end : at + 1);
  }
  return copied === 0 ? text : out + text.slice(copied);
}
/** Parses `#…;` and normalises it; undefined when it is not a numeric reference or names no valid character. */
function readNumeric(text, from) {
  if (text.charCodeAt(from) !== 35) return undefined;
  const hex = (text.charCodeAt(from + 1) | 32) === 120;
  let start = from + (hex ? 2 : 1);
  const first = start;
  while (text.charCodeAt(start) === 48) start++;
  let end = start;
  while (hex ? isHexDigit(text.charCodeAt(end)) : isDigit(text.charCodeAt(end))) end++;
  if (end === first || text.charCodeAt(end) !== 59) return undefined;
  const digits = text.slice(start, end);
  if (digits === '') return end === first + 1 ? { text: '', end: end + 1, zero: true } : undefined;
  if (digits.length > 7 || !isCharacter(Number.parseInt(digits, hex ? 16 : 10))) return undefined;
  return { text: hex ? `&#x${digits};` : `&#${digits.padStart(3, '0')};`, end: end + 1, zero: false };
}
function readName(text, from) {
  let end = from;
  while (end - from < 9 && (isLetter(text.charCodeAt(end)) || isDigit(text.charCodeAt(end)))) end++;
  return end > from && text.charCodeAt(end) === 59 ? text.slice(from, end) : undefined;
}
const isHexDigit = (code) => isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 102);
const isShortNameCode = (code) => isLetter(code) || (code >= 49 && code <= 52);
const isCharacter = (code) =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 32 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff);
const htmlEscapes = { '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' };
/** Indexed by the three digits; the unassigned bytes are not in it. */
const windows1252 = {
  128: 8364,
  130: 8218,
  131: 402,
  132: 8222,
  133: 8230,
  134: 8224,
  135: 8225,
  136: 710,
  137: 8240,
  138: 352,
  139: 8249,
  140: 338,
  142: 381,
  145: 8216,
  146: 8217,
  147: 8220,
  148: 8221,
  149: 8226,
  150: 8211,
  151: 8212,
  152: 732,
  153: 8482,
  154: 353,
  155: 8250,
  156: 339,
  158: 382,
  159: 376,
};
const unassigned = new Set([129, 141, 143, 144, 157].map((code) => `&#${code};`));
