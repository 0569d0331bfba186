import type { SiteAnswer } from '../../http/write-response.ts';
import { serverPath } from '../../rules/site.ts';
import { saidOfList } from '../head/load-said.ts';
import { type HeadFacts, headTags, siteLinks } from '../head/page-head.ts';
import { entryHeads, headOfList, isSiteIndexed } from '../head/page-heads.ts';
import type { Html } from '../theme/html.ts';
import type { ListModel, MessageModel, PageModel } from '../theme/page-model.ts';
import type { PageFunctions } from '../theme/theme.ts';
import { loadEntries } from './entries.ts';
import { type EntryWanted, loadEntryPage } from './entry-model.ts';
import { plainOf } from './html-to-text.ts';
import { findListed, headingOf, type ListTarget } from './list-model.ts';
import { type PageSent, pageAnswer } from './page-answer.ts';
import type { PageWork } from './page-context.ts';
import { pagingModel } from './page-link.ts';
import { loadSite, type SiteFacts } from './site-model.ts';

/** The page of a post, page or file; null where it has no such part. */
export async function showEntry(work: PageWork, wanted: EntryWanted): Promise<SiteAnswer | null> {
  const { post, link, page, isPreview } = wanted;
  const { call, core, theme } = work;
  const isPublic = post.status === 'publish' || post.status === 'inherit';
  if (isPreview || !isPublic) call.keepPrivate();
  const found = await loadEntryPage(work, wanted);
  if (!found) return null;
  const site = await loadSite(work, { current: link });
  const type = core.kinds.of(post.type).type;
  const isPlain = !isPreview && !wanted.rest.has('replytocom') && !wanted.rest.has('unapproved');
  const shown = { loaded: found.loaded, model: found.model, page, isPlain };
  const [facts] = await entryHeads(work, [shown]);
  if (!facts) return null;
  const head = { ...facts, styles: found.styles };
  const bodyClass = `single single-${post.type} post-${post.id}`;
  const frame = await pageModel(work, { site, head, bodyClass });
  const model = { ...frame, ...found.model };
  const show = theme.functions[functionFor(type)];
  return renderPage(work, { page: model, main: show(model), head }, { status: 200, isHidden: isPreview });
}

/** The page function for a type of content. */
function functionFor(type: {
  readonly linkStyle: string;
  readonly hierarchical: boolean;
}): keyof Pick<PageFunctions, 'post' | 'page' | 'attachment'> {
  if (type.linkStyle === 'attached') return 'attachment';
  return type.hierarchical ? 'page' : 'post';
}

/** A page of entries; null for a page after the last one, and for a time without any post. */
export async function showList(work: PageWork, target: ListTarget, page: number): Promise<SiteAnswer | null> {
  const { call, theme } = work;
  const found = await findListed(work, target, page);
  if (page > found.pages || (target.kind === 'date' && found.total === 0)) return null;
  const entries = await loadEntries(work, found.posts);
  const paging = pagingModel(call.site, target.link, { page, pages: found.pages, kind: 'list' });
  const term = target.kind === 'search' ? target.text : '';
  const site = await loadSite(work, { current: target.link, term });
  const facts = { ...(await headingOf(work, target, site.site.title)), paging };
  const said = await saidOfList(work, target);
  const head = headOfList(work, target, page, { model: facts, isIndexed: await isSiteIndexed(work) }, said);
  const frame = await pageModel(work, { site, head, bodyClass: `list list-${target.kind}` });
  const model: ListModel = { ...frame, ...facts, entries: entries.map(({ summary }) => summary), total: found.total };
  const { home, search, archive } = theme.functions;
  const show = target.kind === 'home' ? home : target.kind === 'search' ? search : archive;
  return renderPage(work, { page: model, main: show(model), head }, { status: 200 });
}

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
