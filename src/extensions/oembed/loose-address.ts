import type { Site } from '../../extension.ts';
import { type AddressBook, type Resolved, resolveAddress } from './resolve-address.ts';

/**
 * The row of a URL that is not exactly the row's own: without a host, with a page number at its
 * end, or with a post id where a page id is expected.
 */
export async function resolveLooseAddress(book: AddressBook, url: string): Promise<Resolved | null> {
  for (const spelling of spellings(book.site, url)) {
    const resolved = await resolveAddress(book, spelling);
    if (resolved) return resolved;
  }
  return null;
}

/** A URL without a host as a URL of the site; every other URL unchanged. */
export function completeAddress(site: Site, url: string): string {
  const lacksHost = /^(?:\/(?![/\\])|\?)/.test(url);
  return lacksHost ? (URL.parse(url, `${site.url}/`)?.href ?? url) : url;
}

/** The possible meanings of a URL, most exact first. */
function* spellings(site: Site, url: string): Generator<string> {
  const whole = completeAddress(site, url);
  yield whole;
  const address = URL.parse(whole);
  const pageId = address?.searchParams.get('page_id');
  if (address && pageId) {
    address.searchParams.set('p', pageId);
    yield address.href;
  }
  const unnumbered = address && withoutPageNumber(address);
  // The front page of the site is not an item with numbered pages.
  if (unnumbered && unnumbered !== `${site.url}/`) yield unnumbered;
}

function withoutPageNumber({ origin, pathname, search }: URL): string | null {
  const path = /^(.*[^/]\/)[1-9]\d{0,5}\/?$/.exec(pathname)?.[1];
  return path === undefined ? null : origin + path + search;
}
