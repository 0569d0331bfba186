import type { Site } from '../../rules/site.ts';
import type { PageAddress } from '../address/page-address.ts';
import { numberedLink } from '../address/page-link.ts';
import type { PageWork } from '../page-context.ts';
import { findByOldSlug } from './find-entry.ts';
import { entryTarget, findTarget } from './find-target.ts';
import type { PageTarget } from './page-target.ts';

type Work = Pick<PageWork, 'call' | 'core'>;

/** What stands at an address. */
export type Located =
  | {
      readonly kind: 'found';
      readonly target: PageTarget;
      /** The page of the list or text that the address asks for. */
      readonly page: number;
      /** The one address of it; any other leads there. */
      readonly canonical: string;
    }
  /** The address is a former one. */
  | { readonly kind: 'moved'; readonly to: string; readonly status: 301 | 302 };

/** What a reader finds at an address; null where there is nothing that the reader may see. */
export async function locate(work: Work, address: PageAddress): Promise<Located | null> {
  for (const { reading, page } of address.candidates) {
    const target = await findTarget(work, reading);
    if (target)
      return { kind: 'found', target, page, canonical: canonicalOf(work.call.site, { target, page }, address) };
  }
  return movedFrom(work, address);
}

/** A redirect from the former slug of a post, if the reader may see the post. */
async function movedFrom(work: Work, { candidates, rest }: PageAddress): Promise<Located | null> {
  for (const { reading } of candidates) {
    const post = await findByOldSlug(work, reading);
    if (post) return { kind: 'moved', to: withParameters((await entryTarget(work, post)).link, rest), status: 301 };
  }
  return null;
}

function canonicalOf(
  site: Site,
  { target, page }: { readonly target: PageTarget; readonly page: number },
  { commentPage, rest }: PageAddress,
): string {
  const isEntry = target.kind === 'entry';
  const numbered = numberedLink(site, target.link, isEntry ? 'part' : 'list', page);
  const link = isEntry && commentPage > 0 ? numberedLink(site, target.link, 'comments', commentPage) : numbered;
  return withParameters(link, rest);
}

function withParameters(link: string, rest: URLSearchParams): string {
  if (rest.size === 0) return link;
  return `${link}${link.includes('?') ? '&' : '?'}${rest}`;
}

/** Whether a path within the site is this address; the order of parameters and the case of percent codes do not matter. */
export function isSameAddress(site: Site, target: string, canonical: string): boolean {
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
