import { expect, it } from 'vitest';
import { images } from '../text-context.test-support.ts';
import { post, shown } from './block-data.test-support.ts';
import { coreBlocks } from './core-blocks.ts';
import { mentionsDynamicBlock } from './needed-by-blocks.ts';

const cover = (attributes: object, style = '') =>
  `<!-- wp:cover ${JSON.stringify(attributes)} --><div class="wp-block-cover"${style}><span class="wp-block-cover__background"></span><div class="wp-block-cover__inner-container"><!-- wp:paragraph --><p>Hi</p><!-- /wp:paragraph --></div></div><!-- /wp:cover -->`;
const featured = { useFeaturedImage: true };
const of = (text: string, image: typeof images.wide | null = images.wide) =>
  shown(text, { post: [[7, post(7, { image })]] });

it('a cover with the image of the post has it behind its content', () => {
  const html = of(cover(featured));
  expect(html).toMatch(
    /^<div class="wp-block-cover"><span class="wp-block-cover__background"><\/span><img width="\d+" height="\d+" src="[^"]+" class="wp-block-cover__image-background wp-post-image" alt="[^"]*" decoding="async" loading="lazy" data-object-fit="cover" srcset="[^"]+" sizes="[^"]+" \/><div class="wp-block-cover__inner-container"><p>Hi<\/p><\/div><\/div>/,
  );
});

it('its middle is where the editor put it', () => {
  expect(of(cover({ ...featured, focalPoint: { x: 0.255, y: 0.7 } }))).toContain(
    ' data-object-fit="cover" data-object-position="26% 70%" style="object-position: 26% 70%"',
  );
});

it.each([{ hasParallax: true }, { isRepeated: true }])('it is the background of the cover with %o', (more) => {
  const { url } = images.wide.full;
  expect(of(cover({ ...featured, ...more }))).toContain(
    `<div class="wp-block-cover" style="background-image:url(${url}); ">`,
  );
  expect(of(cover({ ...featured, ...more }, ' style="min-height:5px"'))).toContain(
    `<div class="wp-block-cover" style="background-image:url(${url}); min-height:5px">`,
  );
});

it('a cover stays as it is stored without the image, and where the post has none', () => {
  const plain = of(cover({}));
  expect(plain).not.toContain('<img');
  expect(of(cover(featured), null)).toBe(plain);
});

it('only a cover with the image depends on more than its text', () => {
  expect(mentionsDynamicBlock(cover({}), coreBlocks)).toBe(false);
  expect(mentionsDynamicBlock(cover(featured), coreBlocks)).toBe(true);
});
