import type { Block } from './block.ts';
import { noAttributes, readBlockAttributes } from './block-attributes.ts';
import { type Delimiter, delimiters } from './delimiters.ts';

/**
 * Parses a text into its blocks and the HTML between them. Any text can be parsed: an end without a beginning is left
 * out, a block without an end lasts to the end of the text, and an end closes the innermost block, whatever its name.
 */
export function parseBlocks(text: string): readonly Block[] {
  const top: Block[] = [];
  const open: OpenBlock[] = [];
  let copied = 0;
  const addHtml = (end: number) => {
    const html = text.slice(copied, end);
    if (html === '') return;
    const inside = open.at(-1);
    if (inside) inside.content.push(html);
    else top.push(htmlBlock(html));
  };
  const addBlock = (block: Block) => {
    const inside = open.at(-1);
    if (!inside) return top.push(block);
    inside.blocks.push(block);
    return inside.content.push(null);
  };
  const closeInnermost = (end: number) => {
    const innermost = open.pop();
    if (innermost) addBlock(closed(innermost, text.slice(innermost.delimiter.start, end)));
  };
  for (const delimiter of delimiters(text)) {
    addHtml(delimiter.start);
    copied = delimiter.end;
    if (delimiter.kind === 'closer') closeInnermost(delimiter.end);
    else if (delimiter.kind === 'void') addBlock(wholeBlock(delimiter, text));
    else open.push({ delimiter, blocks: [], content: [] });
  }
  addHtml(text.length);
  while (open.length > 0) closeInnermost(text.length);
  return top;
}

interface OpenBlock {
  readonly delimiter: Delimiter;
  readonly blocks: Block[];
  readonly content: (string | null)[];
}

const wholeBlock = (delimiter: Delimiter, text: string): Block =>
  closed({ delimiter, blocks: [], content: [] }, text.slice(delimiter.start, delimiter.end));

const closed = ({ delimiter, blocks, content }: OpenBlock, source: string): Block => ({
  name: delimiter.name,
  attributes: readBlockAttributes(delimiter.attributes),
  innerBlocks: blocks,
  innerHtml: content.join(''),
  innerContent: content,
  source,
});

const htmlBlock = (html: string): Block => ({
  name: null,
  attributes: noAttributes,
  innerBlocks: [],
  innerHtml: html,
  innerContent: [html],
  source: html,
});
