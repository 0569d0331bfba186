import { normalise } from '../visual/extensions.ts';
import { readDocument, writeDocument } from './document.ts';
import type { TextNode } from './text-node.ts';

/** Opens a text as the visual editor does and writes it again, unchanged. */
export function reopen(text: string): { readonly written: string; readonly types: readonly string[] } {
  const opened = readDocument(text, normalise);
  return { written: writeDocument(opened), types: opened.content.map(({ type }) => type) };
}

/** The same with one word of the shown text replaced, as typing would. */
export function replaceWord(text: string, word: string, by: string): string {
  const opened = readDocument(text, normalise);
  const replaced = (node: TextNode): TextNode => ({
    ...node,
    ...(node.text === undefined ? {} : { text: node.text.replaceAll(word, by) }),
    ...(node.content ? { content: node.content.map(replaced) } : {}),
  });
  return writeDocument({ ...opened, content: opened.content.map(replaced) });
}

/** Writes what was made in the editor below a text, and opens both again. */
export function makeBelow(text: string, made: readonly TextNode[]): MadeBelow {
  const opened = readDocument(text, normalise);
  const content = [...opened.content, ...made.flatMap((node) => normalise(node) ?? [])];
  const written = writeDocument({ ...opened, content });
  const again = readDocument(written, normalise);
  return {
    written,
    made: content.slice(opened.content.length).map(outline),
    again: again.content.slice(opened.content.length).map(outline),
    rewritten: writeDocument(again),
  };
}

export interface MadeBelow {
  readonly written: string;
  readonly made: readonly string[];
  readonly again: readonly string[];
  readonly rewritten: string;
}

/** What somebody sees of a node. */
function outline({ type, text, marks = [], content = [], attrs = {} }: TextNode): string {
  if (text !== undefined || type === 'hardBreak' || type === 'image') {
    const names = marks.map((mark) => mark.type).toSorted();
    return `${type}(${names.join(' ')} ${text ?? attrs['src'] ?? ''})`;
  }
  const facts = [attrs['level'], attrs['start'], attrs.source].filter((fact) => fact !== undefined);
  // A quotation that is a block holds blocks, and a place for its source.
  const shown = content.filter((child) => child.type !== 'slot' || child.content);
  const name = attrs['kind'] === 'quote' ? 'blockquote' : type;
  return `${name}[${facts.join(' ')}: ${shown.map(outline).join(', ')}]`;
}
