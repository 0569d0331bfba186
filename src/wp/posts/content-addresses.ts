import type { Call } from '../../api/call.ts';
import { andThen, type MaybePromise } from '../../lib/maybe-promise.ts';
import { type LinkFacts, linkNeeds, postLink } from '../../rules/permalinks.ts';
import { readVisibility } from '../../rules/post-visibility.ts';
import type { Site } from '../../rules/site.ts';
import { everything, sees, type Visibility } from '../../rules/visibility.ts';
import type { Post, PostTerm, Term } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import type { OperationContext } from '../context/core-context.ts';
import type { ContentKind } from './content-kind.ts';
import { trashKeys } from './operations/trash-meta.ts';

type Linked = Pick<Post, 'id' | 'slug' | 'status' | 'date' | 'parentId' | 'type' | 'authorId'>;
type TermsOfPosts = ReadonlyMap<number, readonly PostTerm[]>;

/**
 * The URLs of rows of one kind, in their order, as the caller may see them: a page below one that the caller may not
 * read is linked by its id. What a URL needs besides the row is loaded for all rows at once; most permalink structures
 * need nothing.
 */
export function addressesOf(
  kind: ContentKind,
  rows: readonly Linked[],
  work: Pick<OperationContext, 'store' | 'site' | 'caller'>,
  knownTerms?: TermsOfPosts,
): MaybePromise<string[]> {
  const posts = kind.trashedLink === 'id' ? rows.map(linkedById) : rows;
  const { linkStyle, linkBase, hierarchical } = kind.type;
  const needs = linkNeeds(work.site, linkStyle, hierarchical);
  if (needs.ancestors || needs.category || needs.author || needs.parentLink)
    return loadAddresses(kind, posts, needs, work, knownTerms);
  const facts = { linkStyle, linkBase };
  return posts.map((post) => postLink(work.site, post, facts));
}

/** A row in the trash, linked as a draft is. */
const linkedById = (row: Linked): Linked => (row.status === 'trash' ? { ...row, status: 'draft' } : row);

/**
 * The addresses of rows with a placeholder for the slug, as they will be once the rows are public. A row that stays
 * linked by its id has no placeholder.
 */
export function addressTemplatesOf(
  kind: ContentKind,
  posts: readonly Linked[],
  work: Pick<OperationContext, 'store' | 'site' | 'caller'>,
  knownTerms?: TermsOfPosts,
): MaybePromise<string[]> {
  const { hierarchical } = kind.type;
  const slug = hierarchical ? '%pagename%' : '%postname%';
  const published = (post: Linked): Linked =>
    post.status === 'trash' && !hierarchical ? post : { ...post, slug, status: kind.type.openStatus };
  return addressesOf(kind, posts.map(published), work, knownTerms);
}

async function loadAddresses(
  kind: ContentKind,
  posts: readonly Linked[],
  needs: ReturnType<typeof linkNeeds>,
  { store, site, caller }: Pick<OperationContext, 'store' | 'site' | 'caller'>,
  knownTerms?: TermsOfPosts,
): Promise<string[]> {
  const { linkStyle, linkBase } = kind.type;
  const ancestors = needs.ancestors ? await loadAncestors(kind, posts, store) : null;
  const visibility = ancestors?.size ? readVisibility(caller, kind.types) : everything;
  const categories = needs.category ? await loadCategoryPaths(posts, store, knownTerms) : null;
  const authors = needs.author ? await loadAuthorSlugs(posts, store) : null;
  return posts.map((post) => {
    const facts: LinkFacts = {
      linkStyle,
      linkBase,
      ...(ancestors && { ancestorSlugs: slugsAbove(post, ancestors, visibility) }),
      ...(categories && { categorySlugs: categories.get(post.id) ?? [] }),
      ...(authors && { authorSlug: authors.get(post.authorId) ?? '' }),
    };
    return postLink(site, post, facts);
  });
}

/** The URL that a new row will have; null where it depends on more than the row, such as its id or its terms. */
export function addressOfNew(kind: ContentKind, post: Omit<Linked, 'id'>, site: Site): string | null {
  const { linkStyle, linkBase, hierarchical } = kind.type;
  const needs = linkNeeds(site, linkStyle, hierarchical);
  if (needs.ancestors || needs.category || needs.author || needs.parentLink) return null;
  const [one, other] = [1, 2].map((id) => postLink(site, { ...post, id }, { linkStyle, linkBase }));
  return one === other ? (one ?? null) : null;
}

