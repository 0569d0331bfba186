import { Tokenizer, TokenizerMode } from 'parse5';

const voidNames: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);
const rawNames: ReadonlySet<string> = new Set(['script', 'style', 'iframe', 'noembed', 'noframes', 'xmp']);
const plainNames: ReadonlySet<string> = new Set(['textarea', 'title']);

export interface MarkupFaults {
  /** Comments that a block's delimiter left. */
  readonly blockComments: readonly string[];
  /** Tags that are not closed, and closing tags of nothing, in order. */
  readonly unbalanced: readonly string[];
}

/** Reads a text with the tokeniser of a real parser and tells what is left open, closed twice, or a block's comment. */
export function markupFaults(html: string): MarkupFaults {
  const open: string[] = [];
  const unbalanced: string[] = [];
  const blockComments: string[] = [];
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: false },
    {
      onStartTag({ tagName, selfClosing }) {
        const isInSvg = open.includes('svg') || open.includes('math');
        if (voidNames.has(tagName) || (isInSvg && selfClosing)) return;
        open.push(tagName);
        if (rawNames.has(tagName)) tokenizer.state = TokenizerMode.RAWTEXT;
        else if (plainNames.has(tagName)) tokenizer.state = TokenizerMode.RCDATA;
      },
      onEndTag({ tagName }) {
        if (open.at(-1) === tagName) open.pop();
        else unbalanced.push(`</${tagName}> inside <${open.at(-1) ?? ''}>`);
      },
      onComment({ data }) {
        if (/^\s*\/?wp:/.test(data)) blockComments.push(data.slice(0, 60));
      },
      onDoctype() {},
      onEof() {},
      onCharacter() {},
      onNullCharacter() {},
      onWhitespaceCharacter() {},
    },
  );
  tokenizer.write(html, true);
  return { blockComments, unbalanced: [...unbalanced, ...open.map((name) => `<${name}> is not closed`)] };
}
