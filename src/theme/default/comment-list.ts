import type { CommentModel, CommentsModel } from '../comment-model.ts';
import { type Html, html, noHtml } from '../html.ts';
import type { PageModel } from '../page-model.ts';
import { commentFormHtml } from './comment-form.ts';
import { pagingNav } from './pieces.ts';

/** The thread of an entry and the form below it. */
export function commentSection(comments: CommentsModel, page: PageModel): Html {
  const { isShown, thread, count, form, closed, loginUrl } = comments;
  if (!isShown) return noHtml;
  // Where there is nothing but the form, its own heading is enough.
  const isEmpty = thread.length === 0 && form !== null;
  return html`<section class="comments" id="comments" aria-labelledby="${isEmpty ? 'reply-title' : 'comments-title'}">
${!isEmpty && html`<h2 id="comments-title">${title(count)}</h2>`}
${thread.length > 0 && html`<ol class="thread">${thread.map(commentItem)}</ol>`}
${pagingNav(comments.paging, 'Pages of comments', { before: 'Previous', after: 'Next' })}
${form ? commentFormHtml(form) : closed && html`<p class="nothing">${closed}${loginUrl && html` <a rel="nofollow" href="${loginUrl}">Log in</a>`}</p>`}
</section>
${form && html`<script src="${page.asset('comment-reply.js')}" defer></script>`}`;
}

function title(count: number): string {
  if (count === 0) return 'Comments';
  return count === 1 ? 'One comment' : `${count} comments`;
}

function commentItem(comment: CommentModel): Html {
  const { id, author, authorUrl, avatar } = comment;
  const name = authorUrl ? html`<a href="${authorUrl}" rel="external nofollow ugc">${author}</a>` : html`${author}`;
  return html`<li id="comment-${id}">
<article class="comment${comment.isByEntryAuthor && ' by-author'}" id="div-comment-${id}">
<header>
${avatar && html`<img src="${avatar}" width="40" height="40" alt="" loading="lazy" referrerpolicy="no-referrer">`}
<p><cite>${name}</cite>${comment.isByEntryAuthor && html` <span class="badge">Author</span>`}<br>
<a class="when" href="${comment.url}"><time datetime="${comment.date.iso}">${comment.date.text}</time></a></p>
</header>
${comment.isPending && html`<p class="note">Only you can see this comment until it is approved.</p>`}
<div class="comment-text">${comment.text}</div>
${comment.replyUrl && html`<p class="reply"><a rel="nofollow" href="${comment.replyUrl}" data-reply-to="${id}" aria-label="Reply to ${author}">Reply</a></p>`}
</article>
${comment.replies.length > 0 && html`<ol>${comment.replies.map(commentItem)}</ol>`}
</li>
`;
}
