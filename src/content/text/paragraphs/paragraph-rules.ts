import { mark, paragraphClose, paragraphOpen, type Token } from './paragraph-tokens.ts';

/**
 * Settles where `<p>` and `</p>` may stay once every part of a text has been wrapped in a pair of them. Each rule runs
 * over the whole text before the next one does; the list that is handed in is used up.
 */
export function settleParagraphs(wrapped: Token[]): Token[] {
  dropEmpty(wrapped);
  const tokens = closeBeforeBlockEnds(wrapped);
  freeLoneBlocks(tokens);
  freeListItems(tokens);
  quoteInside(tokens);
  freeOpeningBlocks(tokens);
  dropAfterBlocks(tokens, mark.close);
  return tokens;
}

/** Takes back the line breaks that a block before or after them makes needless. */
export function settleBreaks(tokens: Token[]): void {
  dropAfterBlocks(tokens, mark.lineBreak);
  let kept = 0;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const needless = token.marks & mark.lineBreak && (tokens[skipBlank(tokens, i + 1)]?.marks ?? 0) & mark.needsNoBreak;
    if (!needless) tokens[kept++] = token;
  }
  tokens.length = kept;
}

function skipBlank(tokens: readonly Token[], from: number): number {
  let at = from;
  while (at < tokens.length && tokens[at]!.marks & mark.blank) at++;
  return at;
}

const has = (tokens: readonly Token[], at: number, marks: number): boolean =>
  at < tokens.length && (tokens[at]!.marks & marks) !== 0;

/** A paragraph of nothing goes. */
function dropEmpty(tokens: Token[]): void {
  let kept = 0;
  for (let i = 0; i < tokens.length; i++) {
    const end = tokens[i]!.marks & mark.open ? skipBlank(tokens, i + 1) : -1;
    if (end !== -1 && has(tokens, end, mark.close)) i = end;
    else tokens[kept++] = tokens[i]!;
  }
  tokens.length = kept;
}

/** `<p>text</div>` gains the `</p>` it lacks. */
function closeBeforeBlockEnds(tokens: Token[]): Token[] {
  if (!tokens.some((token) => token.marks & mark.ender)) return tokens;
  const out: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    out.push(tokens[i]!);
    if (!(tokens[i]!.marks & mark.open) || !has(tokens, i + 2, mark.ender) || !isPlain(tokens[i + 1]!)) continue;
    out.push(tokens[i + 1]!, paragraphClose, tokens[i + 2]!);
    i += 2;
  }
  return out;
}

const isPlain = ({ marks, text }: Token): boolean => (marks & ~mark.blank) === 0 && !text.includes('<');

/** A single block tag needs no paragraph around it. */
function freeLoneBlocks(tokens: Token[]): void {
  let kept = 0;
  for (let i = 0; i < tokens.length; i++) {
    const block = tokens[i]!.marks & mark.open ? skipBlank(tokens, i + 1) : -1;
    const close = block !== -1 && has(tokens, block, mark.block) ? skipBlank(tokens, block + 1) : -1;
    if (close !== -1 && has(tokens, close, mark.close)) {
      tokens[kept++] = tokens[block]!;
      i = close;
    } else tokens[kept++] = tokens[i]!;
  }
  tokens.length = kept;
}

/** A list item on one line is its own paragraph. */
function freeListItems(tokens: Token[]): void {
  let kept = 0;
  let close = -1;
  let lineEnd = -1;
  for (let i = 0; i < tokens.length; i++) {
    if (i > close && i > lineEnd && tokens[i]!.marks & mark.open && has(tokens, i + 1, mark.listItem)) {
      const end = closeOrLineEnd(tokens, i + 2);
      if (has(tokens, end, mark.close)) {
        close = end;
        continue;
      }
      // No paragraph closes before the line does, for any item on it.
      lineEnd = end;
    }
    if (i !== close) tokens[kept++] = tokens[i]!;
  }
  tokens.length = kept;
}

/** The next `</p>` or the next piece with a line feed in it, whichever comes first. */
function closeOrLineEnd(tokens: readonly Token[], from: number): number {
  let at = from;
  while (at < tokens.length && !(tokens[at]!.marks & mark.close) && !tokens[at]!.text.includes('\n')) at++;
  return at;
}

/** Paragraphs go inside a quotation, not around it. */
function quoteInside(tokens: Token[]): void {
  for (let i = 0; i + 1 < tokens.length; i++) {
    const [first, second] = [tokens[i]!, tokens[i + 1]!];
    if (first.marks & mark.open && second.marks & mark.quoteOpen) {
      tokens[i] = { marks: mark.block | mark.quoteOpen, text: `<blockquote${second.text.slice(11)}` };
      tokens[i + 1] = paragraphOpen;
      i++;
    } else if (first.marks & mark.quoteClose && second.marks & mark.close) {
      tokens[i] = paragraphClose;
      tokens[i + 1] = { marks: mark.block | mark.quoteClose, text: '</blockquote>' };
      i++;
    }
  }
}

/** No paragraph opens right before a block. */
function freeOpeningBlocks(tokens: Token[]): void {
  let kept = 0;
  for (let i = 0; i < tokens.length; i++) {
    const block = tokens[i]!.marks & mark.open ? skipBlank(tokens, i + 1) : -1;
    if (block !== -1 && has(tokens, block, mark.block)) i = block;
    tokens[kept++] = tokens[i]!;
  }
  tokens.length = kept;
}

/** What follows a block tag goes, together with the blanks between. */
function dropAfterBlocks(tokens: Token[], what: number): void {
  let kept = 0;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    tokens[kept++] = token;
    if (!(token.marks & mark.block)) continue;
    const next = skipBlank(tokens, i + 1);
    if (has(tokens, next, what)) i = next;
  }
  tokens.length = kept;
}
