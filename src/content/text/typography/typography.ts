import { markupEnd } from '../scan/markup.ts';
import { type ShortcodeRegistry, shortcodeTagEnd } from '../shortcodes.ts';
import { PieceSetter } from './piece-setter.ts';
import { VerbatimTags } from './verbatim-tags.ts';

/**
 * Replaces straight quotes, dashes, dots and the like by typographic references, outside markup, code and the tags of
 * known macros, and escapes loose ampersands everywhere.
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
      if (verbatim.isOpen) setter.keep(plainFrom, at);
      else setter.set(plainFrom, at);
      setter.keep(at, end);
      if (isTag) verbatim.pass(text, at);
      plainFrom = end;
    }
    const from = end === -1 ? at + 1 : end;
    if (tag !== -1 && tag < from) tag = text.indexOf('<', from);
    if (bracket !== -1 && bracket < from) bracket = text.indexOf('[', from);
  }
  if (verbatim.isOpen) setter.keep(plainFrom, text.length);
  else setter.set(plainFrom, text.length);
  return setter.end();
}
