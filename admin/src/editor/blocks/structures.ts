import { type Extensions, Mark, Node } from '@tiptap/core';
import { slotView, structureView } from './structure-view.ts';

/** Kept with a node, not shown, and not copied to the half that a split makes. */
const kept = (value: unknown) => ({ default: value, rendered: false, keepOnSplit: false });
const sourceAttributes = () => ({ lead: kept(null), wrap: kept(null), dialect: kept(null) });

/** A block with blocks in it: columns, a group, a cover. */
const Box = Node.create({
  name: 'box',
  group: 'card',
  content: '(slot | block | card)*',
  isolating: true,
  defining: true,
  draggable: true,
  addAttributes: () => ({ ...sourceAttributes(), kind: kept(null) }),
  renderHTML: () => ['div', { 'data-box': '' }, 0],
  addNodeView: () => structureView,
});

/** A block with texts of its own: a picture with its caption, a button, a table. */
const Figure = Node.create({
  name: 'figure',
  group: 'card',
  content: '(slot | table | figure)*',
  isolating: true,
  defining: true,
  draggable: true,
  addAttributes: () => ({ ...sourceAttributes(), kind: kept(null) }),
  renderHTML: () => ['div', { 'data-figure': '' }, 0],
  addNodeView: () => structureView,
});

/** A text inside a block, such as a caption or the label of a button. */
const Slot = Node.create({
  name: 'slot',
  content: 'inline*',
  isolating: true,
  defining: true,
  addAttributes: () => ({ ...sourceAttributes(), tag: kept('p'), isOptional: kept(false) }),
  renderHTML: ({ node }) => ['div', { 'data-slot': String(node.attrs['tag']) }, 0],
  addNodeView: () => slotView,
});

const table = (name: string, content: string, tag: string, group?: string) =>
  Node.create({
    name,
    content,
    isolating: true,
    ...(group ? { group } : {}),
    addAttributes: () => ({ ...sourceAttributes(), tag: kept(tag) }),
    renderHTML: ({ node }) => [String(node.attrs['tag']), 0],
  });

/** An element around words that has no button of its own. */
const ElementMark = Mark.create({
  name: 'element',
  excludes: '',
  renderHTML: ({ mark }) => [shownTags.has(mark.attrs['tag']) ? mark.attrs['tag'] : 'span', 0],
});
const shownTags = new Set('abbr cite dfn ins kbd mark q samp small sub sup time var'.split(' '));

/** An element without text between words, such as the place that a link leads to. */
const InlineSource = Node.create({
  name: 'inlineSource',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ source: kept('') }),
  renderHTML: ({ node }) => ['span', { 'data-inline-source': '', title: String(node.attrs['source']) }],
});

export const structures: Extensions = [
  Box,
  Figure,
  Slot,
  table('table', '(tableSection | tableRow)+', 'table', 'card'),
  table('tableSection', 'tableRow+', 'tbody'),
  table('tableRow', 'tableCell+', 'tr'),
  table('tableCell', 'inline*', 'td'),
  ElementMark,
  InlineSource,
];
