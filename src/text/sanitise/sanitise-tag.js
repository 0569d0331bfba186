import { isBlank, isDigit, isLetter, skipBlanks } from '../scan/characters.ts';
import { cutSchemes } from './addresses.ts';
import { addressAttributes } from './allowed-tags.ts';
import { cleanStyle } from './clean-style.ts';
/** Sanitises one tag, `<` to `>`: keeps the allowed attributes, normalised; a disallowed tag gives the empty string. */
export function sanitiseTag(tag, allowed) {
  const source = tag.replaceAll('\\"', '"');
  let at = skipBlanks(source, 1);
  const closes = source.charCodeAt(at) === 47;
  if (closes) at = skipBlanks(source, at + 1);
  const start = at;
  while (isTagNameCode(source.charCodeAt(at))) at++;
  const name = source.slice(start, at);
  const attributes = allowed.get(name.toLowerCase());
  if (attributes === undefined) return '';
  if (closes) return `</${name}>`;
  const rest = source.slice(at, -1);
  const written = readTagAttributes(rest)
    .map((attribute) => writeAttribute(attribute, attributes))
    .join('')
    .replace(/[<>]/g, '');
  return `<${name}${written}${endsWithSlash(rest) ? ' /' : ''}>`;
}
/** Parses attributes; invalid input is skipped up to the next blank outside quotes. The first of a name wins. */
export function readTagAttributes(text) {
  const found = [];
  const seen = new Set();
  for (let at = skipBlanks(text, 0); at < text.length; at = skipBlanks(text, at)) {
    const nameEnd = attributeNameEnd(text, at);
    const next = skipBlanks(text, nameEnd);
    let attribute;
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
function readValue(text, at) {
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
const isValueEnd = (text, at) =>
  at === text.length || isBlank(text.charCodeAt(at)) || (text[at] === '/' && at + 1 === text.length);
function skipBroken(text, from) {
  let at = from;
  while (at < text.length && !isBlank(text.charCodeAt(at))) {
    const quote = text[at];
    const close = quote === '"' || quote === "'" ? text.indexOf(quote, at + 1) : at;
    if (close === -1) return text.length;
    at = close + 1;
  }
  return at;
}
function writeAttribute({ name, value, quote }, allowed) {
  const key = name.toLowerCase();
  if (!allowed.has(key)) return '';
  if (value === undefined) return ` ${name}`;
  const clean = addressAttributes.has(key) ? cutSchemes(value) : key === 'style' ? cleanStyle(value) : value;
  return key === 'style' && clean === '' ? '' : ` ${name}=${quote}${clean}${quote}`;
}
function attributeNameEnd(text, from) {
  let at = from;
  while (isAttributeNameCode(text.charCodeAt(at))) at++;
  return at;
}
function endsWithSlash(text) {
  let end = text.length;
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end--;
  return text.charCodeAt(end - 1) === 47;
}
const isTagNameCode = (code) => isLetter(code) || isDigit(code) || code === 45;
const isAttributeNameCode = (code) => isLetter(code) || code === 45 || code === 58;
