import { attributeUrl } from '../../clean-url.ts';
import type { BlockRenderer } from '../../render-context.ts';
import type { Block } from '../block.ts';
import { flagAttribute, numberAttribute, recordAttribute } from '../block-attributes.ts';
import { postImage } from '../dynamic/post-image.ts';
import { postOf } from '../dynamic/post-scope.ts';

/** A cover; one that says so has the image of the post behind it. */
export const coverBlock: BlockRenderer = {
  name: 'core/cover',
  dynamicWith: 'useFeaturedImage',
  needs: (block, ask, { postId }) => {
    if (hasPostImage(block)) ask('post', postId);
  },
  opening: (html, block, context) => {
    const image = hasPostImage(block) ? postOf(context)?.image : null;
    if (!image) return html;
    const { attributes } = block;
    if (flagAttribute(attributes, 'hasParallax') || flagAttribute(attributes, 'isRepeated'))
      return withBackground(html, image.full.url);
    const place = objectPosition(block);
    const picture = postImage(image, 'post-thumbnail', {
      class: 'wp-block-cover__image-background',
      more: {
        'data-object-fit': 'cover',
        ...(place === undefined ? {} : { 'data-object-position': place, style: `object-position: ${place}` }),
      },
    });
    const at = html.lastIndexOf('<div', html.indexOf('wp-block-cover__inner-container'));
    return at <= 0 ? html : html.slice(0, at) + picture + html.slice(at);
  },
};

const hasPostImage = ({ attributes }: Block): boolean => flagAttribute(attributes, 'useFeaturedImage') ?? false;

/** Where the middle of the picture is, as the editor wrote it. */
function objectPosition({ attributes }: Block): string | undefined {
  const point = recordAttribute(attributes, 'focalPoint');
  const [x, y] = [numberAttribute(point, 'x'), numberAttribute(point, 'y')];
  if (x === undefined || y === undefined) return undefined;
  return `${Math.round(x * 100)}% ${Math.round(y * 100)}%`;
}

/** Adds a picture to the style of the first tag. */
function withBackground(html: string, url: string): string {
  const tag = /<[a-z][^<>]*>/i.exec(html)?.[0];
  if (tag === undefined) return html;
  const background = `background-image:url(${attributeUrl(url)}); `;
  const styled = tag.includes(' style="')
    ? tag.replace(' style="', () => ` style="${background}`)
    : tag.replace(/\s*\/?>$/, (end) => ` style="${background}"${end}`);
  return html.replace(tag, () => styled);
}
