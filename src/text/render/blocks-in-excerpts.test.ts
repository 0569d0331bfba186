import { expect, it } from 'vitest';
import { textContext } from '../text-context.test-support.ts';
import { withoutBlocks } from './excerpt.ts';
import { makeExcerpt } from './render.ts';

const block = (name: string, inner: string) => `<!-- wp:${name} -->${inner}<!-- /wp:${name} -->`;
const p = (text: string) => block('paragraph', `<p>${text}</p>`);

it.each([
  ['text between blocks', `a ${p('b')} c`, 'a <p>b</p> c'],
  ['unknown and dynamic blocks', block('shop/cart', 'x') + block('latest-posts', 'y') + p('z'), '<p>z</p>'],
  ['pictures and buttons', block('image', '<img>') + block('buttons', block('button', 'x')) + p('z'), '<p>z</p>'],
  ['a group', block('group', `<div>${p('a')}${block('group', p('b'))}</div>`), '<p>a</p><p>b</p>'],
  [
    'columns',
    block('columns', block('column', '<div>a</div>') + block('image', '<img>') + p('b')),
    '<div>a</div><p>b</p>',
  ],
  ['a cover in a group', block('group', block('cover', p('a')) + p('b')), '<p>b</p>'],
  ['a quote', block('quote', `<q>${p('a')}<cite>b</cite></q>`), '<q><p>a</p><cite>b</cite></q>'],
  ['a quote in a group', block('group', block('quote', `<q>${p('a')}<cite>b</cite></q>`)), '<p>a</p>'],
  ['a quote with a picture', block('quote', p('a') + block('image', '<img>')), ''],
  ['a list of items', block('list', block('list-item', '<li>a</li>')), ''],
  ['a list without item blocks', block('list', '<ul><li>a</li></ul>'), '<ul><li>a</li></ul>'],
])('of %s', (_, text, html) => {
  expect(withoutBlocks(text, textContext())).toBe(html);
});

it('an excerpt has the words of the blocks before the more mark', () => {
  const text = `${p('He said "hi" [gallery]')}\n\n${block('more', '<!--more-->')}\n\n${p('after')}`;
  expect(makeExcerpt(text, textContext())).toBe('<p>He said &#8220;hi&#8221;</p>\n');
});

it('blocks in one another to any depth are no trouble', () => {
  const deep = '<!-- wp:group -->'.repeat(10_000) + p('in') + '<!-- /wp:group -->'.repeat(10_000);
  expect(makeExcerpt(deep, textContext())).toBe('<p>in</p>\n');
});
