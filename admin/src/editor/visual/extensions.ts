import { type Extensions, getSchema } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import type { TextNode } from '../source/text-node.ts';
import { Embed } from './embed.ts';
import { Island } from './island.ts';
import { Picture } from './picture.ts';
import { SourceAttributes } from './source-attributes.ts';

/** What the visual editor can represent. */
export const extensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4, 5, 6] },
    link: { openOnClick: false, autolink: true, HTMLAttributes: { target: null, rel: null } },
    // A new paragraph at the end would be a change of the text.
    trailingNode: false,
  }),
  Picture,
  Island,
  Embed,
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
