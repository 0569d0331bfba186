import { Refusal } from '../../lib/schema/schema.ts';
import type { MetaRelation } from '../../rules/meta-schema.ts';
import { isShownType, type PostType } from '../../rules/post-types.ts';
import { readVisibility } from '../../rules/post-visibility.ts';
import { isShownTaxonomy, type TaxonomyType } from '../../rules/taxonomies.ts';
import { sees } from '../../rules/visibility.ts';
import type { Post } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import type { OperationContext } from '../context/core-context.ts';
import { visibleUsers } from '../context/visible-users.ts';

/** An id in a value, and what it may lead to. */
export interface RelatedId {
  readonly path: string;
  readonly id: number;
  readonly relation: MetaRelation;
}

interface RelatedContext {
  readonly types: readonly PostType[];
  readonly taxonomies: readonly TaxonomyType[];
}

type Work = Pick<OperationContext, 'caller' | 'store'>;

/**
 * Refuses ids that lead to nothing that is declared and that the caller may read. It is looked up for all of them at
 * once; what exists and may not be read is refused in the same words as what does not exist.
 */
export async function refuseRelated(
  ids: readonly RelatedId[],
  context: RelatedContext,
  work: Work,
): Promise<ReadonlyMap<string, Refusal>> {
  const of = (...kinds: readonly MetaRelation['of'][]) => ids.filter(({ relation }) => kinds.includes(relation.of));
  const found = await Promise.all([
    foundPosts(of('posts', 'files'), context, work),
    foundTerms(of('terms'), context, work),
    foundUsers(of('users'), context, work),
  ]);
  const known = new Set(found.flat());
  return new Map(ids.filter((one) => !known.has(one)).map((one) => [one.path, refusalOf(one)]));
}

const nouns: Readonly<Record<MetaRelation['of'], string>> = {
  posts: 'item',
  files: 'file',
  terms: 'term',
  users: 'user',
};

function refusalOf({ path, id, relation: { of, to, mimeTypes } }: RelatedId): Refusal {
  const wanted = of === 'files' ? mimeTypes : to;
  const limit = wanted.length === 0 ? '' : ` of ${wanted.join(', ')}`;
  return new Refusal(`${path} is ${id}: there is no ${nouns[of]}${limit} with this id that you may read.`);
}

const distinct = (ids: readonly RelatedId[]): number[] => [...new Set(ids.map(({ id }) => id))];

/** Items and files are rows of one table; a file may be as visible as the item it belongs to. */
async function foundPosts(
  ids: readonly RelatedId[],
  { types }: RelatedContext,
  { caller, store }: Work,
): Promise<readonly RelatedId[]> {
  const readable = await readablePosts(distinct(ids), types, { caller, store });
  const items = types
    .filter(isShownType)
    .filter((type) => !type.inheritsFromParent)
    .map(({ name }) => name);
  return ids.filter(({ id, relation }) => {
    const row = readable.get(id);
    return row !== undefined && fits(row, relation, items);
  });
}

/** The rows of items and files that the caller may read, by id. */
export async function readablePosts(
  ids: readonly number[],
  types: readonly PostType[],
  { caller, store }: Work,
): Promise<ReadonlyMap<number, Post>> {
  if (ids.length === 0) return new Map();
  const rows = await store.posts.byIds(ids);
  const parents = await rowsAbove(rows, store);
  const visibility = readVisibility(caller, types.filter(isShownType));
  const isReadable = (row: Post) => sees(visibility, { ...row, parent: parents.get(row.parentId) ?? null });
  return new Map(rows.filter(isReadable).map((row) => [row.id, row]));
}

async function rowsAbove(rows: readonly Post[], store: Store): Promise<ReadonlyMap<number, Post>> {
  const ids = new Set(rows.filter(({ status }) => status === 'inherit').map(({ parentId }) => parentId));
  ids.delete(0);
  if (ids.size === 0) return new Map();
  return new Map((await store.posts.byIds([...ids])).map((row) => [row.id, row]));
}

function fits({ type, mimeType }: Post, { of, to, mimeTypes }: MetaRelation, items: readonly string[]): boolean {
  if (of === 'posts') return (to.length > 0 ? to : items).includes(type);
  return type === 'attachment' && (mimeTypes.length === 0 || mimeTypes.some((one) => matches(mimeType, one)));
}

const matches = (mimeType: string, wanted: string): boolean =>
  wanted.endsWith('/*') ? mimeType.startsWith(wanted.slice(0, -1)) : mimeType === wanted;

async function foundTerms(
  ids: readonly RelatedId[],
  { taxonomies }: RelatedContext,
  { store }: Work,
): Promise<readonly RelatedId[]> {
  if (ids.length === 0) return [];
  const terms = await store.terms.byIds(distinct(ids));
  const shown = taxonomies.filter(isShownTaxonomy).map(({ name }) => name);
  return ids.filter(({ id, relation: { to } }) =>
    terms.some((term) => term.id === id && (to.length > 0 ? to : shown).includes(term.taxonomy)),
  );
}

/** One query for each list of roles that fields declare. */
async function foundUsers(
  ids: readonly RelatedId[],
  { types }: RelatedContext,
  work: Work,
): Promise<readonly RelatedId[]> {
  if (ids.length === 0) return [];
  const visible = await visibleUsers(distinct(ids), work, types);
  const byRoles = Map.groupBy(ids, ({ relation }) => relation.to.join());
  const found: RelatedId[] = [];
  for (const some of byRoles.values()) {
    const roles = some[0]?.relation.to ?? [];
    const wanted = distinct(some);
    const users = await work.store.users.find(
      { ids: wanted, ...(roles.length > 0 ? { roles } : {}) },
      { by: 'id', direction: 'asc' },
      { limit: wanted.length, offset: 0 },
    );
    const known = new Set(users.map(({ id }) => id).filter((id) => visible.has(id)));
    found.push(...some.filter(({ id }) => known.has(id)));
  }
  return found;
}
