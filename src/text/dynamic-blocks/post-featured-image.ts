import { cssValue } from '../block-supports/css-value.ts';
import { borderClasses, borderStyle, wrapper } from '../block-supports/wrapper.ts';
import { flagAttribute, numberAttribute, recordAttribute, textAttribute } from '../blocks/block.ts';
import { askForPost, postOf } from '../blocks/block-scope.ts';
import { escapeKeepingReferences } from '../entities.ts';
import type { JsonRecord } from '../json.ts';
import { stripTags } from '../plain-text.ts';
import { postImage } from '../render/image-tag.ts';
import { renderTitle } from '../render/render.ts';
import type { BlockRenderer } from '../render/render-context.ts';
import { attributeUrl } from '../sanitise/clean-url.ts';
import { linkTarget, wordOf } from './block-values.ts';

/** The image of the post. */
export const postFeaturedImage: BlockRenderer = {
  name: 'core/post-featured-image',
  isDynamic: true,
  needs: askForPost,
  render: (block, _inner, context) => {
    const { attributes } = block;
    const post = postOf(context);
    if (!post?.image) return '';
    const isLink = flagAttribute(attributes, 'isLink') ?? false;
    const border = borderClasses(attributes).join(' ');
    const style = `${borderStyle(recordAttribute(recordAttribute(attributes, 'style'), 'border'))}${sizeStyle(attributes)}`;
    const image = postImage(post.image, textAttribute(attributes, 'sizeSlug') ?? 'post-thumbnail', {
      ...(border === '' ? {} : { class: border }),
      ...(isLink ? { alt: escapeKeepingReferences(stripTags(renderTitle(post.title, context)).trim()) } : {}),
      ...(style === '' ? {} : { style }),
    });
    const rel = textAttribute(attributes, 'rel');
    const shown = isLink
      ? `<a href="${attributeUrl(post.url)}" target="${linkTarget(attributes)}" ${rel ? `rel="${escapeKeepingReferences(rel)}"` : ''}>${image}${overlay(attributes)}</a>`
      : `${image}${overlay(attributes)}`;
    const width = cssValue(textAttribute(attributes, 'width'));
    return `<figure ${wrapper(block, width === '' ? {} : { style: `width:${width};` })}>${shown}</figure>`;
  },
};

function sizeStyle(attributes: JsonRecord): string {
  const height = cssValue(textAttribute(attributes, 'height'));
  if (height === '') return '';
  return `height:${height};object-fit:${wordOf(textAttribute(attributes, 'scale'), ['cover', 'contain', 'fill'], 'cover')};`;
}

function overlay(attributes: JsonRecord): string {
  const dim = numberAttribute(attributes, 'dimRatio') ?? 0;
  if (dim === 0) return '';
  const name = (attribute: string, what: string) => {
    const value = textAttribute(attributes, attribute);
    return value ? ` has-${escapeKeepingReferences(value)}-${what}` : '';
  };
  const gradient = textAttribute(attributes, 'gradient') ?? textAttribute(attributes, 'customGradient');
  const classes = `wp-block-post-featured-image__overlay has-background-dim has-background-dim-${dim}${name('overlayColor', 'background-color')}${gradient ? ' has-background-gradient' : ''}${name('gradient', 'gradient-background')}`;
  const styles = [
    ...declared('background-image', textAttribute(attributes, 'customGradient')),
    ...declared('background-color', textAttribute(attributes, 'customOverlayColor')),
  ];
  return `<span class="${classes}" style="${styles.join(' ')}" aria-hidden="true"></span>`;
}

function declared(property: string, value: string | undefined): string[] {
  const safe = cssValue(value);
  return safe === '' ? [] : [`${property}: ${safe}`];
}
