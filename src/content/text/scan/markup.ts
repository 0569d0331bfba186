import { createFinder } from './finder.ts';

/** Tells where the piece of markup that begins with the `<` at a position ends (exclusive). */
export type MarkupEnd = (at: number) => number;

/**
 * Makes the measure of markup that rendering uses: a comment, a CDATA section, or else everything to the next `>`;
 * unclosed markup runs to the end of the text. Positions asked for must not go back.
 */
export function createMarkupEnd(text: string): MarkupEnd {
  const tagEnd = createFinder(text, '>');
  const commentEnd = createFinder(text, '-->');
  const sectionEnd = createFinder(text, ']]>');
  const after = (found: number, length: number) => (found === -1 ? text.length : found + length);
  return (at) => {
    if (text.charCodeAt(at + 1) === 33) {
      if (text.startsWith('--', at + 2)) return after(commentEnd(at + 2), 3);
      if (text.startsWith('[CDATA[', at + 2)) return after(sectionEnd(at + 9), 3);
    }
    return after(tagEnd(at), 1);
  };
}

/** The name of the tag that begins at `<`, as typed, and whether it closes; the empty name for what is not a tag. */
export function tagName(text: string, at: number, end: number): { name: string; closes: boolean } {
  const closes = text.charCodeAt(at + 1) === 47;
  const start = at + (closes ? 2 : 1);
  let stop = start;
  while (stop < end && isNameCode(text.charCodeAt(stop))) stop++;
  return { name: text.slice(start, stop), closes };
}

const isNameCode = (code: number): boolean =>
  ((code | 32) >= 97 && (code | 32) <= 122) || (code >= 48 && code <= 57) || code === 45 || code === 58;
