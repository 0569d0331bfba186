import { attributeUrl } from '../../../clean-url.ts';
import { localDate } from '../../../formats/local-date.ts';
import { paragraphs } from '../../../paragraphs/paragraphs.ts';
import { renderTitle } from '../../../render.ts';
import type { BlockContext, BlockRenderer } from '../../../render-context.ts';
import { escapeKeepingReferences } from '../../../scan/entities.ts';
import type { Block } from '../../block.ts';
import { flagAttribute, numberAttribute } from '../../block-attributes.ts';
import { loadedFor } from '../../block-needs.ts';
import { wrapper } from '../../supports/wrapper.ts';
import { avatarImage } from '../avatar-image.ts';
import type { LatestComment } from '../shown.ts';
import { firstWordsOf, positive, withoutShortcodes } from '../values.ts';

const mostComments = 100;
const avatarSize = 48;
const wordsOfExcerpt = 20;

const countOf = ({ attributes }: Block): number =>
  Math.min(positive(numberAttribute(attributes, 'commentsToShow'), 5), mostComments);

/** The newest comments on posts. */
export const latestComments: BlockRenderer = {
  name: 'core/latest-comments',
  isDynamic: true,
  needs: (block, ask) => {
    ask('site', null);
    ask('latestComments', countOf(block));
  },
  render: (block, _inner, context) => {
    const comments = loadedFor(context.blockData, 'latestComments', countOf(block)) ?? [];
    const shows = visibleDetails(block);
    const classes = [
      ...(shows.avatar ? ['has-avatars'] : []),
      ...(shows.date ? ['has-dates'] : []),
      ...(shows.excerpt ? ['has-excerpts'] : []),
      ...(comments.length === 0 ? ['no-comments'] : []),
    ];
    const attributes = wrapper(block, { classes });
    if (comments.length === 0) return `<div ${attributes}>No comments to show.</div>`;
    return `<ol ${attributes}>${comments.map((comment) => item(comment, shows, context)).join('')}</ol>`;
  },
};

interface VisibleDetails {
  readonly avatar: boolean;
  readonly date: boolean;
  readonly excerpt: boolean;
}

const visibleDetails = ({ attributes }: Block): VisibleDetails => ({
  avatar: flagAttribute(attributes, 'displayAvatar') ?? true,
  date: flagAttribute(attributes, 'displayDate') ?? true,
  excerpt: flagAttribute(attributes, 'displayExcerpt') ?? true,
});

function item(comment: LatestComment, shows: VisibleDetails, context: BlockContext): string {
  const site = loadedFor(context.blockData, 'site', null);
  const picture = shows.avatar
    ? avatarImage(comment.avatar, avatarSize, { class: 'wp-block-latest-comments__comment-avatar' })
    : '';
  const name = withoutShortcodes(escapeKeepingReferences(comment.author || 'Anonymous'));
  const author = comment.authorUrl
    ? `<a class="wp-block-latest-comments__comment-author" href="${attributeUrl(comment.authorUrl)}">${name}</a>`
    : `<span class="wp-block-latest-comments__comment-author">${name}</span>`;
  const title = renderTitle(comment.postTitle, context) || '(no title)';
  const post = `<a class="wp-block-latest-comments__comment-link" href="${attributeUrl(comment.url)}">${title}</a>`;
  const date =
    shows.date && site
      ? `<time datetime="${comment.date.iso}" class="wp-block-latest-comments__comment-date">${localDate(comment.date.local, site.dateFormat, site.language)}</time>`
      : '';
  const excerpt = shows.excerpt
    ? `<div class="wp-block-latest-comments__comment-excerpt">${paragraphs(withoutShortcodes(firstWordsOf(comment.content, wordsOfExcerpt)))}</div>`
    : '';
  return `<li class="wp-block-latest-comments__comment">${picture}<article><footer class="wp-block-latest-comments__comment-meta">${author} on ${post}${date}</footer>${excerpt}</article></li>`;
}
