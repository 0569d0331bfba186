import { expect, it } from 'vitest';
import { parseBlocks } from '../blocks/parse-blocks.ts';
import { fluidFontSize } from './css-value.ts';
import { wrapper } from './wrapper.ts';

const written = (name: string, attributes: string, classes: readonly string[] = []) =>
  wrapper(parseBlocks(`<!-- wp:${name} ${attributes} /-->`)[0]!, { classes });

it.each([
  ['{}', 'class="wp-block-site-title"'],
  ['{"align":"wide","className":"b c"}', 'class="alignwide b c wp-block-site-title"'],
  ['{"textColor":"vividRed2"}', 'class="has-text-color has-vivid-red-2-color wp-block-site-title"'],
  ['{"gradient":"g"}', 'class="has-background has-g-gradient-background wp-block-site-title"'],
  ['{"fontSize":"large","fontFamily":"e"}', 'class="wp-block-site-title has-large-font-size has-e-font-family"'],
  [
    '{"style":{"color":{"text":"#f00","background":"#0f0"}}}',
    'style="color:#f00;background-color:#0f0;" class="has-text-color has-background wp-block-site-title"',
  ],
  ['{"style":{"color":{"text":"var:preset|color|x-y"}}}', 'class="has-text-color has-x-y-color wp-block-site-title"'],
  [
    '{"style":{"spacing":{"margin":{"top":"10px","left":"var:preset|spacing|40"},"padding":"5px"}}}',
    'style="padding:5px;margin-top:10px;margin-left:var(--wp--preset--spacing--40);" class="wp-block-site-title"',
  ],
  [
    '{"style":{"typography":{"lineHeight":1.5,"fontWeight":"700","letterSpacing":"2px"}}}',
    'style="font-weight:700;line-height:1.5;letter-spacing:2px;" class="wp-block-site-title"',
  ],
  ['{"className":"x\\"<y"}', 'class="x&quot;&lt;y wp-block-site-title"'],
  ['{"style":{"color":{"text":"red;background:url(x)"}}}', 'class="has-text-color wp-block-site-title"'],
  ['{"style":{"color":{"background":"url(x)"}}}', 'class="has-background wp-block-site-title"'],
])('the attributes of a site title with %s', (attributes, expected) => {
  expect(written('site-title', attributes)).toBe(expected);
});

it('everything at once stands in one order', () => {
  const attributes =
    '{"align":"wide","textColor":"a","backgroundColor":"b","className":"c","fontSize":"d","borderColor":"f",' +
    '"style":{"elements":{"link":{"color":{"text":"#f00"}}},"typography":{"lineHeight":"2"},' +
    '"spacing":{"margin":{"top":"1px"},"padding":{"top":"2px"}},"border":{"width":"1px","radius":2}}}';
  expect(written('comments-title', attributes, ['own']).replace(/-[0-9a-f]{8}/, '')).toBe(
    'style="border-radius:2px;border-width:1px; padding-top:2px;margin-top:1px; line-height:2;" ' +
      'class="wp-elements own alignwide has-border-color has-f-border-color has-text-color has-a-color ' +
      'has-background has-b-background-color c wp-block-comments-title has-d-font-size"',
  );
});

it('what cannot be set for a block is left out', () => {
  expect(written('latest-posts', '{"textColor":"a","style":{"spacing":{"padding":"1px"}},"align":"left"}')).toBe(
    'class="alignleft wp-block-latest-posts"',
  );
  expect(written('shop/cart', '{"align":"left"}')).toBe('class="wp-block-shop-cart"');
});

it.each([
  ['14px', '14px'],
  ['16px', 'clamp(14px, 0.875rem + ((1vw - 7.68px) * 0.24), 16px)'],
  ['100px', 'clamp(75px, 4.688rem + ((1vw - 7.68px) * 3.005), 100px)'],
  ['0.8rem', '0.8rem'],
  ['2rem', 'clamp(1.5rem, 1.5rem + ((1vw - 0.48rem) * 0.962), 2rem)'],
  ['1.2em', 'clamp(0.9em, 0.9rem + ((1vw - 0.48em) * 0.577), 1.2em)'],
  ['5vw', '5vw'],
  [20, 'clamp(15px, 0.938rem + ((1vw - 7.68px) * 0.601), 20px)'],
  ['1px;x:y', ''],
])('a font size of %s', (size, expected) => {
  expect(fluidFontSize(size)).toBe(expected);
});
