import { attributeUrl } from '../../../clean-url.ts';
import type { BlockRenderer } from '../../../render-context.ts';
import { flagAttribute, listAttribute, textAttribute } from '../../block-attributes.ts';
import { wrapper } from '../../supports/wrapper.ts';
import { askForPost, postOf } from '../post-scope.ts';
import { alignClass, safeMarkup } from '../values.ts';
import { shownExcerpt } from './shown-text.ts';

/** The excerpt of the post, with a link to the rest. */
export const postExcerpt: BlockRenderer = {
  name: 'core/post-excerpt',
  isDynamic: true,
  needs: askForPost,
  render: (block, _inner, context) => {
    const { attributes } = block;
    const post = postOf(context);
    if (!post) return '';
    // The excerpt of a text is made from that text: it does not go into itself.
    const around = listAttribute(context.provided, 'excerptsAround');
    if (around.includes(post.id)) return '';
    const provided = { ...context.provided, excerptsAround: [...around, post.id] };
    const excerpt = post.isUnlocked
      ? shownExcerpt(post, { ...context, provided })
      : 'There is no excerpt because this is a protected post.';
    if (excerpt === '') return '';
    const more = textAttribute(attributes, 'moreText') ?? '';
    const link =
      more === ''
        ? ''
        : `<a class="wp-block-post-excerpt__more-link" href="${attributeUrl(post.url)}">${safeMarkup(more)}</a>`;
    const isBelow = (flagAttribute(attributes, 'showMoreOnNewLine') ?? true) && link !== '';
    const text = `<p class="wp-block-post-excerpt__excerpt">${excerpt}`;
    const rest = isBelow ? `</p><p class="wp-block-post-excerpt__more-text">${link}</p>` : ` ${link}</p>`;
    return `<div ${wrapper(block, { classes: alignClass(attributes) })}>${text}${rest}</div>`;
  },
};
