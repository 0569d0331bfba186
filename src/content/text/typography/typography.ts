import { createFinder } from '../scan/finder.ts';
import { createMarkupEnd } from '../scan/markup.ts';
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
  const markupEnd = createMarkupEnd(text);
  const nextTag = createFinder(text, '<');
  const nextBracket = createFinder(text, '[');
  let plainFrom = 0;
  for (let at = earliest(nextTag(0), nextBracket(0)); at !== -1; ) {
    const isTag = text.charCodeAt(at) === 60;
    const end = isTag ? markupEnd(at) : shortcodeTagEnd(text, at, shortcodes);
    if (end !== -1) {
      if (verbatim.isOpen) setter.keep(plainFrom, end);
      else {
        setter.set(plainFrom, at);
        setter.keep(at, end);
      }
      if (isTag) verbatim.pass(text, at);
      plainFrom = end;
    }
    const from = end === -1 ? at + 1 : end;
    at = earliest(nextTag(from), nextBracket(from));
  }
  if (verbatim.isOpen) setter.keep(plainFrom, text.length);
  else setter.set(plainFrom, text.length);
  return setter.end();
}

const earliest = (a: number, b: number): number => (a === -1 || (b !== -1 && b < a) ? b : a);
