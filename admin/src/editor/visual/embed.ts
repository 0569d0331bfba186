import { mergeAttributes, Node } from '@tiptap/core';
import { TextSelection, type Transaction } from '@tiptap/pm/state';
import { ReactNodeViewRenderer } from '@tiptap/react';
import { isAddress } from './embed-form.tsx';
import { EmbedView } from './embed-view.tsx';

/** An address that stands alone in the text. The site shows what it leads to; the editor names it and asks nobody. */
export const Embed = Node.create({
  name: 'embed',
  group: 'card',
  atom: true,
  draggable: true,
  selectable: true,
  addAttributes() {
    const kept = (value: unknown) => ({ default: value, rendered: false });
    return { source: kept(''), lead: kept(null), wrap: kept(null), dialect: kept(null) };
  },
  parseHTML() {
    // Copied out of this editor; the cleaner of pasted text drops the attribute from everything else.
    const getAttrs = (element: HTMLElement) =>
      isAddress(element.textContent ?? '') ? { source: (element.textContent ?? '').trim() } : false;
    return [{ tag: 'p[data-embed]', priority: 60, getAttrs }];
  },
  renderHTML({ HTMLAttributes, node }) {
    return ['p', mergeAttributes(HTMLAttributes, { 'data-embed': '' }), String(node.attrs['source'])];
  },
  addNodeView() {
    return ReactNodeViewRenderer(EmbedView);
  },
});

/**
 * Puts a card below the paragraph, list or quotation with the cursor, or in place of an empty paragraph. The cursor is
 * below the card then: what is typed next leaves it alone.
 */
export function placeEmbed(tr: Transaction, source: string): Transaction {
  const { $from, to } = tr.selection;
  const { embed, paragraph } = tr.doc.type.schema.nodes;
  if (!embed || !paragraph) return tr;
  const isEmpty = $from.depth === 1 && $from.parent.type === paragraph && $from.parent.content.size === 0;
  const end = $from.depth === 0 ? to : $from.after(1);
  const start = isEmpty ? $from.before(1) : end;
  tr.replaceWith(start, end, embed.create({ source }));
  const below = start + 1;
  if (!tr.doc.nodeAt(below)?.isTextblock) tr.insert(below, paragraph.create());
  return tr.setSelection(TextSelection.create(tr.doc, below + 1)).scrollIntoView();
}
