import { attributeUrl } from '../../../clean-url.ts';
import { localDate } from '../../../formats/local-date.ts';
import { renderComment, renderTitle } from '../../../render.ts';
import type { BlockRenderer } from '../../../render-context.ts';
import { escapeKeepingReferences } from '../../../scan/entities.ts';
import { flagAttribute, numberAttribute, textAttribute } from '../../block-attributes.ts';
import { loadedFor } from '../../block-needs.ts';
import { wrapper } from '../../supports/wrapper.ts';
import { postOf, siteOf } from '../post-scope.ts';
import { alignClass, linkTarget, withoutShortcodes } from '../values.ts';
import { commentOf } from './comment-scope.ts';

/** How many comments the post has. */
export const commentsTitle: BlockRenderer = {
  name: 'core/comments-title',
  isDynamic: true,
  needs: (_block, ask, { postId }) => {
    ask('post', postId);
    ask('comments', postId);
  },
  render: (block, _inner, context) => {
    const { attributes } = block;
    const post = postOf(context);
    const count = loadedFor(context.blockData, 'comments', context.postId)?.length ?? 0;
    if (!post || count === 0) return '';
    const withCount = flagAttribute(attributes, 'showCommentsCount') ?? true;
    const number = !withCount ? '' : count === 1 ? 'One ' : `${count} `;
    const noun = count === 1 ? 'response' : 'responses';
    const subject = withCount ? noun : noun.charAt(0).toUpperCase() + noun.slice(1);
    const title =
      (flagAttribute(attributes, 'showPostTitle') ?? true)
        ? ` to &#8220;${renderTitle(post.title, context)}&#8221;`
        : '';
    const level = numberAttribute(attributes, 'level') ?? 2;
    const tag = level >= 1 && level <= 6 ? `h${level}` : 'h2';
    return `<${tag} id="comments" ${wrapper(block, { classes: alignClass(attributes) })}>${number}${subject}${title}</${tag}>`;
  },
};

/** Who wrote the comment. */
export const commentAuthorName: BlockRenderer = {
  name: 'core/comment-author-name',
  isDynamic: true,
  render: (block, _inner, context) => {
    const { attributes } = block;
    const comment = commentOf(context);
    if (!comment) return '';
    const name = withoutShortcodes(escapeKeepingReferences(comment.author || 'Anonymous'));
    const isLink = (flagAttribute(attributes, 'isLink') ?? true) && comment.authorUrl !== '';
    const text = isLink
      ? `<a rel="external nofollow ugc" href="${attributeUrl(comment.authorUrl)}" target="${linkTarget(attributes)}" >${name}</a>`
      : name;
    return `<div ${wrapper(block, { classes: alignClass(attributes) })}>${text}</div>`;
  },
};

/** When the comment was written. */
export const commentDate: BlockRenderer = {
  name: 'core/comment-date',
  isDynamic: true,
  render: (block, _inner, context) => {
    const { attributes } = block;
    const [comment, site] = [commentOf(context), siteOf(context)];
    if (!comment || !site) return '';
    const pattern = textAttribute(attributes, 'format') || site.dateFormat;
    const date = escapeKeepingReferences(localDate(comment.date.local, pattern, site.language));
    const text =
      (flagAttribute(attributes, 'isLink') ?? true) ? `<a href="${attributeUrl(comment.url)}">${date}</a>` : date;
    return `<div ${wrapper(block)}><time datetime="${comment.date.iso}">${text}</time></div>`;
  },
};

/** What the comment says. */
export const commentContent: BlockRenderer = {
  name: 'core/comment-content',
  isDynamic: true,
  render: (block, _inner, context) => {
    const comment = commentOf(context);
    if (!comment) return '';
    const note = comment.isApproved
      ? ''
      : '<p><em class="comment-awaiting-moderation">Your comment waits to be approved.</em></p>';
    const text = withoutShortcodes(renderComment(comment.content, context));
    return `<div ${wrapper(block, { classes: alignClass(block.attributes) })}>${note}${text}</div>`;
  },
};

/** A link to answer the comment, where answers may still go deeper. */
export const commentReplyLink: BlockRenderer = {
  name: 'core/comment-reply-link',
  isDynamic: true,
  render: (block, _inner, context) => {
    const [comment, post] = [commentOf(context), postOf(context)];
    const depth = numberAttribute(context.provided, 'commentDepth') ?? 1;
    if (!comment?.isApproved || !post?.takesComments || depth >= deepestAnswer) return '';
    const url = new URL(post.url);
    url.searchParams.set('replytocom', String(comment.id));
    const label = withoutShortcodes(escapeKeepingReferences(`Reply to ${comment.author || 'Anonymous'}`));
    return `<div ${wrapper(block, { classes: alignClass(block.attributes) })}><a rel='nofollow' class='comment-reply-link' href='${attributeUrl(`${url.href}#respond`)}' data-commentid="${comment.id}" data-postid="${post.id}" data-belowelement="comment-${comment.id}" data-respondelement="respond" data-replyto="${label}" aria-label='${label}'>Reply</a></div>`;
  },
};

const deepestAnswer = 5;

/** A link to edit the comment belongs to the administration; texts do not show it. */
export const commentEditLink: BlockRenderer = { name: 'core/comment-edit-link', render: () => '' };
