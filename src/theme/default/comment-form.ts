import type { CommentFormModel } from '../comment-model.ts';
import { type Html, html } from '../html.ts';
import type { Words } from '../words/english.ts';
import { filled } from '../words/words-in.ts';

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
