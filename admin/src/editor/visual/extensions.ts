import { type Extensions, getSchema, Node } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { BlockKeys } from '../blocks/block-keys.ts';
import { structures } from '../blocks/structures.ts';
import type { TextNode } from '../source/text-node.ts';
import { Embed } from './embed.ts';
import { Island } from './island.ts';
import { Picture } from './picture.ts';
import { SourceAttributes } from './source-attributes.ts';

/** Cards stand between paragraphs, never inside a list or a quotation, where nothing could be written for them. */
const Document = Node.create({ name: 'doc', topNode: true, content: '(block | card)+' });

/** What the visual editor can represent. */
export const extensions: Extensions = [
  Document,
  StarterKit.configure({
    document: false,
    heading: { levels: [1, 2, 3, 4, 5, 6] },
    link: { openOnClick: false, autolink: true, HTMLAttributes: { target: null, rel: null } },
    // A new paragraph at the end would be a change of the text.
    trailingNode: false,
  }),
  Picture,
  Island,
  Embed,
  ...structures,
  BlockKeys,
  SourceAttributes,
];

export const visualSchema = getSchema(extensions);

/** What the editor makes of a node; null where its rules do not allow it. */
export function normalise(node: TextNode): TextNode | null {
  try {
    const made = visualSchema.nodeFromJSON(node);
    made.check();
    return made.toJSON();
  } catch {
    return null;
  }
}
