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