export function addressOf(
  kind: ContentKind,
  post: Linked,
  work: Pick<OperationContext, 'store' | 'site' | 'caller'>,
): MaybePromise<string> {
  return andThen(addressesOf(kind, [post], work), ([address = '']) => address);
}

/** The URL of the row a request is about; computed once for body and headers. */
export function addressOnce(
  kind: ContentKind,
  post: Linked,
  call: OperationContext & Pick<Call, 'once'>,
): MaybePromise<string> {
  return call.once(`address of ${post.id}`, () => addressOf(kind, post, call));
}

type Above = Pick<Post, 'id' | 'slug' | 'parentId' | 'type' | 'status' | 'authorId'>;

/** All ancestors of these rows, one query per level. The parent of a page can be of any type. */
async function loadAncestors(kind: ContentKind, posts: readonly Linked[], store: Store): Promise<Map<number, Above>> {
  const types = kind.types.map((type) => type.name);
  const known = new Map<number, Above>();
  let wanted = new Set(posts.map((post) => post.parentId).filter((id) => id > 0));
  while (wanted.size > 0) {
    const level = await store.posts.find(
      { types, visibility: everything, ids: [...wanted] },
      { by: 'id', direction: 'asc' },
      { limit: wanted.size, offset: 0 },
      ['id', 'slug', 'parentId', 'type', 'status', 'authorId'],
    );
    for (const post of level) known.set(post.id, post);
    wanted = new Set(level.map((post) => post.parentId).filter((id) => id > 0 && !known.has(id)));
  }
  return withStatusBeforeTrash(known, store);
}

/** A page in the trash is as secret as it was before: what was public has shown its slug already. */
async function withStatusBeforeTrash(known: Map<number, Above>, store: Store): Promise<Map<number, Above>> {
  const trashed = [...known.values()].filter((row) => row.status === 'trash');
  if (trashed.length === 0) return known;
  const ids = trashed.map((row) => row.id);
  const meta = await store.meta.of('post', ids, [trashKeys.status]);
  for (const row of trashed) known.set(row.id, { ...row, status: meta.get(row.id)?.[0]?.value ?? 'trash' });
  return known;
}

/** The slugs of the rows above a page, outermost first; null where one of those rows is hidden and has a slug. */
function slugsAbove(post: Linked, ancestors: ReadonlyMap<number, Above>, visibility: Visibility): string[] | null {
  const slugs: string[] = [];
  const seen = new Set([post.id]);
  for (let above = ancestors.get(post.parentId); above && !seen.has(above.id); above = ancestors.get(above.parentId)) {
    seen.add(above.id);
    if (above.slug === '') continue;
    if (!sees(visibility, { ...above, parent: ancestors.get(above.parentId) ?? null })) return null;
    slugs.unshift(above.slug);
  }
  return slugs;
}

/** The category in a post's URL is the one with the lowest id, preceded by its ancestors. */
async function loadCategoryPaths(
  posts: readonly Linked[],
  store: Store,
  knownTerms?: TermsOfPosts,
): Promise<Map<number, string[]>> {
  const terms = knownTerms ?? (await store.terms.ofPosts(posts.map((post) => post.id)));
  const chosen = new Map<number, number>();
  for (const post of posts) {
    const ids = (terms.get(post.id) ?? []).flatMap((term) => (term.taxonomy === 'category' ? [term.id] : []));
    if (ids.length > 0) chosen.set(post.id, Math.min(...ids));
  }
  const known = new Map<number, Term>();
  let wanted = new Set(chosen.values());
  while (wanted.size > 0) {
    const level = await store.terms.byIds([...wanted], 'category');
    for (const term of level) known.set(term.id, term);
    wanted = new Set(level.map((term) => term.parentId).filter((id) => id > 0 && !known.has(id)));
  }
  return new Map([...chosen].map(([postId, termId]) => [postId, termPath(termId, known)]));
}

function termPath(termId: number, known: ReadonlyMap<number, Term>): string[] {
  const slugs: string[] = [];
  const seen = new Set<number>();
  for (let at = known.get(termId); at && !seen.has(at.id); at = known.get(at.parentId)) {
    seen.add(at.id);
    slugs.unshift(at.slug);
  }
  return slugs;
}

async function loadAuthorSlugs(posts: readonly Linked[], store: Store): Promise<Map<number, string>> {
  const users = await store.users.byIds([...new Set(posts.map((post) => post.authorId))]);
  return new Map(users.map((user) => [user.id, user.slug]));
}
