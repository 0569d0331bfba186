import { attributeUrl } from '../../../clean-url.ts';
import type { BlockRenderer } from '../../../render-context.ts';
import { textAttribute } from '../../block-attributes.ts';
import { wrapper } from '../../supports/wrapper.ts';
import { askForPost, postOf } from '../post-scope.ts';
import { linkTarget, safeMarkup } from '../values.ts';

/** A link to the whole post. */
export const readMore: BlockRenderer = {
  name: 'core/read-more',
  isDynamic: true,
  needs: askForPost,
  render: (block, _inner, context) => {
    const post = postOf(context);
    if (!post) return '';
    const text = safeMarkup(textAttribute(block.attributes, 'content') || 'Read more');
    return `<a ${wrapper(block)} href="${attributeUrl(post.url)}" target="${linkTarget(block.attributes)}">${text}</a>`;
  },
};
