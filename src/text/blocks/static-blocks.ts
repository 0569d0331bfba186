import { numberFor } from '../block-supports/css-value.ts';
import { layoutClassesToday } from '../block-supports/layout.ts';
import { addClasses, isBoxed } from '../block-supports/opening-tag.ts';
import { paragraphs } from '../paragraphs/paragraphs.ts';
import { stripTags } from '../plain-text.ts';
import { postImage } from '../render/image-tag.ts';
import type { BlockRenderer } from '../render/render-context.ts';
import { attributeUrl } from '../sanitise/clean-url.ts';
import { type Block, flagAttribute, numberAttribute, recordAttribute } from './block.ts';
import { postOf } from './block-scope.ts';

/** An image. One of a gallery tells scripts which it is. */
export const imageBlock: BlockRenderer = {
  name: 'core/image',
  opening: (html, { attributes }, { provided }) => {
    const id = numberAttribute(attributes, 'id');
    if (id === undefined || provided['gallery'] !== true || html.includes('data-id=')) return html;
    return html.replace('<img', `<img data-id="${id}"`);
  },
};

/** The class that the gaps of one gallery are written for. */
export const galleryClass = ({ attributes }: Block): string =>
  `wp-block-gallery-${numberFor(JSON.stringify(attributes))}`;

/** A gallery of image blocks. */
export const galleryBlock: BlockRenderer = {
  name: 'core/gallery',
  provides: () => ({ gallery: true }),
  opening: (html, block) => addClasses(html, [galleryClass(block)], 'where there are some'),
};

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

/** A shortcode on its own. Its text gets paragraphs, as it would without blocks. */
export const shortcodeBlock: BlockRenderer = {
  name: 'core/shortcode',
  opening: (html, _block, { rules }) => paragraphs(html, rules),
};

/** A group. In today's markup its inner blocks are in an element of their own where they are one below the other. */
export const groupBlock: BlockRenderer = {
  name: 'core/group',
  opening: (html, block, { rules }) => {
    if (rules.blocks === 'early' || !hasOwnBox(html, block)) return html;
    const end = html.indexOf('>') + 1;
    const classes = ['wp-block-group__inner-container', ...layoutClassesToday(block)].join(' ');
    return `${html.slice(0, end)}<div class="${classes}">${html.slice(end)}`;
  },
  render: (block, inner, { rules }) => {
    if (rules.blocks === 'early' || !hasOwnBox(block.innerContent[0] ?? '', block)) return inner;
    const end = inner.lastIndexOf('</');
    return `${inner.slice(0, end)}</div>${inner.slice(end)}`;
  },
};

/** Whether the box of a group is added: it begins with an element, and is not written with one already. */
const hasOwnBox = (opening: string, block: Block): boolean =>
  isBoxed(block) &&
  /^\s*<[a-z][^<>]*>/i.test(opening) &&
  !opening.includes('wp-block-group__inner-container') &&
  block.innerContent.at(-1)?.includes('</') === true;

/** A button. One without a text is not shown in today's markup. */
export const buttonBlock: BlockRenderer = {
  name: 'core/button',
  render: (block, inner, { rules }) =>
    rules.blocks === 'today' && stripTags(block.innerHtml).trim() === '' ? '' : inner,
};
