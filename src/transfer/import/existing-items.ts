import { fold } from '../../rules/fold.ts';
import { everything } from '../../rules/visibility.ts';
import type { Post } from '../../storage/rows.ts';
import { numberedSlug } from '../../text/slug.ts';
import type { WxrItem } from '../wxr/wxr-parts.ts';
import { findImported } from './import-record.ts';
import { type ImportRun, menuOf } from './import-run.ts';

type Facts = Pick<Post, 'id' | 'type' | 'slug' | 'title' | 'date' | 'guid' | 'parentId' | 'status'>;
const columns = ['id', 'type', 'slug', 'title', 'date', 'guid', 'parentId', 'status'] as const;

/** The existing rows that may match a batch of items. */
export interface KnownItems {
  /** The row that already is this item, or null; rows that `isGiven` says are another item of the file do not count. */
  same(item: WxrItem, identity: string, isGiven: (id: number) => boolean): number | null;
  /** Whether an import from this source has recorded the item. */
  isNoted(identity: string): boolean;
  isTaken(id: number): boolean;
  /** Whether another row uses the slug where it must be unique. */
  isSlugTaken(item: WxrItem, parentId: number): boolean;
}

/** Looks up a whole batch with three queries. */
export async function knownItems(
  run: ImportRun,
  found: readonly { readonly item: WxrItem; readonly identity: string }[],
): Promise<KnownItems> {
  const { store, source } = run;
  const items = found.map(({ item }) => item);
  const imported = await findImported(
    store,
    source,
    found.map(({ identity }) => identity),
  );
  const ids = new Set([...items.map((item) => item.id), ...[...imported.values()].map((row) => row.newId)]);
  ids.delete(0);
  const byId = new Map((await store.posts.byIds([...ids])).map((post): [number, Facts] => [post.id, post]));
  const slugs = [...new Set(items.map((item) => item.slug).filter((slug) => slug !== ''))];
  const types = [...new Set(items.map((item) => item.type))];
  const withSlug =
    slugs.length === 0
      ? []
      : await store.posts.find(
          { types, slugs, visibility: everything },
          { by: 'id', direction: 'asc' },
          { limit: 100_000, offset: 0 },
          columns,
        );
  const bySlug = Map.groupBy(withSlug, (post) => `${post.type} ${fold(post.slug)}`);
  const rivals = (item: WxrItem): readonly Facts[] => bySlug.get(`${item.type} ${fold(item.slug)}`) ?? [];
  return {
    same: (item, identity, isGiven) => {
      const before = imported.get(identity);
      if (before && byId.has(before.newId)) return before.newId;
      const candidates = [byId.get(item.id), ...rivals(item)].filter((post) => post !== undefined);
      return candidates.find((post) => isSame(post, item) && !isGiven(post.id))?.id ?? null;
    },
    isNoted: (identity) => imported.get(identity)?.source === source,
    isTaken: (id) => byId.has(id),
    isSlugTaken: (item, parentId) =>
      rivals(item).some(
        (post) =>
          post.status !== 'trash' &&
          post.status !== 'auto-draft' &&
          (!run.hierarchicalTypes.has(item.type) || post.parentId === parentId),
      ),
  };
}

function isSame(post: Facts, item: WxrItem): boolean {
  if (post.type !== item.type) return false;
  if (post.guid !== '' && item.guid !== '') return post.guid === item.guid;
  return post.slug === item.slug && post.date === item.date && post.title === item.title;
}

/** Gives the items of a batch slugs that no other row has where it must not. */
export interface ItemSlugs {
  /** `parentId` is the parent's id here; null for a parent that is not here yet. */
  slugOf(item: WxrItem, parentId: number | null): Promise<string>;
}

export function createItemSlugs(run: ImportRun, known: KnownItems): ItemSlugs {
  // Of this batch, none of which is stored yet. Parents are those of the file: some of them have no id here yet.
  const given = new Set<string>();
  return {
    slugOf: async (item, parentId) => {
      if (!hasAddress(item)) return item.slug;
      const isHierarchical = run.hierarchicalTypes.has(item.type);
      const nameOf = (slug: string) => `${item.type} ${isHierarchical ? item.parentId : ''} ${fold(slug)}`;
      const among = { types: [item.type], exceptId: 0, ...(isHierarchical && parentId !== null && { parentId }) };
      // Below a parent that is new, there is nothing yet.
      const isAlone = isHierarchical && parentId === null;
      const isFree = async (slug: string) =>
        !given.has(nameOf(slug)) && (isAlone || !(await run.store.posts.slugTaken(slug, among)));
      const isTaken = given.has(nameOf(item.slug)) || (!isAlone && known.isSlugTaken(item, parentId ?? 0));
      const slug = isTaken ? await numberedSlug(item.slug, isFree) : item.slug;
      given.add(nameOf(slug));
      if (isTaken) run.tally.note(`The address "${item.slug}" is taken: "${item.title}" (${item.id}) has "${slug}".`);
      return slug;
    },
  };
}

/** Rows in the trash free their slug, and a menu item has no page. */
function hasAddress(item: WxrItem): boolean {
  return item.slug !== '' && item.status !== 'trash' && item.status !== 'auto-draft' && menuOf(item) === null;
}
