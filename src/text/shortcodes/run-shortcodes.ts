import type { RenderContext, ShortcodeRegistry } from '../render/render-context.ts';
import { addressAttributes, cutSchemes } from '../sanitise/allowed-markup.ts';
import { isBlank, isWord, markupEnd, skipBlanks } from '../scan.ts';
import { mentionsShortcode, readShortcodeAttributes, shortcodeName } from './shortcodes.ts';

/** Replaces every known shortcode by its handler's output. `[[name]]` becomes `[name]`; comments are left unchanged. */
export function runShortcodes(text: string, registry: ShortcodeRegistry, context: RenderContext): string {
  if (!mentionsShortcode(text, registry)) return text;
  const spelt = text.replaceAll('&#91;', '&#091;').replaceAll('&#93;', '&#093;');
  return replaceShortcodes(spelt, registry, (found) =>
    registry.get(found.name)!(readShortcodeAttributes(found.attributes), found.body, context, found.name),
  );
}

/** Removes every known shortcode with its body. `[[name]]` becomes `[name]`. */
export function removeShortcodes(text: string, registry: ShortcodeRegistry): string {
  return mentionsShortcode(text, registry) ? replaceShortcodes(text, registry, () => '') : text;
}

/** Removes the paragraph tags around a known shortcode that is alone in its paragraph. */
export function freeLoneShortcodes(text: string, registry: ShortcodeRegistry): string {
  if (!mentionsShortcode(text, registry)) return text;
  const read = createReader(text, registry);
  let out = '';
  let copied = 0;
  for (let at = text.indexOf('<p>'); at !== -1; at = text.indexOf('<p>', Math.max(at + 3, copied))) {
    const start = skipBlanks(text, at + 3);
    const found = text.charCodeAt(start) === 91 && text.charCodeAt(start + 1) !== 91 ? read(start) : undefined;
    if (found === undefined) continue;
    const end = [found.end, found.tagEnd].find((candidate) => text.startsWith('</p>', skipBlanks(text, candidate)));
    if (end === undefined) continue;
    out += text.slice(copied, at) + text.slice(start, end);
    copied = skipBlanks(text, end) + 4;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

/** One shortcode found in the text. */
interface Found {
  readonly name: string;
  readonly attributes: string;
  readonly body: string | undefined;
  readonly start: number;
  /** Where the opening tag ends. */
  readonly tagEnd: number;
  /** Where the shortcode ends, its body included. */
  readonly end: number;
}

type Reader = (at: number) => Found | undefined;
type Replace = (found: Found) => string;

function replaceShortcodes(text: string, registry: ShortcodeRegistry, replace: Replace): string {
  const read = createReader(text, registry);
  let out = '';
  let copied = 0;
  let at = nextDelimiter(text, 0);
  while (at !== -1) {
    const made =
      text.charCodeAt(at) === 60
        ? replaceInMarkup(text, at, markupEnd(text, at), registry, replace)
        : replaceOne(text, at, read, replace);
    if (made.text !== undefined) {
      out += text.slice(copied, at) + made.text;
      copied = made.end;
    }
    at = nextDelimiter(text, made.end);
  }
  return copied === 0 ? text : out + text.slice(copied);
}

function replaceOne(text: string, at: number, read: Reader, replace: Replace): { text?: string; end: number } {
  const doubled = text.charCodeAt(at + 1) === 91;
  const found = read(doubled ? at + 1 : at);
  if (found === undefined) return { end: at + 1 };
  if (doubled && text.charCodeAt(found.end) === 93) return { text: text.slice(at + 1, found.end), end: found.end + 1 };
  return { text: (doubled ? '[' : '') + replace(found), end: found.end };
}

/** Runs shortcodes inside quoted attribute values. Comments and declarations are skipped. */
function replaceInMarkup(
  text: string,
  at: number,
  end: number,
  registry: ShortcodeRegistry,
  replace: Replace,
): { text?: string; end: number } {
  if (text.startsWith('<!', at)) return { end };
  const tag = text.slice(at, end);
  if (!mentionsShortcode(tag, registry)) return { end };
  let out = '';
  let copied = 0;
  for (const { name, start, stop } of quotedValues(tag)) {
    const value = tag.slice(start, stop);
    if (!mentionsShortcode(value, registry) || !mayRunIn(name)) continue;
    const made = replaceInValue(value, registry, replace);
    out += tag.slice(copied, start) + (addressAttributes.has(name) ? cutSchemes(made) : made);
    copied = stop;
  }
  return { text: out + tag.slice(copied), end };
}

/** In `style` and event handler attributes a shortcode's output would be code, so none runs there. */
const mayRunIn = (attribute: string): boolean => attribute !== 'style' && !attribute.startsWith('on');

/** Replaces shortcodes in an attribute value. One whose output has markup or quotes stays: it could break out. */
function replaceInValue(value: string, registry: ShortcodeRegistry, replace: Replace): string {
  const read = createReader(value, registry, false);
  let out = '';
  let copied = 0;
  for (let at = value.indexOf('['); at !== -1; ) {
    const made = replaceOne(value, at, read, (found) => {
      const output = replace(found);
      return /[<>"']/.test(output) ? value.slice(found.start, found.end) : output;
    });
    if (made.text !== undefined) {
      out += value.slice(copied, at) + made.text;
      copied = made.end;
    }
    at = value.indexOf('[', made.end);
  }
  return out + value.slice(copied);
}

/** The quoted values of a tag with the lower-case names of their attributes, in order. */
function quotedValues(tag: string): { name: string; start: number; stop: number }[] {
  const found: { name: string; start: number; stop: number }[] = [];
  for (let at = tag.indexOf('='); at !== -1; ) {
    const start = skipBlanks(tag, at + 1);
    const quote = tag[start];
    const stop = quote === '"' || quote === "'" ? tag.indexOf(quote, start + 1) : -1;
    if (stop !== -1) found.push({ name: nameBefore(tag, at), start: start + 1, stop });
    else if (quote === '"' || quote === "'") break;
    at = tag.indexOf('=', stop === -1 ? at + 1 : stop);
  }
  return found;
}

function nameBefore(tag: string, at: number): string {
  let end = at;
  while (end > 0 && isBlank(tag.charCodeAt(end - 1))) end--;
  let start = end;
  while (start > 0 && isAttributeNameCode(tag.charCodeAt(start - 1))) start--;
  return tag.slice(start, end).toLowerCase();
}

const isAttributeNameCode = (code: number): boolean => isWord(code) || code === 45 || code === 58;

/**
 * Creates a shortcode reader for increasing positions. Only brackets outside markup count as the end of a tag or
 * of a body, so that a shortcode can never begin in the text and end inside an attribute.
 */
function createReader(text: string, registry: ShortcodeRegistry, hasMarkup = true): Reader {
  const tagEnds: number[] = [];
  const bodyEnds = new Map<string, number[]>();
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 93) tagEnds.push(i);
    else if (code === 60 && hasMarkup) i = markupEnd(text, i) - 1;
    else if (code === 91 && text.charCodeAt(i + 1) === 47) {
      const name = shortcodeName(text, i + 2);
      if (text.charCodeAt(i + 2 + name.length) !== 93) continue;
      if (registry.has(name)) bodyEnds.get(name)?.push(i) ?? bodyEnds.set(name, [i]);
    }
  }
  const nextTagEnd = createCursor(tagEnds);
  const nextBodyEnd = new Map([...bodyEnds].map(([name, positions]) => [name, createCursor(positions)]));
  return (at) => {
    const name = shortcodeName(text, at + 1);
    if (!registry.has(name)) return undefined;
    const close = nextTagEnd(at);
    if (close === -1) return undefined;
    const selfClosing = text.charCodeAt(close - 1) === 47;
    const attributes = text.slice(at + 1 + name.length, selfClosing ? close - 1 : close);
    const tagEnd = close + 1;
    const bodyEnd = selfClosing ? -1 : (nextBodyEnd.get(name)?.(tagEnd) ?? -1);
    if (bodyEnd === -1) return { name, attributes, body: undefined, start: at, tagEnd, end: tagEnd };
    return { name, attributes, body: text.slice(tagEnd, bodyEnd), start: at, tagEnd, end: bodyEnd + name.length + 3 };
  };
}

/** Finds the first of the sorted positions at or after `from`, which must only increase; -1 when there are no more. */
function createCursor(positions: readonly number[]): (from: number) => number {
  let index = 0;
  return (from) => {
    while (index < positions.length && positions[index]! < from) index++;
    return positions[index] ?? -1;
  };
}

function nextDelimiter(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 60 || code === 91) return i;
  }
  return -1;
}
