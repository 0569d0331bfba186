import type { ShortcodeRegistry } from '../render-context.ts';
import { isComment, markupEnd } from '../scan/markup.ts';
import { shortcodeTagEnd } from '../shortcodes/shortcodes.ts';
import { PieceSetter } from './piece-setter.ts';
import { VerbatimTags } from './verbatim-tags.ts';

/**
 * Replaces straight quotes, hyphens, dots and the like by typographic references and escapes loose ampersands. Comments,
 * the tags of known shortcodes and the text of code elements are left unchanged; in a tag only the ampersands change.
 */
export function typography(text: string, shortcodes: ShortcodeRegistry): string {
  const setter = new PieceSetter(text);
  const verbatim = new VerbatimTags();
  let plainFrom = 0;
  let tag = text.indexOf('<');
  let bracket = text.indexOf('[');
  while (tag !== -1 || bracket !== -1) {
    const isTag = bracket === -1 || (tag !== -1 && tag < bracket);
    const at = isTag ? tag : bracket;
    const end = isTag ? markupEnd(text, at) : shortcodeTagEnd(text, at, shortcodes);
    if (end !== -1) {
      if (!verbatim.isOpen) setter.set(plainFrom, at);
      if (isTag && !isComment(text, at)) {
        setter.escape(at, end);
        verbatim.pass(text, at);
      }
      plainFrom = end;
    }
    const from = end === -1 ? at + 1 : end;
    if (tag !== -1 && tag < from) tag = text.indexOf('<', from);
    if (bracket !== -1 && bracket < from) bracket = text.indexOf('[', from);
  }
  if (!verbatim.isOpen) setter.set(plainFrom, text.length);
  return setter.end();
}
