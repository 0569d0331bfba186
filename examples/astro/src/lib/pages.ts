import type { HeadElement } from 'platen/content';
import { type FullEntry, type List, loadCollections } from './collections';
import { beginning, ownHead } from './head';

export type Page = EntryPage | ListPage;

interface AnyPage {
  /** The path at which it stands. */
  readonly address: string;
  readonly head: readonly HeadElement[];
}

export interface EntryPage extends AnyPage {
  readonly kind: 'entry';
  readonly entry: FullEntry;
}

export interface ListPage extends AnyPage {
  readonly kind: 'list';
  readonly title: string;
  readonly description: string;
  readonly entries: readonly FullEntry[];
  /** Of the first page of the list. */
  readonly path: string;
  readonly page: number;
  readonly pages: number;
}

/** Every page of the site, at the path that the server gives it. */
export async function allPages(siteUrl: string): Promise<Page[]> {
  const { site, posts, pages, archives } = await loadCollections();
  const names = { siteUrl, siteName: site.title };
  const entries = [...pages, ...posts].map((entry) => entryPage(entry, names));
  // Where a page of its own is the front page, the posts have another.
  const path = pages.some((page) => page.path === '/') ? '/posts/' : '/';
  const latest = { title: site.title, description: site.tagline, path, entries: posts, head: undefined };
  const lists = [latest, ...archives].flatMap((list) => listPages(list, names));
  // Two cannot stand at one address; the first does.
  const byAddress = new Map([...entries, ...lists].reverse().map((page) => [page.address, page]));
  return [...byAddress.values()].reverse();
}

interface SiteNames {
  readonly siteUrl: string;
  readonly siteName: string;
}

function entryPage(entry: FullEntry, { siteUrl, siteName }: SiteNames): EntryPage {
  const facts = {
    title: beginning(entry.title, 200),
    siteName,
    description: beginning(entry.excerpt || entry.content, 160),
    link: new URL(entry.path, siteUrl).href,
    picture: entry.picture?.src,
  };
  return { kind: 'entry', address: entry.path, head: entry.head ?? ownHead(facts), entry };
}

const perPage = 10;

function listPages({ head, entries, ...list }: List, { siteUrl, siteName }: SiteNames): ListPage[] {
  const pages = Math.max(1, Math.ceil(entries.length / perPage));
  return Array.from({ length: pages }, (_, index): ListPage => {
    const page = index + 1;
    const address = page === 1 ? list.path : `${list.path}page/${page}/`;
    const { title, description } = list;
    const own = ownHead({ title, siteName, description, link: new URL(address, siteUrl).href });
    return {
      ...list,
      kind: 'list',
      address,
      head: (page === 1 ? head : undefined) ?? own,
      entries: entries.slice(index * perPage, page * perPage),
      page,
      pages,
    };
  });
}

/** The parameter of the route for a path; the front page has none. */
export const routeParameter = (path: string): string | undefined =>
  decodeURI(new URL(path, 'http://site').pathname).replace(/^\/|\/$/g, '') || undefined;
