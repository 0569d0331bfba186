import type { SiteAnswer } from '../../http/write-response.ts';
import { plainOf, shortened } from '../pages/html-to-text.ts';
import { readForm } from '../pages/read-form.ts';
import { html } from '../theme/html.ts';
import { askAsUser, messageOf } from './ask-as-user.ts';
import { foreignForm } from './log-in.ts';
import type { LoginWork } from './login-context.ts';
import { isForeignForm, loginAnswer } from './login-view.ts';

interface Action {
  /** The status to ask the interface for. */
  readonly status: string;
  readonly question: string;
  readonly button: string;
  readonly done: string;
}

/** What the links of moderation mails ask for, by the name in the address. */
const actions: Readonly<Record<string, Action>> = {
  approve: { status: 'approved', question: 'Approve this comment?', button: 'Approve it', done: 'is approved' },
  unapprove: { status: 'hold', question: 'Withdraw this comment?', button: 'Withdraw it', done: 'waits for approval' },
  trash: {
    status: 'trash',
    question: 'Put it into the trash?',
    button: 'Put it into the trash',
    done: 'is in the trash',
  },
  spam: { status: 'spam', question: 'Mark it as spam?', button: 'Mark it as spam', done: 'is marked as spam' },
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
  const { current, query, request } = work;
  const asked = query.get('action') ?? '';
  const action = Object.hasOwn(actions, asked) ? actions[asked] : null;
  const id = /^[1-9]\d{0,14}$/.test(query.get('c') ?? '') ? Number(query.get('c')) : 0;
  if (!action || id === 0)
    return refused(work, 'This link names no comment, or nothing that can be done with it.', 400);
  const isPosted = request.method === 'POST';
  if (isPosted && isForeignForm(request, current)) return foreignForm(work);
  if (isPosted) {
    const sent = (await readForm(request))?.get('_wpnonce') ?? '';
    const { status, body } = await askAsUser(work, sent, { path: pathOf(id), change: { status: action.status } });
    if (status !== 200) return refused(work, messageOf(body), status);
    return loginAnswer(current, {
      title: 'Comments',
      main: html`<p role="status">The comment ${action.done}.</p>`,
      links: [['To the site', `${current.url}/`]],
    });
  }
  const { status, body } = await askAsUser(work, nonce, { path: pathOf(id), query: { context: 'edit' } });
  if (status !== 200) return refused(work, messageOf(body), status);
  // The interface answers with a comment in the form of its schema.
  return question(work, body as ShownComment, { action, asked, id, nonce });
}

function question(
  { current }: LoginWork,
  comment: ShownComment,
  { action, asked, id, nonce }: { action: Action; asked: string; id: number; nonce: string },
): Promise<SiteAnswer> {
  const text = shortened(plainOf(comment.content.rendered), 600);
  const main = html`<blockquote><p>${text}</p><footer>${plainOf(comment.author_name) || 'Anonymous'}</footer></blockquote>
<form method="post" action="${current.serverUrl}/wp-admin/comment.php?action=${asked}&c=${id}">
<input type="hidden" name="_wpnonce" value="${nonce}"><button>${action.button}</button></form>`;
  return loginAnswer(current, { title: action.question, main, links: [['Look at it first', comment.link]] });
}

function refused({ current }: LoginWork, text: string, status: number): Promise<SiteAnswer> {
  const links = [['To the site', `${current.url}/`]] as const;
  const view = { title: 'Comments', main: html``, notice: { text, isBad: true }, links };
  return loginAnswer(current, view, { status });
}
