import { isRecord, parseJson } from '../../formats/json-record.ts';
import type { BlockRenderer } from '../../render-context.ts';
import { sanitiseContent } from '../../sanitise/sanitise.ts';
import { loadedFor } from '../block-needs.ts';
import { wrapper } from '../supports/wrapper.ts';
import type { ShownFootnote } from './shown.ts';

/** Reads the footnotes of a post as editors store them: JSON, in the order of their marks. */
export function readFootnotes(stored: string): readonly ShownFootnote[] {
  const list = parseJson(stored);
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: unknown) => {
    if (!isRecord(one)) return [];
    const { id, content } = one;
    return typeof id === 'string' && /^[\w-]+$/.test(id) && typeof content === 'string' ? [{ id, content }] : [];
  });
}

/** The footnotes of a text, each with a link back to its mark. */
export const footnotes: BlockRenderer = {
  name: 'core/footnotes',
  isDynamic: true,
  needs: (_block, ask, { postId }) => ask('footnotes', postId),
  render: (block, _inner, { blockData, postId }) => {
    const notes = loadedFor(blockData, 'footnotes', postId) ?? [];
    if (notes.length === 0) return '';
    const items = notes.map(
      ({ id, content }, i) =>
        `<li id="${id}">${sanitiseContent(content, 'large')} ` +
        `<a href="#${id}-link" aria-label="Jump to footnote reference ${i + 1}">\u21a9\ufe0e</a></li>`,
    );
    return `<ol ${wrapper(block)}>${items.join('')}</ol>`;
  },
};
