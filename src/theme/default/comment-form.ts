import type { CommentFormModel } from '../comment-model.ts';
import { type Html, html } from '../html.ts';

/** The form for a new comment. It needs no script. */
export function commentFormHtml(form: CommentFormModel): Html {
  const { replyingTo, viewer } = form;
  return html`<div id="respond">
<h2 id="reply-title">${replyingTo ? `Reply to ${replyingTo.name}` : 'Leave a comment'}</h2>
<p class="cancel"${replyingTo ? '' : html` hidden`}><a rel="nofollow" href="${replyingTo?.cancelUrl ?? '#respond'}">Cancel the reply</a></p>
<form id="commentform" class="panel" method="post" action="${form.action}" aria-labelledby="reply-title">
${form.hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${viewer && html`<p>You are logged in as ${viewer}.</p>`}
<label for="comment">Comment</label>
<textarea id="comment" name="comment" rows="6" maxlength="65525" required>${form.values.comment}</textarea>
${!viewer && personFields(form)}
<div class="trap" aria-hidden="true"><label for="trap">Leave this empty</label><input id="trap" name="${form.trap}" tabindex="-1" autocomplete="off"></div>
<p><button>Post the comment</button></p>
</form>
</div>
`;
}

function personFields({ requiresName, values }: CommentFormModel): Html {
  const required = requiresName ? html` required` : '';
  const mark = requiresName ? '' : html` <small>(optional)</small>`;
  return html`<div class="fields">
<p><label for="author">Name${mark}</label><input id="author" name="author" value="${values.author}" autocomplete="name" maxlength="245"${required}></p>
<p><label for="email">E-mail${mark}</label><input id="email" name="email" type="email" value="${values.email}" autocomplete="email" maxlength="100" aria-describedby="email-hint"${required}></p>
<p><label for="url">Website <small>(optional)</small></label><input id="url" name="url" type="url" value="${values.url}" autocomplete="url" maxlength="200"></p>
</div>
<p class="hint" id="email-hint">Your e-mail address is not shown.</p>`;
}
