import { expect, it } from 'vitest';
import { renderContent } from '../../render.ts';
import { textContext } from '../../text-context.test-support.ts';
import { blockStyles } from './block-styles.ts';

const group = (attributes: string) => `<!-- wp:group ${attributes} --><div class="a">x</div><!-- /wp:group -->`;
/** The rules with the generated numbers left out. */
const styles = (text: string) => blockStyles(text).replaceAll(/-[0-9a-f]{8}\b|-\d+/g, '');

it.each([
  ['a text without blocks', 'x', ''],
  ['a layout of its type alone', group('{"layout":{"type":"flex"}}'), ''],
  [
    'a row that does not wrap',
    group('{"layout":{"type":"flex","flexWrap":"nowrap","justifyContent":"right"}}'),
    '.wp-container.wp-container{flex-wrap:nowrap;justify-content:flex-end;}',
  ],
  [
    'a stack with a gap',
    group(
      '{"layout":{"type":"flex","orientation":"vertical"},"style":{"spacing":{"blockGap":"var:preset|spacing|x"}}}',
    ),
    '.wp-container.wp-container{flex-direction:column;gap:var(--wp--preset--spacing--x);}',
  ],
  [
    'a measure',
    group('{"layout":{"contentSize":"5px"}}'),
    '.wp-container > :where(:not(.alignleft,.alignright,.alignfull)){max-width:5px;}',
  ],
  [
    'the colour of links',
    '<!-- wp:paragraph {"style":{"elements":{"link":{"color":{"text":"#f00"}}}}} --><p>x</p><!-- /wp:paragraph -->',
    '.wp-elements a{color:#f00;}',
  ],
  [
    'the gaps of a gallery',
    '<!-- wp:gallery {"style":{"spacing":{"blockGap":{"top":"1px","left":"2px"}}}} /-->',
    '.wp-block-gallery.wp-block-gallery{row-gap:1px;column-gap:2px;}',
  ],
  ['what could be more than a value', group('{"layout":{"contentSize":"1px;}body{display:none"}}'), ''],
])('has rules for %s', (_, text, css) => {
  expect(styles(text)).toBe(css);
});

it('has the classes that the text is rendered with', () => {
  const text = group(
    '{"layout":{"type":"flex","flexWrap":"nowrap"},"style":{"elements":{"link":{"color":{"text":"red"}}}}}',
  );
  const html = renderContent(text, textContext());
  const names = [...blockStyles(text).matchAll(/\.(wp-[a-z]+-\w+)/g)].map(([, name]) => name!);
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(html).toContain(name);
});

it('has a bounded number of rules', () => {
  const texts = Array.from({ length: 2_000 }, (_, i) => group(`{"layout":{"contentSize":"${i}px"}}`));
  expect(blockStyles(texts.join('')).split('\n').length).toBeLessThan(310);
});
