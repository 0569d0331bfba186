import type { TextNode } from './text-node.ts';

const blockNames: Readonly<Record<string, string>> = {
  paragraph: 'paragraph',
  heading: 'heading',
  bulletList: 'list',
  orderedList: 'list',
  blockquote: 'quote',
  codeBlock: 'preformatted',
  horizontalRule: 'separator',
  image: 'image',
};

/** The comments that make a block of what stands between them. */
export function blockComments(node: TextNode): readonly [before: string, after: string] {
  const name = blockNames[node.type];
  if (!name) return ['', ''];
  const level = node.attrs?.['level'];
  const facts =
    node.type === 'orderedList'
      ? ' {"ordered":true}'
      : node.type === 'heading' && level !== 2
        ? ` {"level":${level}}`
        : '';
  return [`<!-- wp:${name}${facts} -->\n`, `\n<!-- /wp:${name} -->`];
}
