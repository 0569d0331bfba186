import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { anonymous } from '../content/caller.ts';
import type { ExtensionHost, ExtensionParts, PageCall } from '../extension.ts';
import type { SiteAnswer, SiteRequest } from '../http/write-response.ts';
import type { Services } from './services.ts';

/** What a page is read through: a store and a way to ask that note what it depends on. */
export interface PageSource {
  readonly services: Pick<Services, 'store' | 'site'>;
  readonly extensions: readonly ExtensionParts[];
  readonly ask: ExtensionHost['ask'];
}

/** The page of the first extension that has one, as it comes from there. */
export async function plainPage(request: SiteRequest, source: PageSource): Promise<SiteAnswer | null> {
  return (await findPage(request, source))?.answer ?? null;
}

/** The page of the first extension that has one, made better by all who can. */
export async function finishedPage(request: SiteRequest, source: PageSource): Promise<SiteAnswer | null> {
  const found = await findPage(request, source);
  if (!found) return null;
  let { answer } = found;
  if (answer.status === 200 && answer.type.startsWith('text/html')) {
    for (const { refine } of source.extensions) if (refine) answer = await refine(answer, request, found.call);
  }
  return found.isShared() ? answer : { ...answer, tags: null };
}

async function findPage(request: SiteRequest, source: PageSource) {
  const { call, isShared } = await pageCall(source);
  for (const { page } of source.extensions) {
    const answer = await page?.(request, call);
    if (answer) return { answer, call, isShared };
  }
  return null;
}

async function pageCall({ services, ask }: PageSource): Promise<{ call: PageCall; isShared: () => boolean }> {
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

/** A request for a page as a visitor would make it, without a network between. */
export function visitorPageRequest(url: string): SiteRequest {
  const message = new IncomingMessage(new Socket());
  return { method: 'GET', url, headers: {}, message, remote: { address: '127.0.0.1', secure: false }, id: 'render' };
}
