import { readBlockAttributes } from '../blocks/block.ts';
import { delimiters, writeDelimiter } from '../blocks/parse-blocks.ts';
import { escapeKeepingReferences, rewriteWindowsReferences } from '../entities.ts';
import { isJsonList, type JsonRecord, type JsonValue } from '../json.ts';
import { plainText, stripTags } from '../plain-text.ts';
import { trimBlanks } from '../scan.ts';
import { earlyTextRules, type TextRules } from '../text-rules.ts';
import { cutSchemes, type TagSet } from './allowed-markup.ts';
import { readTagAttributes, sanitiseContent } from './sanitise.ts';

/** Whether the writer may store any markup (the capability `unfiltered_html`). */
export interface Writer {
  readonly unfiltered: boolean;
}

/** Content, excerpt, caption and description of a post or a media item, ready to be stored. */
export const storePostText = (raw: string, writer: Writer, rules: TextRules = earlyTextRules): string =>
  storeMarkup(raw, 'large', writer, rules);

/** A title, ready to be stored. It is trimmed before tags are removed: blanks inside a removed outer tag stay. */
export const storeTitle = (raw: string, { unfiltered }: Writer, { markup }: TextRules = earlyTextRules): string => {
  const trimmed = trimBlanks(raw);
  return unfiltered ? trimmed : sanitiseContent(trimmed, 'small', markup);
};

/** The text of a comment, ready to be stored: links to other sites get a `rel`. */
export const storeComment = (
  raw: string,
  writer: Writer,
  siteUrl: string,
  rules: TextRules = earlyTextRules,
): string => {
  // As with titles, blanks inside a removed outer tag stay.
  const text = rules.trimsComments ? trimBlanks(raw) : raw;
  return markLinks(storeMarkup(text, 'comment', writer, rules), siteUrl, rules.commentLinks);
};

/** The name of a term, ready to be stored. The result may be empty. */
export const storeTermName = (raw: string): string => storeName(raw);

/** A person's name: display name, first and last name, nickname, the author of a comment. The result may be empty. */
export const storePersonName = (raw: string): string => storeName(raw);

/** The description of a term; with `person`, that of a user, whose links may carry `rel`. */
export const storeDescription = (
  raw: string,
  of: 'term' | 'person' = 'term',
  { markup }: TextRules = earlyTextRules,
): string => sanitiseContent(raw, of === 'person' ? 'person' : 'description', markup);

/** The site's title or tagline, ready to be stored: shown as typed, so all markup is escaped. */
export const storeSettingText = (raw: string): string => escapeKeepingReferences(raw);

/** A date or time format: tags are removed, their text stays. */
export const storeFormat = (raw: string): string => stripTags(raw);

function storeMarkup(raw: string, set: TagSet, { unfiltered }: Writer, { markup }: TextRules): string {
  if (unfiltered) return rewriteWindowsReferences(raw);
  const clean = sanitiseBlocks(raw, set, markup);
  const rewritten = rewriteWindowsReferences(clean);
  // Removing an unassigned reference can join its neighbours to a new one, so a changed text gets a second pass.
  return rewritten === clean ? clean : sanitiseBlocks(rewritten, set, markup);
}

function storeName(raw: string): string {
  return sanitiseContent(plainText(raw), 'small').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Sanitises a text that may have blocks. The markup in their attributes is sanitised like any other, so that nothing
 * that is rendered from it can run. The result is stable, as that of `sanitiseContent` is.
 */
export function sanitiseBlocks(text: string, set: TagSet, markup: MarkupName = 'early'): string {
  let clean = sanitiseContent(cleanDelimiters(text, set, markup), set, markup);
  // Sanitising a comment that is no delimiter can make one of it.
  for (let rounds = 0; rounds < 4; rounds++) {
    const next = cleanDelimiters(clean, set, markup);
    if (next === clean) break;
    clean = sanitiseContent(next, set, markup);
  }
  return clean;
}

type MarkupName = TextRules['markup'];

/** Writes all delimiters anew, with clean attributes. Today's markup takes one with a `<` in it for broken markup. */
function cleanDelimiters(text: string, set: TagSet, markup: MarkupName): string {
  let out = '';
  let copied = 0;
  for (const delimiter of delimiters(text)) {
    if (markup === 'today' && delimiter.attributes.includes('<')) continue;
    const attributes = cleanRecord(readBlockAttributes(delimiter.attributes), set, markup);
    out += text.slice(copied, delimiter.start) + writeDelimiter(delimiter, attributes);
    copied = delimiter.end;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

const cleanRecord = (record: JsonRecord, set: TagSet, markup: MarkupName): JsonRecord =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      sanitiseContent(name, set, markup),
      cleanValue(value, name, set, markup),
    ]),
  );

function cleanValue(value: JsonValue, name: string, set: TagSet, markup: MarkupName): JsonValue {
  if (typeof value === 'string') return cleanText(value, name, set, markup);
  if (typeof value !== 'object' || value === null) return value;
  return isJsonList(value) ? value.map((one) => cleanValue(one, name, set, markup)) : cleanRecord(value, set, markup);
}

/** The names of attributes that hold an address. */
const holdsAddress = /(?:url|uri|href|src|link|poster)$/i;

function cleanText(text: string, name: string, set: TagSet, markup: MarkupName): string {
  const clean = sanitiseContent(text, set, markup);
  return holdsAddress.test(name) ? cutSchemes(clean) : clean;
}

/**
 * Adds words such as `nofollow` to the `rel` of every link of a comment. Links to the site itself are to be followed; one
 * that gets no word is left unchanged. An existing `rel` keeps its values and becomes the last attribute.
 */
export function markLinks(text: string, siteUrl: string, rel: TextRules['commentLinks']): string {
  if (!/<a\s/i.test(text)) return text;
  const ownHost = hostOf(siteUrl);
  const added = rel.split(' ');
  return text.replace(/<a\s([^<>]+)>/gi, (link, attributes: string) => {
    const isOwn = ownHost !== undefined && hostOf(hrefIn(attributes)) === ownHost;
    const words = isOwn ? added.filter((word) => word !== 'nofollow') : added;
    return words.length === 0 ? link : withRel(attributes, words);
  });
}

function withRel(attributes: string, added: readonly string[]): string {
  const rel = relAttribute.exec(attributes);
  const words = (rel?.[1] ?? rel?.[2] ?? rel?.[3] ?? '')
    .split(/\s+/)
    .filter((word) => word !== '' && word !== 'nofollow' && !added.includes(word));
  const others = rel ? `${attributes.slice(0, rel.index)} ${attributes.slice(rel.index + rel[0].length)}` : attributes;
  const rest = withoutSlash(others.trim());
  const written = `rel="${[...words, ...added].join(' ')}"`;
  if (rest === '') return rel ? `<a ${written}>` : '<a>';
  return `<a ${rest} ${written}>`;
}

const relAttribute = /(?<![^\s])rel\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

/** A link is never self-closing; its trailing slash would end up between the attributes. */
const withoutSlash = (attributes: string): string => attributes.replace(/(^|[\s"'])\/$/, '$1').trimEnd();

const hrefIn = (attributes: string): string =>
  readTagAttributes(attributes).find(({ name }) => name.toLowerCase() === 'href')?.value ?? '';

/** The host of an HTTP URL without its port; undefined for any other URL. */
function hostOf(address: string): string | undefined {
  const url = /^\s*https?:/i.test(address) ? URL.parse(address) : null;
  return url?.hostname;
}
