import { archiveLink } from '../../rules/permalinks.ts';
import { isShownTaxonomy } from '../../rules/taxonomies.ts';
import type { Post, Term } from '../../storage/rows.ts';
import { feedLink } from '../address/page-link.ts';
import { perPart, sitemapSections } from '../crawlers/sitemap-parts.ts';
import { loadNeighbours } from '../models/neighbours.ts';
import { pageLinks, pageTypes, pageVisibility } from '../targets/visible-posts.ts';
import {
  type AddressWork,
  authorArchives,
  feedFormats,
  postAddresses,
  termArchives,
  withFeeds,
} from './own-addresses.ts';

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
  const listId = site.frontPageId > 0 ? Number(await store.options.get('page_for_posts')) || 0 : 0;
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
  const shown = new Set(work.core.taxonomies.filter(isShownTaxonomy).map(({ name }) => name));
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
