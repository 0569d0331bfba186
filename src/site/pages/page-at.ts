import type { SiteAnswer } from '../../http/write-response.ts';
import { openOwnAutosave } from '../previews/own-autosave.ts';
import type { PageAddress } from './page-address.ts';
import { redirectAnswer } from './page-answer.ts';
import type { PageWork } from './page-context.ts';
import type { PageTarget } from './page-target.ts';
import { entryTarget, isSameAddress, locate } from './page-target.ts';
import { showEntry, showList } from './show-page.ts';
import { pageTypes } from './visible-posts.ts';

interface Found {
  readonly target: PageTarget;
  readonly page: number;
}

/** The page at an address, or a redirect to its canonical address; null where the reader sees nothing there. */
export async function pageAt(work: PageWork, address: PageAddress): Promise<SiteAnswer | null> {
  const previewed = await previewOf(work, address);
  if (previewed) return showFound(previewed.work, { target: previewed.target, page: 1 }, address, true);
  const found = await locate(work, address);
  if (!found) return null;
  if (found.kind === 'moved') return redirectAnswer(found.to, found.status);
  const isPreview = isUnpublished(found.target) || (address.preview === 'true' && work.call.caller.userId > 0);
  if (!isPreview && !isSameAddress(work.call.site, work.request.url, found.canonical))
    return redirectAnswer(found.canonical, 301);
  return showFound(work, found, address, isPreview);
}

function showFound(work: PageWork, { target, page }: Found, address: PageAddress, isPreview: boolean) {
  if (target.kind !== 'entry') return showList(work, target, page);
  const { commentPage, rest } = address;
  return showEntry(work, { ...target, page, commentPage, rest, isPreview });
}

/** What a preview token opens, whoever has it, or an autosave of the reader, and what the page is made with. */
async function previewOf(
  work: PageWork,
  { preview, autosave }: PageAddress,
): Promise<{ readonly work: PageWork; readonly target: PageTarget } | null> {
  const isToken = preview.includes('.');
  const own = autosave && !isToken ? await openOwnAutosave(autosave, work.core.kinds, work.call) : null;
  const opened = isToken ? await work.openPreview(preview) : own;
  if (!opened) return null;
  const call = { ...work.call, store: opened.reading(work.call.store), preview: opened };
  const shown = { ...work, call };
  const post = await call.store.posts.byId(opened.postId);
  if (!post || !pageTypes(work).some((type) => type.name === post.type)) return null;
  const target = await entryTarget(shown, post);
  return isAskedFor(work, post.id, target.link) ? { work: shown, target } : null;
}

/** Whether the address is one of the post: a token shows nothing at the address of something else. */
function isAskedFor({ call, request }: PageWork, postId: number, link: string): boolean {
  const [path = '', query = ''] = request.url.split('?');
  const asked = new URLSearchParams(query);
  if (['p', 'page_id', 'attachment_id'].some((name) => asked.get(name) === String(postId))) return true;
  const own = link.slice(call.site.url.length);
  return !own.includes('?') && isSameAddress(call.site, path, call.site.url + own);
}

function isUnpublished(target: PageTarget): boolean {
  return target.kind === 'entry' && !['publish', 'inherit', 'private'].includes(target.post.status);
}
