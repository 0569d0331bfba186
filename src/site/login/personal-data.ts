import type { SiteAnswer } from '../../http/write-response.ts';
import { readForm } from '../pages/read-form.ts';
import { html, noHtml } from '../theme/html.ts';
import type { Words } from '../theme/words.ts';
import { foreignForm } from './log-in.ts';
import type { LoginWork, PersonLink } from './login-context.ts';
import { isForeignForm, loginAnswer } from './login-view.ts';

/**
 * The link of a mail about personal data. Opening it only asks: programs that look at addresses beforehand must not confirm
 * anything. The button confirms, and later fetches the archive.
 */
export async function personalData(work: LoginWork): Promise<SiteAnswer> {
  const { request, current, personLinks } = work;
  if (request.method !== 'POST') return show(work, work.query.get('token') ?? '');
  if (isForeignForm(request, current)) return foreignForm(work);
  const sent = await readForm(request);
  const token = sent?.get('token') ?? '';
  if (sent?.get('do') === 'fetch') return fetchArchive(work, token);
  await personLinks.confirm(token, request.remote.address);
  return show(work, token);
}

const texts: Readonly<Record<`${PersonLink['action']} ${PersonLink['state']}`, keyof Words>> = {
  'export unconfirmed': 'personExportAsk',
  'export under way': 'personUnderWay',
  'export ready': 'personReady',
  'export over': 'personLinkInvalid',
  'erase unconfirmed': 'personEraseAsk',
  'erase under way': 'personEraseNoted',
  'erase ready': 'personEraseNoted',
  'erase over': 'personEraseNoted',
};

async function show(work: LoginWork, token: string): Promise<SiteAnswer> {
  const { current, words, personLinks } = work;
  const at = await personLinks.open(token);
  if (!at) return voidLink(work);
  const action = `${current.serverUrl}/wp-login.php?action=personal-data`;
  const button = at.state === 'ready' ? words.personFetch : words.personConfirm;
  const main = html`<p>${words[texts[`${at.action} ${at.state}`]]}</p>
${
  at.state === 'unconfirmed' || at.state === 'ready'
    ? html`<form method="post" action="${action}">
<input type="hidden" name="token" value="${token}"><input type="hidden" name="do" value="${at.state === 'ready' ? 'fetch' : 'confirm'}">
<button autofocus>${button}</button></form>`
    : noHtml
}`;
  return loginAnswer(current, { title: words.personalData, main, links: [[words.toSite, `${current.url}/`]] });
}

async function fetchArchive(work: LoginWork, token: string): Promise<SiteAnswer> {
  const archive = await work.personLinks.archive(token);
  if (!archive) return voidLink(work);
  return { status: 200, ...archive };
}

function voidLink({ current, words }: LoginWork): Promise<SiteAnswer> {
  const main = html`<p>${words.personLinkInvalid}</p>`;
  return loginAnswer(
    current,
    { title: words.linkInvalid, main, links: [[words.toSite, `${current.url}/`]] },
    { status: 403 },
  );
}
