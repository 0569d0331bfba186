import { authorLink, dateLink } from '../../rules/permalinks.ts';
import type { Site } from '../../rules/site.ts';
import type { Post, Term, User } from '../../storage/rows.ts';
import { feedLink } from '../address/page-link.ts';
import { termAddresses } from '../models/term-address.ts';
import type { PageWork } from '../page-context.ts';
import { pageLinks, pageTypes } from '../targets/visible-posts.ts';

export type AddressWork = Pick<PageWork, 'call' | 'core'>;

/** The formats of every feed. */
export const feedFormats = ['rss2', 'atom', 'json'] as const;

/** A list with its feeds. */
export const withFeeds = (site: Site, link: string): string[] => [
  link,
  ...feedFormats.map((format) => feedLink(site, link, format)),
];

/** The addresses that belong to each row: its page with the feeds of its comments, and the archives of its date. */
export async function postAddresses(work: AddressWork, posts: readonly Post[]): Promise<Map<number, string[]>> {
  const { site } = work.call;
  const types = new Map(pageTypes(work).map((type) => [type.name, type]));
  const shown = posts.filter((post) => types.has(post.type));
  const links = await pageLinks(work, shown);
  return new Map(
    shown.map((post) => {
      const dates = types.get(post.type)?.linkStyle === 'dated' ? dateArchives(site, post.date) : [];
      return [post.id, [...withFeeds(site, links.get(post.id) ?? ''), ...dates]];
    }),
  );
}

/** The archives of the year, month and day of a stored local date. */
function dateArchives(site: Site, date: string): string[] {
  const [year, month, day] = date
    .slice(0, 10)
    .split('-')
    .map((part) => Number.parseInt(part, 10));
  if (!year || !month || !day) return [];
  return [{ year }, { year, month }, { year, month, day }].map((target) => dateLink(site, target));
}

/** The archives of terms with their feeds, by id. */
export async function termArchives(work: AddressWork, terms: readonly Term[]): Promise<Map<number, string[]>> {
  const archives = new Map<number, string[]>();
  for (const taxonomy of new Set(terms.map((term) => term.taxonomy))) {
    const own = terms.filter((term) => term.taxonomy === taxonomy);
    const links = await termAddresses(work, taxonomy, own);
    for (const [i, term] of own.entries()) archives.set(term.id, withFeeds(work.call.site, links[i] ?? ''));
  }
  return archives;
}

/** The archives of authors with their feeds, by id. */
export function authorArchives({ call }: AddressWork, users: readonly User[]): Map<number, string[]> {
  return new Map(users.map((user) => [user.id, withFeeds(call.site, authorLink(call.site, user))]));
}
