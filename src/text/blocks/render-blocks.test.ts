import { expect, it } from 'vitest';
import type { BlockRenderer, RenderContext } from '../render/render-context.ts';
import { textContext } from '../text-context.test-support.ts';
import { numberAttribute } from './block.ts';
import { type BlockData, emptyNeeds, loadedFor, needKey } from './block-needs.ts';
import { createBlockRegistry } from './core-blocks.ts';
import { mentionsDynamicBlock, neededByBlocks } from './needed-by-blocks.ts';
import { parseBlocks } from './parse-blocks.ts';
import { renderBlocks } from './render-blocks.ts';

const box: BlockRenderer = {
  name: 'test/box',
  provides: ({ attributes }) => ({ colour: attributes['colour'] ?? '' }),
  render: (_, inner) => `<div>${inner}</div>`,
};
const dot: BlockRenderer = { name: 'test/dot', render: (_, __, { provided }) => `(${provided['colour'] ?? 'none'})` };
const loop: BlockRenderer = {
  name: 'test/loop',
  isDynamic: true,
  ownsInner: true,
  render: ({ innerBlocks }, inner, { renderInner }) => `${inner}${renderInner(innerBlocks)}${renderInner(innerBlocks)}`,
};
const reusable: BlockRenderer = {
  name: 'test/reusable',
  isDynamic: true,
  needs: ({ attributes }, ask) => ask('reusable', numberAttribute(attributes, 'ref') ?? 0),
  render: ({ attributes }, _, { blockData, postId }) =>
    `${postId}:${loadedFor(blockData, 'reusable', numberAttribute(attributes, 'ref') ?? 0) ?? 'missing'}`,
};
const registry = createBlockRegistry([box, dot, loop, reusable]);

const rendered = (text: string, more: Partial<RenderContext> = {}) =>
  renderBlocks(parseBlocks(text), textContext({ blocks: registry, ...more }));

it.each([
  ['unknown blocks show their HTML', 'a<!-- wp:x {"b":1} --><p>c</p><!-- wp:y /--> d<!-- /wp:x -->e', 'a<p>c</p> de'],
  [
    'blocks are put into their block',
    '<!-- wp:test/box -->a<!-- wp:x -->b<!-- /wp:x -->c<!-- /wp:test/box -->',
    '<div>abc</div>',
  ],
  [
    'blocks know what those around them provide',
    '<!-- wp:test/dot /--><!-- wp:test/box {"colour":"red"} --><!-- wp:test/dot /-->' +
      '<!-- wp:test/box {"colour":"blue"} --><!-- wp:test/dot /--><!-- /wp:test/box --><!-- wp:test/dot /--><!-- /wp:test/box -->',
    '(none)<div>(red)<div>(blue)</div>(red)</div>',
  ],
  [
    'a loop renders its blocks itself',
    '<!-- wp:test/loop -->x<!-- wp:test/dot /--><!-- /wp:test/loop -->',
    '(none)(none)',
  ],
])('%s', (_, text, html) => {
  expect(rendered(text)).toBe(html);
});

it('loops in loops come to an end', () => {
  const loops = '<!-- wp:test/loop -->'.repeat(40);
  expect(rendered(`${loops}<!-- wp:test/dot /-->`)).toBe('');
  const wide = `<!-- wp:test/loop -->${'<!-- wp:test/dot /-->'.repeat(2_000)}<!-- /wp:test/loop -->`.repeat(10);
  expect(rendered(wide).length).toBe('(none)'.length * 6_000);
});

it('what dynamic blocks need is gathered once each, and looked up when they are rendered', () => {
  const text = '<!-- wp:x --><!-- wp:test/reusable {"ref":5} /--><!-- wp:test/reusable {"ref":5} /--><!-- /wp:x -->';
  const needed = neededByBlocks([{ raw: text, postId: 7 }], registry);
  expect([...needed!.reusable.values()]).toEqual([5]);
  const blockData: BlockData = { ...emptyNeeds<'loaded'>(), reusable: new Map([[needKey(5), 'loaded']]) };
  expect(rendered(text, { blockData })).toBe('7:loaded7:loaded');
  expect(rendered(text)).toBe('7:missing7:missing');
});

it('a text without dynamic blocks needs nothing', () => {
  const text = '<!-- wp:test/dot /--> <!-- wp:paragraph -->test/loop<!-- /wp:paragraph -->';
  expect(neededByBlocks([{ raw: text, postId: 7 }], registry)).toBeUndefined();
  expect(mentionsDynamicBlock(text, registry)).toBe(false);
  expect(mentionsDynamicBlock('<!-- wp:test/loop /-->', registry)).toBe(true);
});

it('renders ten thousand blocks in one another', () => {
  const text = '<!-- wp:test/box {"colour":"x"} -->a'.repeat(10_000) + '<!-- /wp:test/box -->'.repeat(10_000);
  expect(rendered(text)).toBe('<div>a'.repeat(10_000) + '</div>'.repeat(10_000));
});
