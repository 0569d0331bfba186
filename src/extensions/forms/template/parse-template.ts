import type { FormTag, Pipe } from './form-tag.ts';
import { isBaseType, tagTypes } from './tag-types.ts';
import { type Template, type TemplatePart, templateOf } from './template.ts';

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
