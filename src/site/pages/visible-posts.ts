import type { AddressedContent } from '../../rules/parse-site-url.ts';
import { termLink } from '../../rules/permalinks.ts';
import type { LinkStyle } from '../../rules/post-types.ts';
import { readVisibility } from '../../rules/post-visibility.ts';
import type { Visibility } from '../../rules/visibility.ts';
import type { Post, Term } from '../../storage/rows.ts';
import type { PostFilter } from '../../storage/store.ts';
import { mediaAddresses } from '../../wp/media/media-subject.ts';
import { addressesOf } from '../../wp/posts/content-addresses.ts';
import { ancestorsOf, loadAncestors } from '../../wp/terms/term-lookup.ts';
import type { PageWork } from './page-context.ts';

type Work = Pick<PageWork, 'call' | 'core'>;

const never = new Set(['trash', 'auto-draft']);
const most = 1000;

/** The types that have pages. */
export function pageTypes({ core }: Pick<PageWork, 'core'>) {
  return [...core.kinds].map((kind) => kind.type).filter((type) => type.public);
}

/** The content whose addresses are understood. */
export function addressedContent(work: Pick<PageWork, 'core'>): AddressedContent {
  return { types: pageTypes(work), taxonomies: work.core.taxonomies };
}

/** What the reader may see of the types that have pages. */
export function pageVisibility(work: Work): Visibility {
  return readVisibility(work.call.caller, pageTypes(work));
}

/** The statuses that lists show: the reader's private posts among the published ones. */
export function listedStatuses({ call }: Pick<PageWork, 'call'>): string[] {
  return call.caller.userId > 0 ? ['publish', 'private'] : ['publish'];
}

/** The rows that the reader may see, of the types whose links have this style; published ones first. */
export async function visiblePosts(
  work: Work,
  style: LinkStyle | null,
  wanted: Pick<PostFilter, 'ids' | 'slugs'> & { readonly type?: string },
): Promise<Post[]> {
  const { type: only, ...rows } = wanted;
  const types = pageTypes(work).filter(
    (type) => (style === null || type.linkStyle === style) && (only === undefined || type.name === only),
  );
  if (types.length === 0) return [];
  const filter = { types: types.map((type) => type.name), visibility: pageVisibility(work), ...rows };
  const found = await work.call.store.posts.find(filter, { by: 'id', direction: 'asc' }, { limit: most, offset: 0 });
  const isOpen = (post: Post) => Number(post.status === 'publish' || post.status === 'inherit');
  return found.filter((post) => !never.has(post.status)).sort((a, b) => isOpen(b) - isOpen(a));
}

/** The addresses of rows, by id; a fixed number of queries for rows of any types. */
export async function pageLinks(work: Work, posts: readonly Post[]): Promise<Map<number, string>> {
  const links = new Map<number, string>();
  for (const kind of work.core.kinds) {
    const own = posts.filter((post) => post.type === kind.type.name);
    if (own.length === 0) continue;
    const isAttached = kind.type.linkStyle === 'attached';
    const found = isAttached
      ? await mediaAddresses(work.core.kinds, own, work.call)
      : await addressesOf(kind, own, work.call);
    for (const [i, post] of own.entries()) links.set(post.id, found[i] ?? '');
  }
  return links;
}

/** The addresses of terms of one taxonomy, in their order; the terms above them are loaded at once. */
export async function termAddresses(
  { call, core }: Pick<PageWork, 'call' | 'core'>,
  taxonomy: string,
  terms: readonly Term[],
): Promise<string[]> {
  const { store, site } = call;
  const declared = core.taxonomies.find(({ name }) => name === taxonomy);
  const known = declared?.nestedLinks ? await loadAncestors(store, taxonomy, terms) : null;
  return terms.map((term) => {
    const above = known ? ancestorsOf(term, known).map(({ slug }) => slug) : [];
    return termLink(site, term, above, declared?.linkBase ?? null);
  });
}
