import { expect, it } from 'vitest';
import { renderContent } from '../render/render.ts';
import { textContext } from '../text-context.test-support.ts';
import { blockStyles } from './block-styles.ts';

const group = (attributes: string) => `<!-- wp:group ${attributes} --><div class="a">x</div><!-- /wp:group -->`;
/** The rules with the generated numbers left out. */
const styles = (text: string) => blockStyles(text).rules.replaceAll(/-[0-9a-f]{8}\b|-\d+/g, '');

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
  const names = [...blockStyles(text).rules.matchAll(/\.(wp-[a-z]+-\w+)/g)].map(([, name]) => name!);
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(html).toContain(name);
});

it('has a bounded number of rules', () => {
  const texts = Array.from({ length: 2_000 }, (_, i) => group(`{"layout":{"contentSize":"${i}px"}}`));
  expect(blockStyles(texts.join('')).rules.split('\n').length).toBeLessThan(310);
});

const picture = (duotone: string) =>
  `<!-- wp:image {"style":{"color":{"duotone":${duotone}}}} --><figure class="wp-block-image"><img src="a.png" alt=""/></figure><!-- /wp:image -->`;

it('has the filter of a picture in two colours, under the class of its block', () => {
  const text = picture('["#000","#7f7f7f"]');
  const { rules, filters } = blockStyles(text);
  const [, name = ''] = /class="(wp-duotone-\S+) /.exec(renderContent(text, textContext())) ?? [];
  expect(rules).toBe(`.${name} img{filter:url('#${name}');}`);
  expect(filters).toContain(`<filter id="${name}">`);
  expect(filters).toContain('<feFuncR type="table" tableValues="0 0.49803921568627" />');
});

it('has one filter for the pictures of the same colours', () => {
  const text = picture('["#000000","rgb(255, 0, 0)"]');
  expect(blockStyles(text + text).filters.match(/<filter /g)).toHaveLength(1);
});

it('leaves a picture its colours where they are unset', () => {
  const { rules, filters } = blockStyles(picture('"unset"'));
  expect(rules).toMatch(/^\.wp-duotone-unset-\d+ img\{filter:none;\}$/);
  expect(filters).toBe('');
});

it.each(['["#000"]', '["#000","red\\"/><script>"]', '[1,2]', '{}', '"x"', '[null,"#fff"]'])(
  'has no filter for the colours %s',
  (duotone) => {
    expect(blockStyles(picture(duotone))).toEqual({ rules: '', filters: '' });
  },
);
