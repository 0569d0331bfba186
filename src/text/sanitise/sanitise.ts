import { escapeKeepingReferences, normaliseEntities } from '../entities.ts';
import { createFinder, isBlank, isDigit, isLetter, skipBlanks } from '../scan.ts';
import type { TextRules } from '../text-rules.ts';
import {
  type AllowedTags,
  addressAttributes,
  cutSchemes,
  isAllowed,
  type Markup,
  markups,
  type TagSet,
} from './allowed-markup.ts';
import { type Attribute, readStandardAttributes, writeStandardValue } from './standard-attributes.ts';

/**
 * Removes all markup that a set does not allow; the text of removed elements stays. The result has nothing that can
 * run, and sanitising it again changes nothing.
 */
export function sanitiseContent(text: string, set: TagSet, markup: TextRules['markup'] = 'early'): string {
  const cleaning: Cleaning = { ...markups[markup], allowed: markups[markup].tags[set] };
  const once = pass(text, cleaning);
  // Removing a tag can join the two halves of a reference, so a changed text gets a second pass.
  return once === text ? once : pass(once, cleaning);
}

interface Cleaning extends Markup {
  readonly allowed: AllowedTags;
}

/** Removes the control characters that no text needs. TAB, LF and CR stay. */
export const withoutControls = (text: string): string => text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f]+/g, '');

function pass(text: string, cleaning: Cleaning): string {
  const clean = normaliseEntities(withoutControls(text), cleaning.rewritesAttributes ? 'text' : 'drop');
  if (!clean.includes('<') && !clean.includes('>')) return clean;
  return replaceMarkup(escapeOpenMarkup(clean), cleaning);
}

/** Escapes every `<` that meets another `<`, or the end, before a `>`, together with the text up to there. */
export function escapeOpenMarkup(text: string): string {
  const nextEnd = createFinder(text, '>');
  let out = '';
  let copied = 0;
  for (let at = text.indexOf('<'); at !== -1; ) {
    const next = text.indexOf('<', at + 1);
    const end = nextEnd(at);
    if (end === -1 || (next !== -1 && next < end)) {
      const stop = next === -1 ? text.length : next;
      out += text.slice(copied, at) + escapeKeepingReferences(text.slice(at, stop));
      copied = stop;
    }
    at = next;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

/** Expects every `<` to be closed: the text has only tags, comments and loose `>`. */
function replaceMarkup(text: string, cleaning: Cleaning): string {
  const commentEnd = createFinder(text, '-->');
  let out = '';
  let copied = 0;
  for (let at = nextAngle(text, 0); at !== -1; at = nextAngle(text, copied)) {
    out += text.slice(copied, at);
    if (text.charCodeAt(at) === 62) {
      out += '&gt;';
      copied = at + 1;
    } else if (text.startsWith('<!--', at)) {
      const end = commentEnd(at + 4);
      copied = end === -1 ? text.length : end + 3;
      out += comment(text.slice(at, copied), cleaning);
    } else {
      copied = text.indexOf('>', at) + 1;
      out += sanitiseTag(text.slice(at, copied), cleaning);
    }
  }
  return out + text.slice(copied);
}

/** Keeps a comment: sanitises its text until nothing changes, and removes runs of dashes from it. */
function comment(markup: string, cleaning: Cleaning): string {
  let text = markup.replaceAll('<!--', '').replaceAll('-->', '');
  for (let rounds = 0; rounds < 4; rounds++) {
    const next = pass(text, cleaning);
    if (next === text) break;
    text = next;
  }
  if (text === '') return '';
  const quiet = text.replace(/-{2,}/g, '-').replace(/-$/, '');
  return `<!--${cleaning.rewritesAttributes ? quiet.replaceAll('-&gt;', '&gt;') : quiet}-->`;
}

function nextAngle(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 60 || code === 62) return i;
  }
  return -1;
}

