import type { SiteAnswer } from '../http/write-response.ts';
import type { PageFunctions } from '../theme/theme.ts';
import { numberedLink } from './address/page-link.ts';
import { entryHead } from './head/page-head.ts';
import { type EntryWanted, loadEntryPage } from './models/entry-model.ts';
import { loadSite } from './models/site-model.ts';
import type { PageWork } from './page-context.ts';
import { pageModel, renderPage } from './render-page.ts';
import { isSiteIndexed } from './show-list.ts';

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
  const isPlain = isPublic && !isPreview && !wanted.rest.has('replytocom') && !wanted.rest.has('unapproved');
  const facts = entryHead({
    site: call.site,
    words: work.words,
    siteTitle: site.site.title,
    model: found.model,
    collection: `/wp/v2/${type.restBase}`,
    canonical: numberedLink(call.site, link, 'part', page),
    isFront: link === `${call.site.url}/`,
    isIndexed: isPlain && (await isSiteIndexed(work)),
    isPublic: isPublic && !isPreview,
  });
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
