import type { SiteAnswer } from '../http/write-response.ts';
import { serverPath } from '../rules/site.ts';
import type { Html } from '../theme/html.ts';
import type { PageModel } from '../theme/page-model.ts';
import type { HeadFacts } from './head/head-facts.ts';
import { headTags } from './head/head-tags.ts';
import { plainOf } from './models/plain.ts';
import type { SiteFacts } from './models/site-model.ts';
import { type PageSent, pageAnswer } from './page-answer.ts';
import type { PageWork } from './page-context.ts';

/** What is needed to put the main part of a page into a document. */
export interface Framed {
  readonly site: SiteFacts;
  readonly head: HeadFacts;
  readonly bodyClass: string;
}

/** What every page function is given. */
export async function pageModel(work: PageWork, { site, head, bodyClass }: Framed): Promise<PageModel> {
  const { caller, store } = work.call;
  const user = caller.userId > 0 ? await store.users.byId(caller.userId) : null;
  const base = serverPath(work.call.site);
  return {
    site: site.site,
    head: headTags(head, site),
    bodyClass,
    viewer: user ? { name: plainOf(user.displayName) } : null,
    words: work.words,
    asset: (name) => base + work.theme.assetPath(name),
  };
}

/** Renders a page with the theme. */
export async function renderPage(
  work: PageWork,
  { page, main, head }: { readonly page: PageModel; readonly main: Html; readonly head: HeadFacts },
  sent: Omit<PageSent, 'links'>,
): Promise<SiteAnswer> {
  const document = await work.theme.functions.layout(page, await main);
  return pageAnswer(String(document), { ...sent, links: head.links });
}
