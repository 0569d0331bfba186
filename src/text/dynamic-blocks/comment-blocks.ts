import { wrapper } from '../block-supports/wrapper.ts';
import { type Block, flagAttribute, numberAttribute, textAttribute } from '../blocks/block.ts';
import type { LatestComment, ShownComment, ShownPost, ShownSite } from '../blocks/block-data.ts';
import { loadedFor } from '../blocks/block-needs.ts';
import { askForPostAndSite, commentOf, postOf, shownPageOf, siteOf } from '../blocks/block-scope.ts';
import { escapeKeepingReferences } from '../entities.ts';
import { localDate } from '../local-date.ts';
import { paragraphs } from '../paragraphs/paragraphs.ts';
import { renderComment, renderTitle } from '../render/render.ts';
import type { BlockContext, BlockRenderer } from '../render/render-context.ts';
import { attributeUrl } from '../sanitise/clean-url.ts';
import { avatarImage } from './avatar.ts';
import { alignClass, firstWordsOf, linkTarget, positive, withoutShortcodes } from './block-values.ts';

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

/** Answers deeper than this are shown on this level. */
const deepest = 5;

/** Shows its inner blocks once for each comment on the post, with the answers below. */
export const commentTemplate: BlockRenderer = {
  name: 'core/comment-template',
  isDynamic: true,
  ownsInner: true,
  needs: (_block, ask, { postId }) => {
    ask('site', null);
    ask('post', postId);
    ask('comments', postId);
    ask('page', null);
  },
  render: (block, _inner, context) => {
    const comments = loadedFor(context.blockData, 'comments', context.postId) ?? [];
    if (comments.length === 0) return '';
    const known = new Set(comments.map(({ id }) => id));
    const below = Map.groupBy(comments, ({ parentId }) => (known.has(parentId) ? parentId : 0));
    const top = below.get(0) ?? [];
    const onPage = shownPageOf(context)?.comments;
    const shown = onPage && onPage.pages > 1 ? top.filter(({ id }) => onPage.topIds.includes(id)) : top;
    return `<ol ${wrapper(block)}>${items(shown, 1, { block, below, context })}</ol>`;
  },
};

interface Thread {
  readonly block: Block;
  readonly below: ReadonlyMap<number, readonly ShownComment[]>;
  readonly context: BlockContext;
}

function items(comments: readonly ShownComment[], depth: number, thread: Thread): string {
  return comments.map((comment) => item(comment, depth, thread)).join('');
}

function item(comment: ShownComment, depth: number, thread: Thread): string {
  const { block, below, context } = thread;
  const classes = commentClasses(comment, depth, context);
  const shown = context.renderInner([{ ...block, name: 'platen/list-item' }], {
    provided: { ...context.provided, commentId: comment.id, commentDepth: depth },
  });
  const answers = below.get(comment.id) ?? [];
  const isFlat = depth >= deepest;
  const inside = answers.length > 0 && !isFlat ? `<ol>${items(answers, depth + 1, thread)}</ol>` : '';
  const after = isFlat ? items(answers, depth, thread) : '';
  return `<li id="comment-${comment.id}" class="${classes}">${shown}${inside}</li>${after}`;
}

/** Comments and threads alternate over the whole response. */
function commentClasses(comment: ShownComment, depth: number, { counters, ...context }: BlockContext): string {
  const isOdd = counters.comment++ % 2 === 1;
  const isOddThread = depth === 1 && counters.thread++ % 2 === 1;
  const isAuthor = comment.userId > 0 && postOf({ counters, ...context })?.author?.id === comment.userId;
  return [
    comment.type,
    ...(comment.userSlug === '' ? [] : ['byuser', `comment-author-${escapeKeepingReferences(comment.userSlug)}`]),
    ...(isAuthor ? ['bypostauthor'] : []),
    isOdd ? 'odd alt' : 'even',
    ...(depth === 1 ? [isOddThread ? 'thread-odd thread-alt' : 'thread-even'] : []),
    `depth-${depth}`,
  ].join(' ');
}

/** A form for a comment on the post. */
export const postCommentsForm: BlockRenderer = {
  name: 'core/post-comments-form',
  isDynamic: true,
  needs: askForPostAndSite,
  render: (block, _inner, context) => {
    const [post, site] = [postOf(context), siteOf(context)];
    if (!post?.takesComments || !post.isUnlocked || !site) return '';
    const classes = ['comment-respond', ...alignClass(block.attributes)];
    return `	<div id="respond" ${wrapper(block, { classes })}>
		<h3 id="reply-title" class="comment-reply-title">Write a comment <small><a rel="nofollow" id="cancel-comment-reply-link" href="${attributeUrl(post.url)}#respond" style="display:none;">Do not reply</a></small></h3>${form(post, site)}	</div><!-- #respond -->
	`;
  },
};

