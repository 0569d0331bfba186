import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Ask } from '../api/visitor-request.ts';
import type { GuardedExtension } from '../extension/activate.ts';
import type { PageCall } from '../extension/definition.ts';
import type { SiteAnswer, SiteRequest } from '../http/write-response.ts';
import { anonymous } from '../rules/caller.ts';
import type { Services } from './open-services.ts';

/** What pages are made from: services, extensions, and anonymous reads of the interface. */
export interface SitePageSource {
  readonly services: Pick<Services, 'store' | 'site'>;
  readonly extensions: readonly Pick<GuardedExtension, 'pages' | 'refine'>[];
  readonly ask: Ask;
}

/** The HTML of a page as a visitor sees it, before extensions refine it; null if there is no such page. */
export async function visitorHtml(path: string, source: SitePageSource): Promise<string | null> {
  const answer = (await findPage(visitorPageRequest(path), source))?.answer;
  return answer?.status === 200 && typeof answer.payload === 'string' ? answer.payload : null;
}

/** The page of the first extension that has one, refined by all extensions. */
export async function finishedPage(request: SiteRequest, source: SitePageSource): Promise<SiteAnswer | null> {
  const found = await findPage(request, source);
  if (!found) return null;
  let { answer } = found;
  if (answer.status === 200 && answer.type.startsWith('text/html')) {
    for (const { refine } of source.extensions) if (refine) answer = await refine(answer, request, found.call);
  }
  return found.isShared() ? answer : { ...answer, tags: null };
}

async function findPage(request: SiteRequest, source: SitePageSource) {
  const { call, isShared } = await pageCall(source);
  for (const { pages } of source.extensions) {
    for (const page of pages) {
      const answer = await page(request, call);
      if (answer) return { answer, call, isShared };
    }
  }
  return null;
}

async function pageCall({ services, ask }: SitePageSource): Promise<{ call: PageCall; isShared: () => boolean }> {
  const tags = new Set<string>();
  const store = services.store.observe(tags);
  let shared = true;
  const call: PageCall = {
    site: await services.site(store),
    store,
    caller: anonymous,
    tags,
    ask: async (...asked) => {
      const answer = await ask(...asked);
      if (answer.tags) for (const tag of answer.tags) tags.add(tag);
      else shared = false;
      return answer;
    },
  };
  return { call, isShared: () => shared };
}

/** A page request of an anonymous visitor, made within the process. */
function visitorPageRequest(url: string): SiteRequest {
  const message = new IncomingMessage(new Socket());
  return { method: 'GET', url, headers: {}, message, remote: { address: '127.0.0.1', secure: false }, id: 'render' };
}
