import type { BlockRenderer } from '../../../render-context.ts';
import { escapeKeepingReferences } from '../../../scan/entities.ts';
import { flagAttribute, numberAttribute, textAttribute } from '../../block-attributes.ts';
import { wrapper } from '../../supports/wrapper.ts';
import { avatarImage } from '../avatar-image.ts';
import { askForPost, postOf } from '../post-scope.ts';
import { alignClass, positive, safeMarkup } from '../values.ts';

/** The author of the post, with picture and biography. */
export const postAuthor: BlockRenderer = {
  name: 'core/post-author',
  isDynamic: true,
  needs: askForPost,
  render: (block, _inner, context) => {
    const { attributes } = block;
    const author = postOf(context)?.author;
    if (!author) return '';
    const size = positive(numberAttribute(attributes, 'avatarSize'), 48);
    const picture =
      (flagAttribute(attributes, 'showAvatar') ?? true)
        ? `<div class="wp-block-post-author__avatar">${avatarImage(author.avatar, size)}</div>`
        : '';
    const byline = textAttribute(attributes, 'byline') ?? '';
    const parts = [
      byline === '' ? '' : `<p class="wp-block-post-author__byline">${safeMarkup(byline)}</p>`,
      `<p class="wp-block-post-author__name">${escapeKeepingReferences(author.name)}</p>`,
      flagAttribute(attributes, 'showBio') ? `<p class="wp-block-post-author__bio">${author.about}</p>` : '',
    ];
    return `<div ${wrapper(block, { classes: alignClass(attributes) })}>${picture}<div class="wp-block-post-author__content">${parts.join('')}</div></div>`;
  },
};

/** What the author of the post says about themselves. */
export const postAuthorBiography: BlockRenderer = {
  name: 'core/post-author-biography',
  isDynamic: true,
  needs: askForPost,
  render: (block, _inner, context) => {
    const about = postOf(context)?.author?.about;
    return about ? `<div ${wrapper(block, { classes: alignClass(block.attributes) })}>${about}</div>` : '';
  },
};