const form = ({ id }: ShownPost, { serverUrl, isLoggedIn }: ShownSite): string =>
  `<form action="${attributeUrl(`${serverUrl}/wp-comments-post.php`)}" method="post" id="commentform" class="comment-form" novalidate>${isLoggedIn ? '' : visitorNotes}${commentField}${isLoggedIn ? '' : visitorFields}<p class="form-submit wp-block-button"><input name="submit" type="submit" id="submit" class="wp-block-button__link wp-element-button" value="Send comment" /> <input type='hidden' name='comment_post_ID' value='${id}' id='comment_post_ID' />
<input type='hidden' name='comment_parent' id='comment_parent' value='0' />
</p></form>`;

const required = '<span class="required">*</span>';
const visitorNotes = `<p class="comment-notes"><span id="email-notes">Your e-mail address stays private.</span> <span class="required-field-message">Fields with ${required} are needed.</span></p>`;
const commentField = `<p class="comment-form-comment"><label for="comment">Comment ${required}</label> <textarea id="comment" name="comment" cols="45" rows="8" maxlength="65525" required></textarea></p>`;
const visitorFields = `<p class="comment-form-author"><label for="author">Name ${required}</label> <input id="author" name="author" type="text" value="" size="30" maxlength="245" autocomplete="name" required /></p>
<p class="comment-form-email"><label for="email">E-mail address ${required}</label> <input id="email" name="email" type="email" value="" size="30" maxlength="100" aria-describedby="email-notes" autocomplete="email" required /></p>
<p class="comment-form-url"><label for="url">Website</label> <input id="url" name="url" type="url" value="" size="30" maxlength="200" autocomplete="url" /></p>
<p class="comment-form-cookies-consent"><input id="wp-comment-cookies-consent" name="wp-comment-cookies-consent" type="checkbox" value="yes" /> <label for="wp-comment-cookies-consent">Remember me for my next comment.</label></p>
`;

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
    const shows = visibleDetails(block, context);
    const classes = [
      ...(shows.avatar ? ['has-avatars'] : []),
      ...(shows.date ? ['has-dates'] : []),
      ...(shows.excerpt ? ['has-excerpts'] : []),
      ...(comments.length === 0 ? ['no-comments'] : []),
    ];
    const attributes = wrapper(block, { classes });
    if (comments.length === 0) return `<div ${attributes}>No comments to show.</div>`;
    return `<ol ${attributes}>${comments.map((comment) => latestCommentItem(comment, shows, context)).join('')}</ol>`;
  },
};

interface VisibleDetails {
  readonly avatar: boolean;
  readonly date: boolean;
  readonly excerpt: boolean;
  /** Whether the whole comment is shown instead of its first words. */
  readonly isWhole: boolean;
}

function visibleDetails({ attributes }: Block, { rules }: BlockContext): VisibleDetails {
  const isToday = rules.blocks === 'today';
  const content = isToday ? textAttribute(attributes, 'displayContent') : undefined;
  return {
    avatar: flagAttribute(attributes, 'displayAvatar') ?? true,
    date: flagAttribute(attributes, 'displayDate') ?? true,
    excerpt: content === undefined ? (flagAttribute(attributes, 'displayExcerpt') ?? true) : content !== 'none',
    isWhole: content === 'full',
  };
}

function latestCommentItem(comment: LatestComment, shows: VisibleDetails, context: BlockContext): string {
  const site = loadedFor(context.blockData, 'site', null);
  const picture = shows.avatar
    ? avatarImage(comment.avatar, avatarSize, { class: 'wp-block-latest-comments__comment-avatar' })
    : '';
  const name = withoutShortcodes(escapeKeepingReferences(comment.author || 'Anonymous'));
  const home = comment.authorUrl || (context.rules.blocks === 'today' ? comment.userUrl : '');
  const author = home
    ? `<a class="wp-block-latest-comments__comment-author" href="${attributeUrl(home)}">${name}</a>`
    : `<span class="wp-block-latest-comments__comment-author">${name}</span>`;
  const title = renderTitle(comment.postTitle, context) || '(no title)';
  const post = `<a class="wp-block-latest-comments__comment-link" href="${attributeUrl(comment.url)}">${title}</a>`;
  const date =
    shows.date && site
      ? `<time datetime="${comment.date.iso}" class="wp-block-latest-comments__comment-date">${localDate(comment.date.local, site.dateFormat, site.language)}</time>`
      : '';
  const excerpt = shows.excerpt
    ? `<div class="wp-block-latest-comments__comment-excerpt">${shownWords(comment.content, shows.isWhole, context)}</div>`
    : '';
  return `<li class="wp-block-latest-comments__comment">${picture}<article><footer class="wp-block-latest-comments__comment-meta">${author} on ${post}${date}</footer>${excerpt}</article></li>`;
}

const shownWords = (content: string, isWhole: boolean, context: BlockContext): string =>
  isWhole
    ? withoutShortcodes(renderComment(content, context))
    : paragraphs(withoutShortcodes(firstWordsOf(content, wordsOfExcerpt)));
