import { isBlank } from './characters.ts';
import { createFinder } from './finder.ts';
import { isComment } from './markup.ts';
/** Removes tags and comments as `stripTags` does, and script and style elements with all their text. */
export const stripTagsAndScripts = (text) => (text.includes('<') ? stripTags(stripElements(text)) : text);
/** Removes script and style elements with their content. */
function stripElements(text) {
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
function mayHoldElement(text) {
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    if (at + 5 >= text.length || (text.charCodeAt(at + 1) | 32) !== 115) continue;
    if (/^s(?:cript|tyle)/i.test(text.slice(at + 1, at + 7))) return true;
  }
  return false;
}
/**
 * Removes tags and comments. A `<` before a blank is text, any other opens a tag, whatever follows it; an unclosed tag
 * takes the rest of the text with it.
 */
export function stripTags(text) {
  let out = '';
  let copied = 0;
  for (let at = text.indexOf('<'); at !== -1; ) {
    if (!opensTag(text, at)) {
      at = text.indexOf('<', at + 1);
      continue;
    }
    out += text.slice(copied, at);
    copied = markupEnd(text, at);
    at = text.indexOf('<', copied);
  }
  return out + text.slice(copied);
}
/**
 * The end of a tag. Angle brackets in quotes are ignored. A nested `<` that would open a tag needs its own `>`, which
 * counts also in quotes. An unclosed tag extends to the end of the text.
 */
function markupEnd(text, at) {
  if (isComment(text, at)) {
    const end = text.indexOf('-->', at + 2);
    return end === -1 ? text.length : end + 3;
  }
  let quote = 0;
  let depth = 0;
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 62 && depth > 0) depth--;
    else if (quote !== 0) quote = code === quote ? 0 : quote;
    else if (code === 62) return i + 1;
    else if (code === 34 || code === 39) quote = code;
    else if (code === 60 && opensTag(text, i)) depth++;
  }
  return text.length;
}
const opensTag = (text, at) => !isBlank(text.charCodeAt(at + 1));
