import { blockName, readFacts, withFacts } from '../blocks/edit-source.ts';
import type { NodeAttributes, TextNode } from './text-node.ts';

const blockNames: Readonly<Record<string, string>> = {
  paragraph: 'paragraph',
  heading: 'heading',
  bulletList: 'list',
  orderedList: 'list',
  blockquote: 'quote',
  codeBlock: 'code',
  horizontalRule: 'separator',
  image: 'image',
};
/** The classes that the elements of these blocks have. */
const blockClasses: Readonly<Record<string, string>> = {
  heading: 'wp-block-heading',
  bulletList: 'wp-block-list',
  orderedList: 'wp-block-list',
  blockquote: 'wp-block-quote',
  codeBlock: 'wp-block-code',
  horizontalRule: 'wp-block-separator has-alpha-channel-opacity',
};

/** The comments that make a block of what stands between them. */
export function blockComments(node: TextNode): readonly [before: string, after: string] {
  const name = blockNames[node.type];
  if (!name) return ['', ''];
  const level = node.attrs?.['level'];
  const start = node.attrs?.['start'];
  const facts =
    node.type === 'orderedList'
      ? ` ${JSON.stringify({ ordered: true, ...(typeof start === 'number' && start !== 1 ? { start } : {}) })}`
      : node.type === 'heading' && level !== 2
        ? ` {"level":${level}}`
        : '';
  return [`<!-- wp:${name}${facts} -->\n`, `\n<!-- /wp:${name} -->`];
}

/** What a new block has in addition: the class of its element, and an element of its own for code. */
export function blockAttributes({ type, attrs = {} }: TextNode): NodeAttributes {
  const name = blockClasses[type];
  if (!name || (attrs.html ?? []).length > 0) return attrs;
  return { ...attrs, html: [['class', name]], ...(type === 'codeBlock' ? { inner: attrs['inner'] ?? [] } : {}) };
}

/** A block whose kind, level or order was changed in the editor, with comments that name what it is now. */
export function asCurrentBlock(node: TextNode): TextNode {
  const { attrs = {} } = node;
  const { wrap = null, level } = attrs;
  const expected = blockNames[node.type];
  const name = wrap && blockName(wrap[0]);
  if (!wrap || !name || !expected) return node;
  if (name !== expected && changeable.has(name)) {
    const [before, after] = blockComments(node);
    const { metadata } = readFacts(wrap[0]);
    const kept = metadata === undefined ? before : withFacts(before, { metadata });
    return { ...node, attrs: { ...blockAttributes(node), wrap: [kept, after] } };
  }
  const facts = readFacts(wrap[0]);
  const isOrdered = node.type === 'orderedList';
  const changes =
    node.type === 'heading' && (facts['level'] ?? 2) !== level
      ? { level: level === 2 ? undefined : level }
      : expected === 'list' && (facts['ordered'] === true) !== isOrdered
        ? { ordered: isOrdered || undefined }
        : null;
  return changes ? { ...node, attrs: { ...attrs, wrap: [withFacts(wrap[0], changes), wrap[1]] } } : node;
}

/** Kinds that the editor makes of each other. Others, such as verses, keep their names. */
const changeable: ReadonlySet<string> = new Set(['paragraph', 'heading', 'list', 'quote', 'code']);