/** Sanitises one tag, `<` to `>`: keeps the allowed attributes, normalised; a disallowed tag gives the empty string. */
function sanitiseTag(tag: string, cleaning: Cleaning): string {
  const source = cleaning.rewritesAttributes ? tag.replace(/\\"(?![\s/>])/g, '"') : tag.replaceAll('\\"', '"');
  let at = skipBlanks(source, 1);
  const closes = source.charCodeAt(at) === 47;
  // Browsers read an end without a name as a comment.
  if (closes && cleaning.rewritesAttributes && !isLetter(source.charCodeAt(at + 1))) return at === 1 ? source : '';
  if (closes) at = skipBlanks(source, at + 1);
  const start = at;
  while (isTagNameCode(source.charCodeAt(at))) at++;
  const name = source.slice(start, at);
  const attributes = cleaning.allowed.get(name.toLowerCase());
  if (attributes === undefined) return '';
  if (closes) return `</${name}>`;
  const rest = source.slice(at, -1);
  const read = cleaning.rewritesAttributes ? readStandardAttributes : readTagAttributes;
  const written = read(rest)
    .map((attribute) => writeAttribute(attribute, attributes, cleaning))
    .join('')
    .replace(/[<>]/g, '');
  return `<${name}${written}${endsWithSlash(rest) ? ' /' : ''}>`;
}

/** Parses attributes; invalid input is skipped up to the next blank outside quotes. The first of a name wins. */
export function readTagAttributes(text: string): Attribute[] {
  const found: Attribute[] = [];
  const seen = new Set<string>();
  for (let at = skipBlanks(text, 0); at < text.length; at = skipBlanks(text, at)) {
    const nameEnd = attributeNameEnd(text, at);
    const next = skipBlanks(text, nameEnd);
    let attribute: Attribute | undefined;
    let end = nameEnd;
    if (nameEnd === at) {
      end = skipBroken(text, at);
    } else if (text.charCodeAt(next) === 61) {
      const value = readValue(text, skipBlanks(text, next + 1));
      end = value ? value.end : skipBroken(text, skipBlanks(text, next + 1));
      if (value) attribute = { name: text.slice(at, nameEnd), value: value.text, quote: value.quote };
    } else if (next > nameEnd || next === text.length) {
      attribute = { name: text.slice(at, nameEnd), value: undefined, quote: '' };
    } else {
      end = skipBroken(text, nameEnd);
    }
    if (attribute && !seen.has(attribute.name.toLowerCase())) {
      seen.add(attribute.name.toLowerCase());
      found.push(attribute);
    }
    at = end;
  }
  return found;
}

/** Reads a value, which is valid only before a blank, the end, or the tag's last slash. */
function readValue(text: string, at: number): { text: string; quote: string; end: number } | undefined {
  const quote = text[at];
  if (quote === '"' || quote === "'") {
    const close = text.indexOf(quote, at + 1);
    return close !== -1 && isValueEnd(text, close + 1)
      ? { text: text.slice(at + 1, close), quote, end: close + 1 }
      : undefined;
  }
  let end = at;
  while (end < text.length && !isBlank(text.charCodeAt(end)) && text[end] !== '"' && text[end] !== "'") end++;
  return end > at && isValueEnd(text, end) ? { text: text.slice(at, end), quote: '"', end } : undefined;
}

const isValueEnd = (text: string, at: number): boolean =>
  at === text.length || isBlank(text.charCodeAt(at)) || (text[at] === '/' && at + 1 === text.length);

function skipBroken(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isBlank(text.charCodeAt(at))) {
    const quote = text[at];
    const close = quote === '"' || quote === "'" ? text.indexOf(quote, at + 1) : at;
    if (close === -1) return text.length;
    at = close + 1;
  }
  return at;
}

function writeAttribute({ name, value, quote }: Attribute, allowed: ReadonlySet<string>, cleaning: Cleaning): string {
  const key = name.toLowerCase();
  if (!isAllowed(allowed, key)) return '';
  if (value === undefined) return ` ${name}`;
  const clean = cleanValue(key, value, cleaning);
  if (key === 'style' && clean === '') return '';
  return cleaning.rewritesAttributes ? ` ${name}="${writeStandardValue(clean)}"` : ` ${name}=${quote}${clean}${quote}`;
}

function cleanValue(key: string, value: string, cleaning: Cleaning): string {
  if (addressAttributes.has(key)) return cutSchemes(value, cleaning);
  return key === 'style' ? cleaning.cleanStyle(value) : value;
}

function attributeNameEnd(text: string, from: number): number {
  let at = from;
  while (isAttributeNameCode(text.charCodeAt(at))) at++;
  return at;
}

function endsWithSlash(text: string): boolean {
  let end = text.length;
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end--;
  return text.charCodeAt(end - 1) === 47;
}

const isTagNameCode = (code: number): boolean => isLetter(code) || isDigit(code) || code === 45;

const isAttributeNameCode = (code: number): boolean => isLetter(code) || code === 45 || code === 58;
