import { expect, it } from 'vitest';
import { emptyNeeds, needKey } from '../blocks/block-needs.ts';
import { coreBlocks } from '../blocks/core-blocks.ts';
import { neededByBlocks } from '../blocks/needed-by-blocks.ts';
import { renderContent } from '../render/render.ts';
import { textContext } from '../text-context.test-support.ts';

const address = 'https://video.example/watch?v=1&amp;t=2';
const plain = 'https://video.example/watch?v=1&t=2';
const embed = (text: string) => `<!-- wp:embed -->\n<figure><div>\n${text}\n</div></figure>\n<!-- /wp:embed -->`;

function shown(text: string, html: string): string {
  const blockData = emptyNeeds<'loaded'>();
  blockData.embed.set(needKey(plain), { html });
  return renderContent(text, { ...textContext(), blockData });
}
const asked = (raw: string) => [...(neededByBlocks([{ raw, postId: 1 }], coreBlocks)?.embed.values() ?? [])];

it('an address that is alone is asked for, once, with its ampersands', () => {
  expect(asked(`${embed(address)}${embed(plain)}<p> ${plain} </p>`)).toEqual([plain]);
});

it.each([
  ['beside words', `<!-- wp:paragraph --><p>See ${plain}</p><!-- /wp:paragraph -->`],
  ['in an attribute', `<!-- wp:embed {"url":"${plain}"} /-->`],
  ['in a tag', `<!-- wp:html --><img alt="\n${plain}\n"><!-- /wp:html -->`],
  ['in a text without blocks', plain],
])('an address %s is not', (_, text) => {
  expect(asked(text)).toEqual([]);
});

it('its place is taken by what was loaded', () => {
  expect(shown(embed(address), '<iframe src="https://video.example/e"></iframe>')).toContain(
    '<div>\n<iframe src="https://video.example/e"></iframe>\n</div>',
  );
});

it('nothing of what was loaded is a block or a shortcode', () => {
  const html = shown(embed(plain), '<blockquote>[gallery]<!-- wp:archives /--></blockquote>');
  expect(html).toContain('<blockquote>&#091;gallery]&lt;!&#8211; wp:archives /&#8211;></blockquote>');
});

it('a text without blocks shows the address', () => {
  expect(shown(plain, '<iframe src="https://video.example/e"></iframe>')).toBe(
    `<p>${plain.replace('&', '&#038;')}</p>\n`,
  );
});
