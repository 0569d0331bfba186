import type { SiteAnswer } from '../http/write-response.ts';
import type { Site } from '../rules/site.ts';
import type { PageAddress } from './address/page-address.ts';
import { numberedLink } from './address/page-link.ts';
import { redirectAnswer } from './page-answer.ts';
import type { PageWork } from './page-context.ts';
import { openPreviewToken } from './preview-token.ts';
import { showEntry } from './show-entry.ts';
import { showList } from './show-list.ts';
import { findByOldSlug } from './targets/find-entry.ts';
import { entryTarget, findTarget } from './targets/find-target.ts';
import type { PageTarget } from './targets/page-target.ts';
import { pageTypes } from './targets/visible-posts.ts';

interface Found {
  readonly target: PageTarget;
  readonly page: number;
}

/** The page at an address, or a redirect to its canonical address; null where the reader sees nothing there. */
export async function pageAt(work: PageWork, address: PageAddress): Promise<SiteAnswer | null> {
  const previewed = await previewOf(work, address);
  if (previewed) return showFound(work, { target: previewed, page: 1 }, address, true);
  const found = await firstFound(work, address);
  if (!found) return movedFrom(work, address);
  const isPreview = isUnpublished(found.target) || (address.preview === 'true' && work.call.caller.userId > 0);
  const canonical = canonicalOf(work.call.site, found, address);
  if (!isPreview && !isSameAddress(work.call.site, work.request.url, canonical)) return redirectAnswer(canonical, 301);
  return showFound(work, found, address, isPreview);
}

async function firstFound(work: PageWork, { candidates }: PageAddress): Promise<Found | null> {
  for (const { reading, page } of candidates) {
    const target = await findTarget(work, reading);
    if (target) return { target, page };
  }
  return null;
}

function showFound(work: PageWork, { target, page }: Found, address: PageAddress, isPreview: boolean) {
  if (target.kind !== 'entry') return showList(work, target, page);
  const { commentPage, rest } = address;
  return showEntry(work, { ...target, page, commentPage, rest, isPreview });
}

/** What a preview token opens, whoever has it. */
async function previewOf(work: PageWork, { preview }: PageAddress): Promise<PageTarget | null> {
  const id = preview.includes('.') ? await openPreviewToken(work.store, preview, work.call.now) : null;
  const post = id === null ? null : await work.call.store.posts.byId(id);
  const isShown = post && pageTypes(work).some((type) => type.name === post.type);
  return post && isShown && !['trash', 'auto-draft'].includes(post.status) ? entryTarget(work, post) : null;
}

function isUnpublished(target: PageTarget): boolean {
  return target.kind === 'entry' && !['publish', 'inherit', 'private'].includes(target.post.status);
}

/** A redirect from the former slug of a post, if the reader may see the post. */
async function movedFrom(work: PageWork, { candidates, rest }: PageAddress): Promise<SiteAnswer | null> {
  for (const { reading } of candidates) {
    const post = await findByOldSlug(work, reading);
    if (post) return redirectAnswer(withParameters((await entryTarget(work, post)).link, rest), 301);
  }
  return null;
}

function canonicalOf(site: Site, { target, page }: Found, { commentPage, rest }: PageAddress): string {
  const isEntry = target.kind === 'entry';
  const numbered = numberedLink(site, target.link, isEntry ? 'part' : 'list', page);
  const link = isEntry && commentPage > 0 ? numberedLink(site, target.link, 'comments', commentPage) : numbered;
  return withParameters(link, rest);
}

function withParameters(link: string, rest: URLSearchParams): string {
  if (rest.size === 0) return link;
  return `${link}${link.includes('?') ? '&' : '?'}${rest}`;
}

/** Whether a request was made to this address; the order of parameters and the case of percent codes do not matter. */
function isSameAddress(site: Site, target: string, canonical: string): boolean {
  // The target is a path within the site; the address has the path of the site before it.
  return normalised(target) === normalised(canonical.slice(site.url.length));
}

function normalised(target: string): string {
  const at = target.indexOf('?');
  const path = at < 0 ? target : target.slice(0, at);
  const parameters = new URLSearchParams(at < 0 ? '' : target.slice(at + 1));
  parameters.sort();
  const lower = (path || '/').replace(/%[0-9A-F]{2}/gi, (code) => code.toLowerCase());
  return `${lower}?${parameters}`;
}
