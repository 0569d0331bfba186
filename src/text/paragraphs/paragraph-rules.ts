import { closeMarks, mark, openMarks, type Tokens } from './tokens.ts';

/**
 * Removes misplaced `<p>` and `</p>` after every part of a text has been wrapped in a pair of them. Each rule runs
 * over the whole text before the next one does.
 */
export function settleParagraphs(tokens: Tokens): void {
  if (tokens.seen & mark.listItem) freeListItems(tokens);
  if (tokens.seen & (mark.quoteOpen | mark.quoteClose)) quoteInside(tokens);
  freeBlocks(tokens);
}

/** Removes the paragraph around a list item that is on one line. */
function freeListItems(tokens: Tokens): void {
  const { marks } = tokens;
  let length = 0;
  let close = -1;
  let lineEnd = -1;
  for (let i = 0; i < tokens.length; i++) {
    if (i > close && i > lineEnd && marks[i]! & mark.open && tokens.has(i + 1, mark.listItem)) {
      const end = closeOrLineEnd(tokens, i + 2);
      if (tokens.has(end, mark.close)) {
        close = end;
        continue;
      }
      // No paragraph closes before the line does, for any item on it.
      lineEnd = end;
    }
    if (i !== close) tokens.move(i, length++);
  }
  tokens.length = length;
}

/** The next `</p>` or the next piece with a line feed in it, whichever comes first. */
function closeOrLineEnd({ marks, length }: Tokens, from: number): number {
  let at = from;
  while (at < length && !(marks[at]! & (mark.close | mark.feed))) at++;
  return at;
}

/** Moves paragraphs inside a block quote instead of around it. */
function quoteInside({ marks, texts, length }: Tokens): void {
  for (let i = 0; i + 1 < length; i++) {
    if (marks[i]! & mark.open && marks[i + 1]! & mark.quoteOpen) {
      marks[i] = mark.block | mark.quoteOpen;
      texts[i] = `<blockquote${texts[i + 1]!.slice(11)}`;
      marks[i + 1] = openMarks;
      texts[i + 1] = '<p>';
      i++;
    } else if (marks[i]! & mark.quoteClose && marks[i + 1]! & mark.close) {
      marks[i] = closeMarks;
      texts[i] = '</p>';
      marks[i + 1] = mark.block | mark.quoteClose;
      texts[i + 1] = '</blockquote>';
      i++;
    }
  }
}

/** Removes `<p>` right before a block, then `</p>` right after one, with the blanks between. */
function freeBlocks(tokens: Tokens): void {
  const { marks } = tokens;
  let length = 0;
  /** Where the blanks after the last block begin; -1 when something else came after it. */
  let afterBlock = -1;
  for (let i = 0; i < tokens.length; i++) {
    if (marks[i]! & mark.open) {
      const next = tokens.skipBlank(i + 1);
      if (tokens.has(next, mark.block)) i = next;
    }
    if (afterBlock !== -1 && marks[i]! & mark.close) {
      length = afterBlock;
      afterBlock = -1;
      continue;
    }
    const isBlankToken = marks[i]! & mark.blank;
    if (!isBlankToken) afterBlock = marks[i]! & mark.block ? length + 1 : -1;
    tokens.move(i, length++);
  }
  tokens.length = length;
}
