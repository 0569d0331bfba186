import type { CommentModel, CommentsModel } from '../comment-model.ts';
import { type Html, html, noHtml } from '../html.ts';
import type { PageModel } from '../page-model.ts';
import type { Words } from '../words/english.ts';
import { filled } from '../words/words-in.ts';
import { commentFormHtml } from './comment-form.ts';
import { avatarTag, commentTotal, pagingNav } from './pieces.ts';

/** The thread of an entry and the form below it. */
export function commentSection(comments: CommentsModel, page: PageModel): Html {
  const { isShown, thread, count, form, closed, loginUrl } = comments;
  if (!isShown) return noHtml;
  const { words } = page;
  // Where there is nothing but the form, its own heading is enough.
  const isEmpty = thread.length === 0 && form !== null;
  return html`<section class="comments" id="comments" aria-labelledby="${isEmpty ? 'reply-title' : 'comments-title'}">
${!isEmpty && html`<h2 id="comments-title">${count === 0 ? words.comments : commentTotal(count, words)}</h2>`}
${thread.length > 0 && html`<ol class="thread">${thread.map((comment) => commentItem(comment, words))}</ol>`}
${pagingNav(comments.paging, { label: words.commentPages, before: words.previous, after: words.next, words })}
${form ? commentFormHtml(form, words) : closed && html`<p class="nothing">${closed}${loginUrl && html` <a rel="nofollow" href="${loginUrl}">${words.logIn}</a>`}</p>`}
</section>
${form && html`<script src="${page.asset('comment-reply.js')}" defer></script>`}`;
}

function commentItem(comment: CommentModel, words: Words): Html {
  const { id, author, authorUrl, avatar } = comment;
  const name = authorUrl ? html`<a href="${authorUrl}" rel="external nofollow ugc">${author}</a>` : html`${author}`;
  return html`<li id="comment-${id}">
<article class="comment${comment.isByEntryAuthor && ' by-author'}" id="div-comment-${id}">
<header>
${avatar && avatarTag(avatar, 40)}
<p><cite>${name}</cite>${comment.isByEntryAuthor && html` <span class="badge">${words.byAuthor}</span>`}<br>
<a class="when" href="${comment.url}"><time datetime="${comment.date.iso}">${comment.date.text}</time></a></p>
</header>
${comment.isPending && html`<p class="note">${words.commentPending}</p>`}
<div class="comment-text">${comment.text}</div>
${comment.replyUrl && html`<p class="reply"><a rel="nofollow" href="${comment.replyUrl}" data-reply-to="${id}" aria-label="${filled(words.replyTo, { name: author })}">${words.reply}</a></p>`}
</article>
${comment.replies.length > 0 && html`<ol>${comment.replies.map((reply) => commentItem(reply, words))}</ol>`}
</li>
`;
}
