import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Call } from '../api/call.ts';
import type { Engine } from '../api/engine.ts';
import { createCall } from '../api/engine.ts';
import { type Ask, isReadMethod, visitorRequest } from '../api/request.ts';
import { sessionCookieName } from '../auth/sessions.ts';
import type { GuardedExtension } from '../extension/activate.ts';
import type { PageCall } from '../extension/definition.ts';
import type { SiteAnswer, SiteRequest } from '../http/write-response.ts';
import type { Caller } from '../rules/capabilities.ts';
import { anonymous } from '../rules/capabilities.ts';
import { withStyleHashes } from '../site/pages/page-answer.ts';
import type { PublicPages } from '../site/pages/public-pages.ts';
import type { Store } from '../storage/store.ts';
import type { Services } from './open-services.ts';

/** What pages are made from: services, extensions, the site's own pages, and anonymous reads of the interface. */
export interface SitePageSource {
  readonly services: Pick<Services, 'store' | 'site' | 'identity'>;
  readonly extensions: readonly Pick<GuardedExtension, 'pages' | 'refine'>[];
  readonly ask: Ask;
  readonly engine: Engine;
  /** The pages of the theme, after those of the extensions. */
  readonly pages: PublicPages;
}

/** The page that a visitor gets, before extensions refine it for a device; null if there is no such page. */
export async function visitorPage(path: string, source: SitePageSource): Promise<SiteAnswer | null> {
  const { answer, sharing } = await findPage(visitorPageRequest(path), source);
  return answer && (sharing.allowed ? answer : { ...answer, tags: null });
}

/** Its HTML. */
export async function visitorHtml(path: string, source: SitePageSource): Promise<string | null> {
  const answer = await visitorPage(path, source);
  return answer?.status === 200 && typeof answer.payload === 'string' ? answer.payload : null;
}

/** The page of the first extension that has one, else of the site itself, refined by all extensions. */
export async function finishedPage(request: SiteRequest, source: SitePageSource): Promise<SiteAnswer | null> {
  const found = await findPage(request, source);
  let { answer } = found;
  if (!answer) return null;
  if (answer.status === 200 && answer.type.startsWith('text/html')) {
    for (const { refine } of source.extensions) if (refine) answer = await refine(answer, request, found.call);
  }
  const shown = withStyleHashes(answer);
  return found.sharing.allowed ? shown : { ...shown, tags: null };
}

async function findPage(request: SiteRequest, source: SitePageSource) {
  const { page, call, sharing } = await startPage(request, source);
  const found = (answer: SiteAnswer | null) => ({ answer, call: page, sharing });
  for (const { pages } of source.extensions) {
    for (const show of pages) {
      const answer = await show(request, page);
      if (answer) return found(answer);
    }
  }
  const answer = await source.pages(request, call);
  return found(answer && { ...answer, tags: answer.tags ?? (answer.status === 200 ? page.tags : null) });
}

/** What one page is made with: for extensions, which see what visitors see, and for the pages of the site. */
async function startPage(request: SiteRequest, source: SitePageSource) {
  const tags = new Set<string>();
  const observed = source.services.store.observe(tags);
  const site = await source.services.site(observed);
  const caller = await readerOf(request, source, observed);
  const isVisit = caller.userId === 0 && isReadMethod(request.method);
  const store = isVisit ? await observed.forVisitor() : observed;
  const sharing = { allowed: caller.userId === 0 };
  const ask: Ask = async (...asked) => {
    const answer = await source.ask(...asked);
    if (answer.tags) for (const tag of answer.tags) tags.add(tag);
    else sharing.allowed = false;
    return answer;
  };
  const asked = visitorRequest('/', {}, { address: request.remote.address, headers: headersOf(request) });
  const call: Call = createCall({ ...asked, method: request.method }, source.engine, {
    caller,
    credential: null,
    store,
    site,
    ask,
    sharing,
    tags,
  });
  const page: PageCall = { site, store, caller: anonymous, tags, ask };
  return { page, call, sharing };
}

/** The user of the session cookie. Pages are not for other origins to read, so that no nonce is needed for reading. */
async function readerOf(request: SiteRequest, { services }: SitePageSource, store: Store): Promise<Caller> {
  if (!request.headers.cookie?.includes(sessionCookieName)) return anonymous;
  const session = await services.identity.browser.current({ headers: headersOf(request) }, services.store);
  return (session && (await services.identity.callerFor(session.userId, store))) ?? anonymous;
}

function headersOf({ headers }: SiteRequest): Record<string, string> {
  const single = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ]);
  return Object.fromEntries(single.filter(([, value]) => value !== undefined));
}

/** A page request of an anonymous visitor, made within the process. */
export function visitorPageRequest(url: string): SiteRequest {
  const message = new IncomingMessage(new Socket());
  return { method: 'GET', url, headers: {}, message, remote: { address: '127.0.0.1', secure: false }, id: 'render' };
}
