import { isBlank } from '../scan/characters.ts';
import { lineBreak, lineFeed, mark, type Token, textToken } from './paragraph-tokens.ts';

/** Writes a break for every line end; scripts and styles keep their line ends as they are. */
export function breakLines(tokens: readonly Token[]): Token[] {
  const { lastScript, lastStyle } = lastKept(tokens);
  const out: Token[] = [];
  let keptUntil = 0;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (keptUntil !== 0) {
      if (token.marks & keptUntil) keptUntil = 0;
      out.push(token.marks & mark.lineBreak && token !== lineBreak ? { marks: 0, text: token.text } : token);
    } else if (token.marks & mark.lineBreak) {
      out.push(lineBreak);
    } else if (token.marks & ~mark.blank) {
      if (token.marks & mark.scriptOpen && i < lastScript) keptUntil = mark.scriptClose;
      else if (token.marks & mark.styleOpen && i < lastStyle) keptUntil = mark.styleClose;
      out.push(token);
    } else if (token === lineFeed && i > 0 && tokens[i - 1]!.marks & mark.close && !isText(tokens[i + 1])) {
      // Between two paragraphs, which is where most line feeds are.
      out.push(lineBreak, lineFeed);
    } else {
      let { text } = token;
      while (isText(tokens[i + 1])) text += tokens[++i]!.text;
      breakText(text, out);
    }
  }
  return out;
}

const isText = (token: Token | undefined): boolean => token !== undefined && (token.marks & ~mark.blank) === 0;

/** Where the last script and the last style end: one that is not closed protects nothing. */
function lastKept(tokens: readonly Token[]): { lastScript: number; lastStyle: number } {
  let lastScript = -1;
  let lastStyle = -1;
  for (let i = 0; i < tokens.length; i++) {
    const { marks } = tokens[i]!;
    if (marks & mark.scriptClose) lastScript = i;
    else if (marks & mark.styleClose) lastStyle = i;
  }
  return { lastScript, lastStyle };
}

/** A run of blanks up to its last line feed becomes one break, unless a break stands right before it. */
function breakText(text: string, out: Token[]): void {
  let copied = 0;
  for (let feed = text.indexOf('\n'); feed !== -1; ) {
    let start = feed;
    while (start > copied && isBlank(text.charCodeAt(start - 1))) start--;
    let last = feed;
    let end = feed + 1;
    for (; isBlank(text.charCodeAt(end)); end++) if (text.charCodeAt(end) === 10) last = end;
    if (start === 0 && out.length > 0 && out.at(-1)!.marks & mark.lineBreak) start = 1;
    if (start <= last) {
      if (start > copied) out.push(textToken(text.slice(copied, start)));
      out.push(lineBreak);
      copied = last;
    }
    feed = text.indexOf('\n', end);
  }
  if (copied < text.length) out.push(textToken(text.slice(copied)));
}
