import { fold } from '../../rules/fold.ts';
import { numberedSlug } from '../../text/slugs/slug.ts';
import type { WxrItem } from '../wxr/wxr-parts.ts';
import type { ImportRun } from './import-run.ts';
import type { KnownItems } from './known-items.ts';
import { menuOf } from './menu-items.ts';

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
