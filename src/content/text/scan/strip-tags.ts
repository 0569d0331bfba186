import { isBlank } from './characters.ts';
import { createFinder } from './finder.ts';

/** Removes tags and comments as `stripTags` does, and script and style elements with all their text. */
export const stripTagsAndScripts = (text: string): string =>
  text.includes('<') ? stripTags(stripElements(text)) : text;

/** Scripts and styles go with all that is in them. */
function stripElements(text: string): string {
  if (!mayHoldElement(text)) return text;
  const lower = text.toLowerCase();
  const source = lower.length === text.length ? lower : text;
  const ends = { script: createFinder(source, '</script>'), style: createFinder(source, '</style>') };
  const tagEnd = createFinder(source, '>');
  let out = '';
  let copied = 0;
  for (let at = source.indexOf('<s'); at !== -1; at = source.indexOf('<s', Math.max(at + 1, copied))) {
    const name = source.startsWith('script', at + 1)
      ? 'script'
      : source.startsWith('style', at + 1)
        ? 'style'
        : undefined;
    if (name === undefined || tagEnd(at) === -1) continue;
    const end = ends[name](tagEnd(at));
    if (end === -1) continue;
    out += text.slice(copied, at);
    copied = end + name.length + 3;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

/** True when some tag begins like a script or a style. */
function mayHoldElement(text: string): boolean {
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    if (at + 5 >= text.length || (text.charCodeAt(at + 1) | 32) !== 115) continue;
    if (/^s(?:cript|tyle)/i.test(text.slice(at + 1, at + 7))) return true;
  }
  return false;
}

/** Removes tags and comments. A `<` before a blank is text; an unclosed tag takes the rest of the text with it. */
export function stripTags(text: string): string {
  let out = '';
  let copied = 0;
  for (let at = text.indexOf('<'); at !== -1; ) {
    const code = text.charCodeAt(at + 1);
    if (isBlank(code)) {
      at = text.indexOf('<', at + 1);
      continue;
    }
    out += text.slice(copied, at);
    copied = markupEnd(text, at);
    at = text.indexOf('<', copied);
  }
  return out + text.slice(copied);
}

/** Quotes inside a tag hide a `>`; nothing ends an unclosed tag but the end. */
function markupEnd(text: string, at: number): number {
  if (text.startsWith('<!--', at)) {
    const end = text.indexOf('-->', at + 4);
    return end === -1 ? text.length : end + 3;
  }
  let quote = 0;
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (quote !== 0) quote = code === quote ? 0 : quote;
    else if (code === 62) return i + 1;
    else if (code === 34 || code === 39) quote = code;
  }
  return text.length;
}
