import { isDigit, isLetter } from './scan.ts';

/**
 * Makes every `&` the start of a valid reference: known names stay, numbers are checked and normalised
 * (`&#38;` → `&#038;`), all else becomes `&amp;`. `&#0;` and `&#x0;` are removed. `&amp;#38;` counts as `&#38;` unless it
 * would be one that is removed later. With `text`, `&#0;` becomes text.
 */
export function normaliseEntities(text: string, zero: 'drop' | 'text' = 'drop'): string {
  return replaceAmpersands(text, (at) => {
    const numeric = readNumeric(text, at + 1);
    if (numeric && !(numeric.zero && zero === 'text')) return numeric;
    const name = readName(text, at + 1);
    if (name === undefined || !entityNames.has(name)) return { text: '&amp;', end: at + 1 };
    const end = at + name.length + 2;
    const doubled = name === 'amp' ? readNumeric(text, end) : undefined;
    return doubled && !doubled.zero && !unassigned.has(doubled.text) ? doubled : { text: `&${name};`, end };
  });
}

/** Writes `&#038;` for every `&` that does not look like the start of a reference: the last step of typography. */
export function escapeAmpersands(text: string): string {
  let out = '';
  let copied = 0;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    if (referenceEnd(text, at) !== -1) continue;
    out += `${text.slice(copied, at)}&#038;`;
    copied = at + 1;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

/**
 * Escapes what typography leaves: the loose ampersands of comments and code elements, and references of one letter or
 * digit (`&a;`), which no list of entities knows. The character after an escaped `&` is passed over, so that the second
 * of `&&` stays. Clients compare rendered text, so this is exact.
 */
export function escapeRemainingAmpersands(text: string): string {
  return replaceAmpersands(text, (at) => {
    const next = text.charCodeAt(at + 1);
    if (Number.isNaN(next) || next === 35 || (next < 128 && nameEnd(text, at + 2) !== -1)) return undefined;
    return { text: `&#038;${text[at + 1]}`, end: at + 2 };
  });
}

/** Rewrites references 128–159 to what Windows-1252 means by those bytes; the five unassigned ones are removed. */
export function rewriteWindowsReferences(text: string): string {
  const assigned = removeUnassigned(text);
  return replaceAmpersands(assigned, (at) => {
    if (assigned.charCodeAt(at + 1) !== 35 || assigned.charCodeAt(at + 5) !== 59) return undefined;
    const code = windows1252[assigned.slice(at + 2, at + 5)];
    return code === undefined ? undefined : { text: `&#${code};`, end: at + 6 };
  });
}

/** Removing one may form another, so each step also checks the end of the output. */
function removeUnassigned(text: string): string {
  if (!/&#1(?:29|41|43|44|57);/.test(text)) return text;
  const output: string[] = [];
  for (const character of text) {
    output.push(character);
    if (character === ';' && unassigned.has(output.slice(-6).join(''))) output.length -= 6;
  }
  return output.join('');
}

/** Escapes `< > " '` and every `&` that does not begin a valid reference, so that the text is safe anywhere in HTML. */
export function escapeKeepingReferences(text: string): string {
  const normal = normaliseEntities(text);
  return /[<>"']/.test(normal) ? normal.replace(/[<>"']/g, (character) => htmlEscapes[character]!) : normal;
}

/** The end of the reference at a `&`, by syntax only: a number, or 1–8 letters and digits 1–4; else -1. */
function referenceEnd(text: string, at: number): number {
  let i = at + 1;
  if (text.charCodeAt(i) === 35) {
    const hex = (text.charCodeAt(i + 1) | 32) === 120;
    const start = hex ? i + 2 : i + 1;
    i = start;
    while (hex ? isHexDigit(text.charCodeAt(i)) : isDigit(text.charCodeAt(i))) i++;
    return i > start && text.charCodeAt(i) === 59 ? i + 1 : -1;
  }
  return nameEnd(text, i);
}

/** The end of a name of 1–8 letters and digits 1–4 with its semicolon; -1 where there is none. */
function nameEnd(text: string, from: number): number {
  let i = from;
  while (i - from < 8 && isShortNameCode(text.charCodeAt(i))) i++;
  return i > from && text.charCodeAt(i) === 59 ? i + 1 : -1;
}

interface Replacement {
  readonly text: string;
  readonly end: number;
}

function replaceAmpersands(text: string, replace: (at: number) => Replacement | undefined): string {
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
function readNumeric(text: string, from: number): (Replacement & { zero: boolean }) | undefined {
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

function readName(text: string, from: number): string | undefined {
  let end = from;
  while (end - from < 9 && (isLetter(text.charCodeAt(end)) || isDigit(text.charCodeAt(end)))) end++;
  return end > from && text.charCodeAt(end) === 59 ? text.slice(from, end) : undefined;
}

const isHexDigit = (code: number): boolean => isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 102);

const isShortNameCode = (code: number): boolean => isLetter(code) || (code >= 49 && code <= 52);

const isCharacter = (code: number): boolean =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 32 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff);

const htmlEscapes: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' };

/** Indexed by the three digits; the unassigned bytes are not in it. */
const windows1252: Readonly<Record<string, number>> = {
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

const unassigned: ReadonlySet<string> = new Set([129, 141, 143, 144, 157].map((code) => `&#${code};`));

/** The 252 named references of HTML 4 and `apos`: the names that survive sanitising. Case matters. */
export const entityNames: ReadonlySet<string> = new Set(
  (
    'quot amp apos lt gt nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn ' +
    'sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde ' +
    'Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde ' +
    'Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil ' +
    'egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave ' +
    'uacute ucirc uuml yacute thorn yuml fnof Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi ' +
    'Omicron Pi Rho Sigma Tau Upsilon Phi Chi Psi Omega alpha beta gamma delta epsilon zeta eta theta iota kappa ' +
    'lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega thetasym upsih piv bull hellip prime ' +
    'Prime oline frasl weierp image real trade alefsym larr uarr rarr darr harr crarr lArr uArr rArr dArr hArr forall ' +
    'part exist empty nabla isin notin ni prod sum minus lowast radic prop infin ang and or cap cup int there4 sim cong ' +
    'asymp ne equiv le ge sub sup nsub sube supe oplus otimes perp sdot lceil rceil lfloor rfloor lang rang loz spades ' +
    'clubs hearts diams OElig oelig Scaron scaron Yuml circ tilde ensp emsp thinsp zwnj zwj lrm rlm ndash mdash lsquo ' +
    'rsquo sbquo ldquo rdquo bdquo dagger Dagger permil lsaquo rsaquo euro'
  ).split(' '),
);

/** Escapes text for HTML content and quoted attribute values. Every `&` is escaped, also in an existing reference. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => references[character]!);
}

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};
