/**
 * The end (exclusive) of the markup that begins with the `<` at a position: a comment, a CDATA section, or else
 * everything to the next `>`. Unclosed markup extends to the end of the text, so that a scan from one end to the next
 * `<` visits nothing twice.
 */
export function markupEnd(text, at) {
  const end = closedMarkupEnd(text, at);
  return end === -1 ? text.length : end;
}
/** The same, but -1 for unclosed markup. */
export function closedMarkupEnd(text, at) {
  if (text.startsWith('<!', at)) {
    if (text.startsWith('--', at + 2)) return endOf(text, '-->', at + 2);
    if (text.startsWith('[CDATA[', at + 2)) return endOf(text, ']]>', at + 9);
  }
  return text.indexOf('>', at) + 1 || -1;
}
/** True when the markup that begins with the `<` at a position is a comment. */
export const isComment = (text, at) => text.charCodeAt(at + 1) === 33 && text.startsWith('--', at + 2);
function endOf(text, needle, from) {
  const at = text.indexOf(needle, from);
  return at === -1 ? -1 : at + needle.length;
}
/** The name of the tag at a `<`, as typed, and whether it is a closing tag; an empty name for anything else. */
export function tagName(text, at, end) {
  const closes = text.charCodeAt(at + 1) === 47;
  const start = at + (closes ? 2 : 1);
  let stop = start;
  while (stop < end && isNameCode(text.charCodeAt(stop))) stop++;
  return { name: text.slice(start, stop), closes };
}
const isNameCode = (code) =>
  ((code | 32) >= 97 && (code | 32) <= 122) || (code >= 48 && code <= 57) || code === 45 || code === 58;
