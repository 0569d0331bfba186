import type { SiteAnswer } from '../http/write-response.ts';
import type { MessageModel } from '../theme/page-model.ts';
import type { HeadFacts } from './head/head-facts.ts';
import { siteLinks } from './head/page-head.ts';
import { loadSite } from './models/site-model.ts';
import type { PageWork } from './page-context.ts';
import { pageModel, renderPage } from './render-page.ts';

/** The page for an address that names nothing, or nothing that the reader may see: the answer is the same. */
export async function showNotFound(work: PageWork): Promise<SiteAnswer> {
  const { page, head } = await frameOf(work, work.words.notFound, 'not-found');
  return renderPage(work, { page, main: work.theme.functions.notFound(page), head }, { status: 404 });
}

type Message = Pick<MessageModel, 'heading' | 'message' | 'back' | 'comments'>;

/** A page with a message; never cached. */
export async function showMessage(
  work: PageWork,
  message: Message,
  sent: { readonly status: number; readonly headers?: Readonly<Record<string, string>> },
): Promise<SiteAnswer> {
  const { page, head } = await frameOf(work, message.heading, 'message');
  const model: MessageModel = { ...page, ...message };
  return renderPage(
    work,
    { page: model, main: work.theme.functions.message(model), head },
    { ...sent, isHidden: true },
  );
}

async function frameOf(work: PageWork, title: string, bodyClass: string) {
  const site = await loadSite(work, { current: '' });
  const head: HeadFacts = {
    title: `${title} – ${site.site.title}`,
    description: '',
    canonical: null,
    isIndexed: false,
    openGraphType: 'website',
    picture: null,
    properties: [],
    data: null,
    links: siteLinks(work.call.site, site.site.title, work.words),
  };
  return { head, page: await pageModel(work, { site, head, bodyClass }) };
}
