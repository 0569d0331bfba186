import type { SiteAnswer } from '../http/write-response.ts';
import { redirectAnswer } from './page-answer.ts';
import type { PageWork } from './page-context.ts';
import { readForm } from './read-form.ts';
import { showMessage } from './show-message.ts';

const longestPassword = 255;

/** Takes the password of a protected post and has the browser remember it; the post itself tells whether it is right. */
export async function receivePassword(work: PageWork): Promise<SiteAnswer> {
  const { call, request, passwords } = work;
  const sent = await readForm(request);
  const password = sent?.get('post_password') ?? '';
  if (password === '' || password.length > longestPassword) {
    return showMessage(
      work,
      {
        heading: work.words.passwordMissing,
        message: work.words.passwordMissingHint,
        back: { label: work.words.goBack, url: backTo(work, sent) },
        comments: null,
      },
      { status: 400 },
    );
  }
  const cookie = await passwords.cookieFor(password, request.remote.secure, call.site, call.store);
  return redirectAnswer(backTo(work, sent), 303, { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' });
}

/** The page the form was on, if it is one of this site; else the front page. */
function backTo({ call: { site }, request }: PageWork, sent: URLSearchParams | null): string {
  const home = `${site.url}/`;
  const own = [home, `${site.serverUrl}/`].map((base) => new URL(base));
  for (const wanted of [sent?.get('redirect_to'), request.headers.referer]) {
    const url = wanted ? URL.parse(wanted, home) : null;
    const isOwn = own.some(({ origin, pathname }) => url?.origin === origin && url.pathname.startsWith(pathname));
    if (url && isOwn && url.username === '') return url.href;
  }
  return home;
}
