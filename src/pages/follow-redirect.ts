import type { SiteAnswer } from '../http/write-response.ts';
import { redirectAnswer } from './page-answer.ts';
import type { PageWork } from './page-context.ts';
import { storedRedirect } from './targets/stored-redirect.ts';

/** The answer of a redirect that somebody set for a path without content; null for none. */
export async function followRedirect(
  { call, redirectHits }: PageWork,
  path: string,
  query: string,
): Promise<SiteAnswer | null> {
  const stored = await storedRedirect(call, path, query, redirectHits.note);
  if (stored === 'gone') return gone;
  return stored && redirectAnswer(stored.to, stored.status);
}

const gone: SiteAnswer = {
  status: 410,
  type: 'text/plain; charset=UTF-8',
  payload: 'This page was removed for good.',
  headers: { 'X-Content-Type-Options': 'nosniff' },
};
