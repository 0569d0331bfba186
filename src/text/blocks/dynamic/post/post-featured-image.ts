import { attributeUrl } from '../../../clean-url.ts';
import type { JsonRecord } from '../../../formats/json-value.ts';
import { renderTitle } from '../../../render.ts';
import type { BlockRenderer } from '../../../render-context.ts';
import { escapeKeepingReferences } from '../../../scan/entities.ts';
import { stripTags } from '../../../scan/strip-tags.ts';
import { flagAttribute, numberAttribute, recordAttribute, textAttribute } from '../../block-attributes.ts';
import { borderClasses, borderStyle } from '../../supports/border.ts';
import { cssValue } from '../../supports/css-value.ts';
import { wrapper } from '../../supports/wrapper.ts';
import { postImage } from '../post-image.ts';
import { askForPost, postOf } from '../post-scope.ts';
import { linkTarget, wordOf } from '../values.ts';

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
