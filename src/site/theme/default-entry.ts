import { avatarTag, byLine, commentTotal, pagingNav, pictureTag, termList } from './default-pieces.ts';
import { type Html, html, noHtml } from './html.ts';
import type {
  CommentFormModel,
  CommentModel,
  CommentsModel,
  EntryModel,
  PageModel,
  PasswordModel,
} from './page-model.ts';
import { filled, type Words } from './words.ts';

export function postPage(page: EntryModel): Html {
  const { entry } = page;
  return html`<article class="entry">
<header class="page-head">
${note(page)}${entry.categories.length > 0 && html`<p class="kicker">${entry.categories.map(({ label, url }) => html`<a rel="category" href="${url}">${label}</a>`)}</p>`}
<h1>${entry.title}</h1>
${byLine(entry, false)}
</header>
${leadPicture(page)}${body(page)}
<footer class="entry-foot">
${termList(page.words.tags, entry.tags)}${author(page)}
</footer>
</article>
${neighbours(page)}${commentSection(page.comments, page)}`;
}

export function pagePage(page: EntryModel): Html {
  return html`<article class="entry">
<header class="page-head">
${note(page)}${above(page)}
<h1>${page.entry.title}</h1>
</header>
${leadPicture(page)}${body(page)}
</article>
${commentSection(page.comments, page)}`;
}

export function attachmentPage(page: EntryModel): Html {
  return html`<article class="entry">
<header class="page-head">
${note(page)}${above(page)}
<h1>${page.entry.title}</h1>
${byLine(page.entry, false)}
</header>
${body(page)}
</article>
${commentSection(page.comments, page)}`;
}

const note = ({ note: text }: EntryModel): Html => (text ? html`<p class="note" role="note">${text}</p>\n` : noHtml);

function above({ above: links, words }: EntryModel): Html {
  if (links.length === 0) return noHtml;
  return html`<nav class="above" aria-label="${words.above}"><ol>${links.map(({ label, url }) => html`<li><a href="${url}">${label}</a></li>`)}</ol></nav>`;
}

function leadPicture({ entry, parts }: EntryModel): Html {
  if (!entry.picture || parts.page > 1) return noHtml;
  return html`<figure class="lead">${pictureTag(entry.picture, { sizes: '(min-width: 70rem) 66rem, 100vw', isFirst: true })}</figure>\n`;
}

function body({ content, password, parts, words }: EntryModel): Html {
  if (password) return passwordForm(password, words);
  return html`<div class="content">
${content}
</div>
${pagingNav(parts, { label: words.parts, before: words.previous, after: words.next, words })}`;
}

function passwordForm({ action, hidden, wasWrong }: PasswordModel, words: Words): Html {
  return html`<form class="panel" method="post" action="${action}">
${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p id="password-hint">${words.passwordHint}</p>
${wasWrong && html`<p class="error" role="alert">${words.passwordWrong}</p>`}
<label for="post-password">${words.password}</label>
<div class="row"><input type="password" id="post-password" name="post_password" autocomplete="off" required aria-describedby="password-hint"><button>${words.readText}</button></div>
</form>`;
}

function author({ entry: { author: one }, words }: EntryModel): Html {
  if (!one?.about) return noHtml;
  return html`<aside class="author" aria-label="${words.aboutAuthor}">${one.avatar && avatarTag(one.avatar, 64)}<div><p><a rel="author" href="${one.url}">${one.label}</a></p><p>${one.about}</p></div></aside>`;
}

function neighbours({ previous, next, words }: EntryModel): Html {
  if (!previous && !next) return noHtml;
  return html`<nav class="neighbours" aria-label="${words.morePosts}">
${previous && html`<a rel="prev" href="${previous.url}"><span>${words.earlierPost}</span> ${previous.label}</a>`}
${next && html`<a rel="next" href="${next.url}"><span>${words.laterPost}</span> ${next.label}</a>`}
</nav>
`;
}

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

/** The form for a new comment. It needs no script. */
export function commentFormHtml(form: CommentFormModel, words: Words): Html {
  const { replyingTo, viewer } = form;
  return html`<div id="respond">
<h2 id="reply-title" data-usual="${words.leaveComment}">${replyingTo ? filled(words.replyTo, { name: replyingTo.name }) : words.leaveComment}</h2>
<p class="cancel"${replyingTo ? '' : html` hidden`}><a rel="nofollow" href="${replyingTo?.cancelUrl ?? '#respond'}">${words.cancelReply}</a></p>
<form id="commentform" class="panel" method="post" action="${form.action}" aria-labelledby="reply-title">
${form.hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${viewer && html`<p>${filled(words.loggedInAs, { name: viewer })}</p>`}
<label for="comment">${words.comment}</label>
<textarea id="comment" name="comment" rows="6" maxlength="65525" required>${form.values.comment}</textarea>
${!viewer && personFields(form, words)}
<div class="trap" aria-hidden="true"><label for="trap">${words.leaveEmpty}</label><input id="trap" name="${form.trap}" tabindex="-1" autocomplete="off"></div>
<p><button>${words.postComment}</button></p>
</form>
</div>
`;
}

function personFields({ requiresName, values }: CommentFormModel, words: Words): Html {
  const required = requiresName ? html` required` : '';
  const mark = requiresName ? '' : html` <small>${words.optional}</small>`;
  return html`<div class="fields">
<p><label for="author">${words.name}${mark}</label><input id="author" name="author" value="${values.author}" autocomplete="name" maxlength="245"${required}></p>
<p><label for="email">${words.email}${mark}</label><input id="email" name="email" type="email" value="${values.email}" autocomplete="email" maxlength="100" aria-describedby="email-hint"${required}></p>
<p><label for="url">${words.website} <small>${words.optional}</small></label><input id="url" name="url" type="url" value="${values.url}" autocomplete="url" maxlength="200"></p>
</div>
<p class="hint" id="email-hint">${words.emailHint}</p>`;
}
