import { mergeAttributes, Node } from '@tiptap/core';
import { ReactNodeViewRenderer } from '@tiptap/react';
import { islandSource } from '../paste/clean-pasted.ts';
import { IslandView } from './island-view.tsx';

/** A piece of the text that the visual editor cannot represent; its source is kept untouched. */
export const Island = Node.create({
  name: 'island',
  group: 'card',
  atom: true,
  draggable: true,
  selectable: true,
  addAttributes() {
    const kept = (value: unknown) => ({ default: value, rendered: false });
    return { source: kept(''), lead: kept(null), wrap: kept(null), dialect: kept(null) };
  },
  parseHTML() {
    // Only the cleaner of pasted text writes it, for tables.
    return [
      { tag: `div[${islandSource}]`, getAttrs: (element) => ({ source: element.getAttribute(islandSource) ?? '' }) },
    ];
  },
  renderHTML({ HTMLAttributes }) {
    return ['div', mergeAttributes(HTMLAttributes, { 'data-island': '' })];
  },
  addNodeView() {
    return ReactNodeViewRenderer(IslandView);
  },
});
