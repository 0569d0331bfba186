import { cssValue } from '../block-supports/css-value.ts';
import { wrapper } from '../block-supports/wrapper.ts';
import { type Block, flagAttribute, numberAttribute, recordAttribute, textAttribute } from '../blocks/block.ts';
import type { AvatarAddress } from '../blocks/block-data.ts';
import { loadedFor } from '../blocks/block-needs.ts';
import { commentOf } from '../blocks/block-scope.ts';
import { escapeKeepingReferences } from '../entities.ts';
import type { JsonRecord } from '../json.ts';
import type { BlockContext, BlockRenderer } from '../render/render-context.ts';
import { attributeUrl } from '../sanitise/clean-url.ts';
import { linkTarget, positive } from './block-values.ts';

const largest = 2048;

/** The picture of a user: the named one, the author of the comment around it, or that of the post. */
export const avatar: BlockRenderer = {
  name: 'core/avatar',
  isDynamic: true,
  needs: ({ attributes }, ask, { postId }) => {
    const userId = numberAttribute(attributes, 'userId');
    if (userId !== undefined) ask('person', userId);
    else ask('post', postId);
  },
  render: (block, _inner, context) => {
    const { attributes } = block;
    const shown = pictured(block, context);
    if (!shown) return '';
    const size = Math.min(positive(numberAttribute(attributes, 'size'), 96), largest);
    const border = borderOf(attributes);
    const name = escapeKeepingReferences(shown.name);
    const image = avatarImage(shown.avatar, size, {
      alt: `${name} Avatar`,
      class: ['wp-block-avatar__image', ...border.classes].join(' '),
      more: `  style="${border.style}"`,
    });
    const label =
      linkTarget(attributes) === '_blank'
        ? `aria-label="(${name} ${shown.isComment ? 'website link' : 'author archive'}, opens in a new tab)"`
        : '';
    const linked =
      flagAttribute(attributes, 'isLink') && shown.url !== ''
        ? `<a href="${attributeUrl(shown.url)}" target="${linkTarget(attributes)}" ${label} class="wp-block-avatar__link">${image}</a>`
        : image;
    return `<div ${wrapper(block)}>${linked}</div>`;
  },
};

interface Pictured {
  readonly name: string;
  readonly url: string;
  readonly avatar: AvatarAddress;
  readonly isComment: boolean;
}

function pictured({ attributes }: Block, context: BlockContext): Pictured | undefined {
  const comment = commentOf(context);
  if (comment) return { name: comment.author, url: comment.authorUrl, avatar: comment.avatar, isComment: true };
  const userId = numberAttribute(attributes, 'userId');
  const person =
    userId === undefined
      ? loadedFor(context.blockData, 'post', context.postId)?.author
      : loadedFor(context.blockData, 'person', userId);
  return person ? { ...person, isComment: false } : undefined;
}

const sides = ['top', 'right', 'bottom', 'left'] as const;
const corners = [
  ['topLeft', 'top-left'],
  ['topRight', 'top-right'],
  ['bottomRight', 'bottom-right'],
  ['bottomLeft', 'bottom-left'],
] as const;

function borderOf(attributes: JsonRecord): { classes: string[]; style: string } {
  const border = recordAttribute(recordAttribute(attributes, 'style'), 'border');
  const preset = textAttribute(attributes, 'borderColor');
  const custom = textAttribute(border, 'color');
  const radius = recordAttribute(border, 'radius');
  const styles = [
    ...declared(border, 'width', 'border-width'),
    ...declared(border, 'radius', 'border-radius'),
    ...corners.flatMap(([name, written]) => declared(radius, name, `border-${written}-radius`)),
    ...declared(border, 'color', 'border-color'),
    ...declared(border, 'style', 'border-style'),
    ...sides.flatMap((side) =>
      textAttribute(recordAttribute(border, side), 'style') === undefined
        ? []
        : ['width', 'style', 'color'].flatMap((what) =>
            declared(recordAttribute(border, side), what, `border-${side}-${what}`),
          ),
    ),
  ];
  const classes = [
    ...(preset || custom ? ['has-border-color'] : []),
    ...(preset ? [`has-${escapeKeepingReferences(preset)}-border-color`] : []),
  ];
  return { classes, style: escapeKeepingReferences(styles.join(';')) };
}

function declared(values: JsonRecord, name: string, property: string): string[] {
  const value = cssValue(values[name]);
  return value === '' ? [] : [`${property}: ${value}`];
}

export interface AvatarOptions {
  readonly alt?: string;
  /** Classes besides the usual ones. */
  readonly class?: string;
  /** More attributes, written out. */
  readonly more?: string;
}

/** The picture of a person, square, with a larger one for dense screens. */
export function avatarImage(avatar: AvatarAddress, size: number, options: AvatarOptions = {}): string {
  const address = (pixels: number) => attributeUrl(`${avatar.beforeSize}${pixels}${avatar.afterSize}`);
  const { alt = '', class: own, more = '' } = options;
  const classes = `avatar avatar-${size} photo${own === undefined ? '' : ` ${own}`}`;
  return `<img alt='${alt}' src='${address(size)}' srcset='${address(size * 2)} 2x' class='${classes}' height='${size}' width='${size}'${more} loading='lazy' decoding='async'/>`;
}
