import type { Editor } from '@tiptap/core';
import { insertSource } from './block-commands.ts';
import { type Label, label } from './fields.ts';
import { blockKinds } from './kinds.ts';

/** Something that the menu offers. */
export interface Insertable {
  readonly label: Label;
  readonly insert: (editor: Editor) => void;
}

const level = (value: 2 | 3 | 4): Insertable => ({
  label: label(`Heading ${value}`, `Überschrift ${value}`),
  insert: (editor) => editor.chain().focus().setHeading({ level: value }).run(),
});

const texts: readonly Insertable[] = [
  level(2),
  level(3),
  level(4),
  { label: label('List', 'Liste'), insert: (editor) => editor.chain().focus().toggleBulletList().run() },
  {
    label: label('Numbered list', 'Nummerierte Liste'),
    insert: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  { label: label('Quotation', 'Zitat'), insert: (editor) => editor.chain().focus().toggleBlockquote().run() },
  { label: label('Code', 'Code'), insert: (editor) => editor.chain().focus().toggleCodeBlock().run() },
  {
    label: label('Separator', 'Trennlinie'),
    insert: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
];

/** Blocks in the order in which they are usually wanted. */
const order =
  'table quote details columns group cover buttons pullquote verse preformatted spacer more nextpage html shortcode'.split(
    ' ',
  );

/** Everything that can be inserted; texts without blocks get the same as plain HTML where there is such a thing. */
export function insertables(isPlain: boolean, choosePicture: (() => void) | undefined): readonly Insertable[] {
  const blocks = order.flatMap((name): Insertable[] => {
    const kind = blockKinds[name];
    const source = (isPlain && kind?.plainTemplate) || kind?.template;
    return kind && source ? [{ label: kind.label, insert: (editor) => insertSource(editor, source) }] : [];
  });
  const dynamic = [
    'latest-posts',
    'latest-comments',
    'archives',
    'categories',
    'tag-cloud',
    'calendar',
    'search',
  ].flatMap((name): Insertable[] => {
    const kind = blockKinds[name];
    return kind ? [{ label: kind.label, insert: (editor) => insertSource(editor, `<!-- wp:${name} /-->`) }] : [];
  });
  const picture = choosePicture ? [{ label: label('Picture', 'Bild'), insert: choosePicture }] : [];
  return [...texts.slice(0, 3), ...picture, ...texts.slice(3), ...blocks, ...dynamic];
}
