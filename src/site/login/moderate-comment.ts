import type { SiteAnswer } from '../../http/write-response.ts';
import { plainOf, shortened } from '../pages/html-to-text.ts';
import { readForm } from '../pages/read-form.ts';
import { html } from '../theme/html.ts';
import type { Words } from '../theme/words.ts';
import { askAsUser } from './ask-as-user.ts';
import { foreignForm } from './log-in.ts';
import type { LoginWork } from './login-context.ts';
import { isForeignForm, loginAnswer } from './login-view.ts';
import { refusalIn } from './refusal-text.ts';

interface Action {
  /** The status to ask the interface for. */
  readonly status: string;
  readonly question: keyof Words;
  readonly button: keyof Words;
  readonly done: keyof Words;
}

/** What the links of moderation mails ask for, by the name in the address. */
const actions: Readonly<Record<string, Action>> = {
  approve: { status: 'approved', question: 'approveAsk', button: 'approveDo', done: 'approveDone' },
  unapprove: { status: 'hold', question: 'withdrawAsk', button: 'withdrawDo', done: 'withdrawDone' },
  trash: { status: 'trash', question: 'trashAsk', button: 'trashDo', done: 'trashDone' },
  spam: { status: 'spam', question: 'spamAsk', button: 'spamDo', done: 'spamDone' },
};

const pathOf = (id: number): string => `/wp/v2/comments/${id}`;

interface ShownComment {
  readonly link: string;
  readonly author_name: string;
  readonly status: string;
  readonly content: { readonly rendered: string };
}

/**
 * The page behind a link of a moderation mail, for a logged-in user: it shows the comment and asks first, since a link
 * must not change anything. What happens then is a request to the interface, with the user's own permissions.
 */
export async function moderateComment(work: LoginWork, nonce: string): Promise<SiteAnswer> {
  const { current, query, request, words } = work;
  const asked = query.get('action') ?? '';
  const action = Object.hasOwn(actions, asked) ? actions[asked] : null;
  const id = /^[1-9]\d{0,14}$/.test(query.get('c') ?? '') ? Number(query.get('c')) : 0;
  if (!action || id === 0) return refused(work, words.moderateNothing, 400);
  const isPosted = request.method === 'POST';
  if (isPosted && isForeignForm(request, current)) return foreignForm(work);
  if (isPosted) {
    const sent = (await readForm(request))?.get('_wpnonce') ?? '';
    const answered = await askAsUser(work, sent, { path: pathOf(id), change: { status: action.status } });
    if (answered.status !== 200) return refused(work, refusalIn(words, answered), answered.status);
    return loginAnswer(current, {
      title: words.comments,
      main: html`<p role="status">${words[action.done]}</p>`,
      links: [[words.toSite, `${current.url}/`]],
    });
  }
  const answered = await askAsUser(work, nonce, { path: pathOf(id), query: { context: 'edit' } });
  if (answered.status !== 200) return refused(work, refusalIn(words, answered), answered.status);
  // The interface answers with a comment in the form of its schema.
  return question(work, answered.body as ShownComment, { action, asked, id, nonce });
}

function question(
  { current, words }: LoginWork,
  comment: ShownComment,
  { action, asked, id, nonce }: { action: Action; asked: string; id: number; nonce: string },
): Promise<SiteAnswer> {
  const text = shortened(plainOf(comment.content.rendered), 600);
  const main = html`<blockquote><p>${text}</p><footer>${plainOf(comment.author_name) || words.anonymous}</footer></blockquote>
<form method="post" action="${current.serverUrl}/wp-admin/comment.php?action=${asked}&c=${id}">
<input type="hidden" name="_wpnonce" value="${nonce}"><button>${words[action.button]}</button></form>`;
  return loginAnswer(current, { title: words[action.question], main, links: [[words.moderateLook, comment.link]] });
}

function refused({ current, words }: LoginWork, text: string, status: number): Promise<SiteAnswer> {
  const links = [[words.toSite, `${current.url}/`]] as const;
  const view = { title: words.comments, main: html``, notice: { text, isBad: true }, links };
  return loginAnswer(current, view, { status });
}
