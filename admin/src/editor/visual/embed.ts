import { mergeAttributes, Node } from '@tiptap/core';
import { ReactNodeViewRenderer } from '@tiptap/react';
import { EmbedView } from './embed-view.tsx';

/** An address that stands alone in the text. The site shows what it leads to; the editor names it and asks nobody. */
export const Embed = Node.create({
  name: 'embed',
  group: 'block',
  atom: true,
  draggable: true,
  selectable: true,
  addAttributes() {
    const kept = (value: unknown) => ({ default: value, rendered: false });
    return { source: kept(''), lead: kept(null), wrap: kept(null), dialect: kept(null) };
  },
  parseHTML() {
    return [];
  },
  renderHTML({ HTMLAttributes, node }) {
    return ['p', mergeAttributes(HTMLAttributes), String(node.attrs['source'])];
  },
  addNodeView() {
    return ReactNodeViewRenderer(EmbedView);
  },
});

/** A web address and nothing else. */
export const isAddress = (text: string): boolean => /^https?:\/\/[^\s<>"]+\.[^\s<>"]+$/i.test(text.trim());
