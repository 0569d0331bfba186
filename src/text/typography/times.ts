import { isWord } from '../scan/characters.ts';

/** `3x4` gets a multiplication sign when both sides are whole numbers and neither runs on into a word. */
export function times(text: string): string {
  let out = '';
  let copied = 0;
  for (let at = text.indexOf('x', 1); at !== -1; at = text.indexOf('x', at + 1)) {
    if (endsNumber(text, at, copied) && startsNumber(text, at + 1)) {
      out += `${text.slice(copied, at)}&#215;`;
      copied = at + 1;
    }
  }
  return copied === 0 ? text : out + text.slice(copied);
}

/** True when a number that begins at a word boundary and is not a lone 0 ends right before `end`. */
function endsNumber(text: string, end: number, from: number): boolean {
  for (let i = end - 1; i >= from && isNumberCode(text.charCodeAt(i)); i--) {
    const code = text.charCodeAt(i);
    const startsHere = code >= 48 && (i === 0 || !isWord(text.charCodeAt(i - 1)));
    if (startsHere && !(code === 48 && i === end - 1)) return true;
  }
  return false;
}

/** True when a number begins here that ends, or could end, at a word boundary. */
function startsNumber(text: string, from: number): boolean {
  if (!isNumberCode(text.charCodeAt(from)) || text.charCodeAt(from) < 48) return false;
  let i = from;
  while (text.charCodeAt(i) >= 48 && text.charCodeAt(i) <= 57) i++;
  return !isWord(text.charCodeAt(i));
}

const isNumberCode = (code: number): boolean => (code >= 48 && code <= 57) || code === 46 || code === 44;
