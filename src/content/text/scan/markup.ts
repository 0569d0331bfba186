/**
 * The end (exclusive) of the markup that begins with the `<` at a position: a comment, a CDATA section, or else
 * everything to the next `>`. Unclosed markup runs to the end of the text, so that a walk from one end to the next `<`
 * looks at nothing twice.
 */
export function markupEnd(text: string, at: number): number {
  const end = closedMarkupEnd(text, at);
  return end === -1 ? text.length : end;
}

/** The same, but -1 for unclosed markup. */
export function closedMarkupEnd(text: string, at: number): number {
  if (text.startsWith('<!', at)) {
    if (text.startsWith('--', at + 2)) return endOf(text, '-->', at + 2);
    if (text.startsWith('[CDATA[', at + 2)) return endOf(text, ']]>', at + 9);
  }
  return text.indexOf('>', at) + 1 || -1;
}

function endOf(text: string, needle: string, from: number): number {
  const at = text.indexOf(needle, from);
  return at === -1 ? -1 : at + needle.length;
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
