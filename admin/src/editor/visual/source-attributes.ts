import { Extension } from '@tiptap/core';

const nodes = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'listItem',
  'blockquote',
  'codeBlock',
  'horizontalRule',
  'image',
  'hardBreak',
];
const marks = ['bold', 'italic', 'code', 'strike', 'underline', 'link', 'element'];

/** Kept with a node, not shown, and not copied to the half that a split makes. */
const kept = (value: unknown) => ({ default: value, rendered: false, keepOnSplit: false });

/** How a text was written stays with it: attributes, comments around it, white space before it. */
export const SourceAttributes = Extension.create({
  name: 'sourceAttributes',
  addGlobalAttributes() {
    return [
      {
        types: nodes,
        attributes: {
          html: kept([]),
          lead: kept(null),
          wrap: kept(null),
          dialect: { default: null, rendered: false },
          isBare: kept(null),
        },
      },
      { types: ['codeBlock'], attributes: { inner: kept(null) } },
      { types: marks, attributes: { tag: kept(null), html: kept([]), depth: kept(null) } },
    ];
  },
});
