import { archiveLink, authorLink, dateLink } from '../../rules/permalinks.ts';
import type { Site } from '../../rules/site.ts';
import { isPublicTaxonomy } from '../../rules/taxonomies.ts';
import { readOption } from '../../storage/options/site-options.ts';
import type { Post, Term, User } from '../../storage/rows.ts';
import { perPart, sitemapSections } from '../feeds/sitemap.ts';
import { loadNeighbours } from './entry-model.ts';
import type { PageWork } from './page-context.ts';
import { feedLink } from './page-link.ts';
import { pageLinks, pageTypes, pageVisibility, termAddresses } from './visible-posts.ts';

/** The pages that show an item without being its own. */
export interface Affected {
  readonly urls: readonly string[];
  /** Whether so many pages show it that all of the site's should count as changed. */
  readonly isEverywhere: boolean;
}

/** With more pages than this that show a term or an author, all pages count. */
const mostHolders = 100;

/** The front page with its feeds, and the page that lists the posts where that is another one. */
async function frontAddresses(work: AddressWork): Promise<string[]> {
  const { store, site } = work.call;
  const listId = site.frontPageId > 0 ? await readOption(store, 'page_for_posts') : 0;
  const page = listId > 0 ? await store.posts.byId(listId) : null;
  const links = page ? [...(await pageLinks(work, [page])).values()] : [];
  return [...withFeeds(site, `${site.url}/`), ...links];
}

/** The sitemap's index and the parts of one section. */
async function sitemapAddresses(work: AddressWork, sectionName: string): Promise<string[]> {
  const section = sitemapSections(work).find(({ name }) => name === sectionName);
  if (!section) return [];
  const { url } = work.call.site;
  const parts = Math.max(1, Math.ceil((await section.count(work)) / perPart));
  return [
    `${url}/wp-sitemap.xml`,
    ...Array.from({ length: parts }, (_, n) => `${url}/wp-sitemap-${sectionName}-${n + 1}.xml`),
  ];
}

/** The lists that show a row: front page, archives of its type, terms and author, its neighbours, feeds, sitemap. */
export async function listsOfPost(work: AddressWork, post: Post): Promise<string[]> {
  const { store, site } = work.call;
  const type = pageTypes(work).find(({ name }) => name === post.type);
  if (!type) return [];
  if (type.linkStyle === 'attached') return parentOfFile(work, post);
  const archive = archiveLink(site, type);
  const held = (await store.terms.ofPosts([post.id])).get(post.id) ?? [];
  const users = post.authorId > 0 ? await store.users.byIds([post.authorId]) : [];
  const { previous, next } = post.type === 'post' ? await loadNeighbours(work, post) : { previous: null, next: null };
  return [
    ...(type.hierarchical && type.name === 'page' ? [] : await frontAddresses(work)),
    ...(archive === null ? [] : withFeeds(site, archive)),
    ...(await archivesOfTerms(
      work,
      held.map((term) => term.id),
    )),
    ...[...authorArchives(work, users).values()].flat(),
    ...[previous, next].flatMap((link) => (link ? [link.url] : [])),
    ...(await sitemapAddresses(work, `posts-${post.type}`)),
  ];
}

async function parentOfFile(work: AddressWork, { parentId }: Post): Promise<string[]> {
  const parent = parentId > 0 ? await work.call.store.posts.byId(parentId) : null;
  return parent?.status === 'publish' ? [...(await pageLinks(work, [parent])).values()] : [];
}

/** The archives of terms and of those above them, whose lists show the same rows. */
export async function archivesOfTerms(work: AddressWork, ids: readonly number[]): Promise<string[]> {
  const { store } = work.call;
  const shown = new Set(work.core.taxonomies.filter(isPublicTaxonomy).map(({ name }) => name));
  const known = new Map<number, Term>();
  for (let wanted = [...new Set(ids)]; wanted.length > 0; ) {
    const level = (await store.terms.byIds(wanted)).filter((term) => shown.has(term.taxonomy));
    for (const term of level) known.set(term.id, term);
    wanted = [...new Set(level.map((term) => term.parentId))].filter((id) => id > 0 && !known.has(id));
  }
  return [...(await termArchives(work, [...known.values()])).values()].flat();
}

/** The pages that show a term: the archives above it, the pages of its rows, the sitemap. */
export async function showingTerm(work: AddressWork, term: Term): Promise<Affected> {
  const holders = await holdersOf(work, { withTerms: [{ taxonomy: term.taxonomy, termIds: [term.id] }] });
  const urls = await archivesOfTerms(work, [term.id]);
  return {
    urls: [...urls, ...holders.urls, ...(await sitemapAddresses(work, `taxonomies-${term.taxonomy}`))],
    isEverywhere: holders.isEverywhere,
  };
}

/** The pages that show an author: those of the rows, the sitemap. */
export async function showingAuthor(work: AddressWork, userId: number): Promise<Affected> {
  const holders = await holdersOf(work, { authorIds: [userId] });
  return { ...holders, urls: [...holders.urls, ...(await sitemapAddresses(work, 'users'))] };
}

type Held = Pick<Parameters<AddressWork['call']['store']['posts']['find']>[0], 'withTerms' | 'authorIds'>;

async function holdersOf(work: AddressWork, held: Held): Promise<Affected> {
  const types = pageTypes(work).filter((type) => type.linkStyle !== 'attached');
  const filter = {
    ...held,
    types: types.map(({ name }) => name),
    visibility: pageVisibility(work),
    statuses: ['publish'],
  };
  const page = { limit: mostHolders + 1, offset: 0 };
  const posts = await work.call.store.posts.find(filter, { by: 'id', direction: 'desc' }, page);
  if (posts.length > mostHolders) return { urls: [], isEverywhere: true };
  return { urls: [...(await pageLinks(work, posts)).values()], isEverywhere: false };
}

/** The pages that show a comment: that of its post and the feeds of comments. */
export async function showingComment(work: AddressWork, postId: number): Promise<string[]> {
  const post = await work.call.store.posts.byId(postId);
  const own = post ? ((await postAddresses(work, [post])).get(post.id) ?? []) : [];
  return [...own, ...commentFeeds(work)];
}

/** The feeds of all comments. */
export function commentFeeds({ call: { site } }: AddressWork): string[] {
  if (site.permalinks === '') return [`${site.url}/?feed=comments-rss2`];
  return feedFormats.map((format) => feedLink(site, `${site.url}/comments`, format));
}

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
