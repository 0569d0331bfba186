import { answerKind, type FormTag, isBaseType, type Pipe, tagTypes } from './form-tag.ts';
import { optionValues } from './tag-options.ts';

/** A parsed template: all parts in order, and only the tags. */
export interface Template {
  readonly parts: readonly TemplatePart[];
  readonly tags: readonly FormTag[];
}

/** HTML as written, or a tag. */
export type TemplatePart = { readonly html: string } | { readonly tag: FormTag };

/** The template made of these parts. */
export function templateOf(parts: readonly TemplatePart[]): Template {
  return { parts, tags: parts.flatMap((part) => ('tag' in part ? [part.tag] : [])) };
}

/** Parses a form template; never throws, and runs in linear time. */
export function parseTemplate(template: string): Template {
  const parts: TemplatePart[] = [];
  let html = '';
  let at = 0;
  for (const opening of template.matchAll(openingTag)) {
    if (opening.index < at) continue;
    const found = readTag(template, opening);
    if (!found) continue;
    if (isDoubled(template, opening.index, found.end) && opening.index > at) {
      html += template.slice(at, opening.index - 1) + template.slice(opening.index, found.end);
      at = found.end + 1;
      continue;
    }
    html += template.slice(at, opening.index);
    if (html !== '') parts.push({ html });
    parts.push({ tag: found.tag });
    html = '';
    at = found.end;
  }
  html += template.slice(at);
  if (html !== '') parts.push({ html });
  return templateOf(parts);
}

/** Neither bracket may appear inside a tag, which keeps the scan linear. */
const openingTag = /\[([a-z]+)(\*?)((?:[\s\u200b\u2060\ufeff][^[\]]*)?)\]/g;

/** Doubled brackets escape a tag, which is then printed literally. */
function isDoubled(template: string, start: number, end: number): boolean {
  return template[start - 1] === '[' && template[end] === ']';
}

function readTag(template: string, opening: RegExpMatchArray): { tag: FormTag; end: number } | null {
  const [whole, word = '', star = '', inside = ''] = opening;
  const start = opening.index ?? 0;
  if (!isBaseType(word) || (star !== '' && !tagTypes[word].starred)) return null;
  const end = start + whole.length;
  const read = readInside(inside, tagTypes[word].name === 'none');
  if (read && !read.named) return null;
  const enclosed = readContent(template, end, word, star);
  const tag: FormTag = {
    basetype: word,
    required: star !== '',
    name: read?.name ?? '',
    options: read?.options ?? [],
    rawValues: read?.values ?? [],
    pipes: read ? read.values.map(splitPipe) : null,
    content: enclosed?.content ?? '',
  };
  return { tag, end: enclosed?.end ?? end };
}

interface Inside {
  readonly name: string;
  /** False when the word in the position of the name is not a valid name: the tag is then plain text. */
  readonly named: boolean;
  readonly options: readonly string[];
  readonly values: readonly string[];
}

/** Words, then quoted values, nothing else; null for any other content. */
function readInside(text: string, nameless: boolean): Inside | null {
  const inside = text.replace(/[\s\u200b\u2060\ufeff]+/g, ' ').trim();
  const firstQuote = inside.search(/["']/);
  const words = (firstQuote === -1 ? inside : inside.slice(0, firstQuote)).split(' ').filter((word) => word !== '');
  if (!words.every((word) => optionWord.test(word))) return null;
  const values = firstQuote === -1 ? [] : readValues(inside.slice(firstQuote));
  if (values === null) return null;
  if (nameless) return { name: '', named: true, options: words, values };
  const [name = '', ...options] = words;
  return { name, named: name === '' || fieldName.test(name), options, values };
}

const optionWord = /^[A-Za-z0-9\-+*=:.!?#$&@_/|%]+$/;
const fieldName = /^[A-Za-z][A-Za-z0-9\-_:.]*$/;

/** A value cannot contain its own quote character; there is no backslash escape. */
function readValues(text: string): readonly string[] | null {
  const values: string[] = [];
  let rest = text;
  while (rest !== '') {
    const quote = rest[0]!;
    const close = quote === '"' || quote === "'" ? rest.indexOf(quote, 1) : -1;
    if (close === -1) return null;
    values.push(rest.slice(1, close));
    rest = rest.slice(close + 1).trimStart();
  }
  return values;
}

function splitPipe(value: string): Pipe {
  const bar = value.indexOf('|');
  if (bar === -1) return [value.trim(), value.trim()];
  return [value.slice(0, bar).trim(), value.slice(bar + 1).trim()];
}

function readContent(template: string, from: number, word: string, star: string) {
  const next = template.indexOf('[', from);
  if (next === -1) return null;
  const closing = [`[/${word}${star}]`, `[/${word}]`].find((text) => template.startsWith(text, next));
  if (closing === undefined) return null;
  const content = template
    .slice(from, next)
    .trim()
    .replace(/<br\s*\/?>$/i, '')
    .trimEnd();
  return { content, end: next + closing.length };
}

/** The tag with the choices of the lists in its `data:` options added after its own; unknown lists add nothing. */
export function withLists(tag: FormTag, locale: string): FormTag {
  if (tag.pipes === null || answerKind(tag) !== 'choice') return tag;
  const names = optionValues(tag, 'data').map((name) => name.toLowerCase());
  const listed = names.flatMap((name) => (Object.hasOwn(lists, name) ? lists[name]!(locale) : []));
  return listed.length === 0 ? tag : { ...tag, pipes: [...tag.pipes, ...listed.map((one) => [one, one] as const)] };
}

/** Lists by name, translated for a locale. */
const lists: Readonly<Record<string, (locale: string) => readonly string[]>> = {
  countries: (locale) => {
    const language = [locale.replaceAll('_', '-'), 'en'].find((tag) => isLanguage(tag)) ?? 'en';
    const names = new Intl.DisplayNames(language, { type: 'region' });
    return countries.map((code) => names.of(code) ?? code).toSorted(new Intl.Collator(language).compare);
  },
};

function isLanguage(tag: string): boolean {
  try {
    return tag !== '' && Intl.DisplayNames.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

/** The codes of ISO 3166-1. */
const countries =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  );
