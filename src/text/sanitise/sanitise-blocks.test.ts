import { expect, it } from 'vitest';
import type { Block } from '../blocks/block.ts';
import { parseBlocks } from '../blocks/parse-blocks.ts';
import { storePostText } from './store-text.ts';

const stored = (raw: string) => storePostText(raw, { unfiltered: false });

it.each([
  [
    'the markup of blocks, not their delimiters',
    '<!-- wp:paragraph {"align":"left"} --><p onclick="x">a<script>b</script></p><!-- /wp:paragraph -->',
    '<!-- wp:paragraph {"align":"left"} --><p>ab</p><!-- /wp:paragraph -->',
  ],
  [
    'markup in attributes, at any depth',
    '<!-- wp:x {"a":"\\u003cb onclick=x\\u003ey\\u003c/b\\u003e","c":[{"d":"<script>e</script>"}]} /-->',
    '<!-- wp:x {"a":"\\u003cb\\u003ey\\u003c/b\\u003e","c":[{"d":"e"}]} /-->',
  ],
  [
    'addresses in attributes',
    '<!-- wp:x {"url":"javascript:alert(1)","text":"Note: this","mediaLink":"java&#115;cript:x","href":"https://x.y/?a=1&b"} /-->',
    '<!-- wp:x {"url":"alert(1)","text":"Note: this","mediaLink":"x","href":"https://x.y/?a=1\\u0026amp;b"} /-->',
  ],
  [
    'what could end a comment',
    '<!-- wp:x {"a":"b-->c -- d"} /-->',
    '<!-- wp:x {"a":"b\\u002d\\u002d\\u0026gt;c \\u002d\\u002d d"} /-->',
  ],
  ['attributes that are no JSON', '<!-- wp:x {"a":1,} -->b<!-- /wp:x -->', '<!-- wp:x -->b<!-- /wp:x -->'],
  ['odd spelling', '<!--\twp:core/x   {"a" : "\\\\\\"" }  /-->', '<!-- wp:x {"a":"\\\\\\u0022"} /-->'],
  ['a comment that only looks like a delimiter', '<!-- wp:x {"url":"javascript:a"} --->', '<!-- wp:x {"url":"a"} -->'],
  ['a delimiter cut by a control character', '<!-- w\0p:x {"url":"javascript:a"} -->', '<!-- wp:x {"url":"a"} -->'],
])('cleans %s', (_, raw, clean) => {
  expect(stored(raw)).toBe(clean);
  expect(stored(clean)).toBe(clean);
});

const spelt = (blocks: readonly Block[]): unknown =>
  blocks.map(({ name, attributes, innerContent, innerBlocks }) => [name, attributes, innerContent, spelt(innerBlocks)]);

it('keeps the names, attributes and order of blocks', () => {
  const raw =
    '<!-- wp:group {"tagName":"section","n":[1,true,null,"\\u00e9 \\"q\\" \\\\ end"]} --><section>' +
    '<!-- wp:shop/cart {"x":{"y":"1 -- 2"}} /--></section><!-- /wp:group -->';
  expect(spelt(parseBlocks(stored(raw)))).toEqual(spelt(parseBlocks(raw)));
});

it('leaves all of it to those who may store any markup', () => {
  const raw = '<!-- wp:x {"a" : "<script>"} /-->';
  expect(storePostText(raw, { unfiltered: true })).toBe(raw);
});
