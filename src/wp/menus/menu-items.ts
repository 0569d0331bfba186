import type { VersionedItem } from '../../api/entity-tag.ts';
import type { MetaRow, Post } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import { type ItemValues, itemKeys, readValues } from './item-values.ts';
import { readAutoAdded, readPlaces } from './menu-locations.ts';
import { navMenu, navMenuItem } from './nav-menu.ts';

/** An item of a menu with its place in the tree. */
export interface MenuItemRow {
  readonly id: number;
  readonly post: Post;
  readonly values: ItemValues;
  readonly level: number;
}

/** All items of a menu in reading order, in a fixed number of queries. */
export async function itemsOfMenu(store: Store, menuId: number): Promise<readonly MenuItemRow[]> {
  const posts = await itemPosts(store, menuId);
  const ids = posts.map((post) => post.id);
  const meta = ids.length > 0 ? await store.meta.of('post', ids, itemKeys) : new Map<number, MetaRow[]>();
  const rows = posts.map((post) => ({ id: post.id, post, values: readValues(meta.get(post.id) ?? []) }));
  return inReadingOrder(rows, ({ values }) => values.parentId).map(({ row, level }) => ({ ...row, level }));
}

async function itemPosts(store: Store, menuId: number): Promise<readonly Post[]> {
  const ids = await store.terms.postIds(menuId, navMenu.name);
  const posts = ids.length > 0 ? await store.posts.byIds(ids) : [];
  return posts
    .filter((post) => post.type === navMenuItem.name && post.status !== 'trash')
    .sort((a, b) => a.menuOrder - b.menuOrder || a.id - b.id);
}

/** A menu with all of its items and places, as one thing that is read and saved under conditions. */
export function storedMenu(id: number): VersionedItem {
  return {
    hold: (store) => store.hold('term', id),
    async state(store) {
      const term = await store.terms.byId(id, navMenu.name);
      if (!term) return null;
      const { count: _count, ...row } = term;
      const items = await itemsOfMenu(store, id);
      const places = [...(await readPlaces(store))].filter(([, menu]) => menu === id).map(([name]) => name);
      const isAdded = (await readAutoAdded(store)).has(id);
      return {
        stored: [row, items.map(({ post, values }) => [post, values]), places.sort(), isAdded],
        modifiedMs: null,
      };
    },
  };
}

/** A row of a tree with how deep it stands; 0 is the top. */
export interface Placed<Row> {
  readonly row: Row;
  readonly level: number;
}

/**
 * The rows of a tree, each before those below it. Rows whose parent is missing, or that stand in a circle, follow at the
 * top, so that none is lost.
 */
export function inReadingOrder<Row extends { readonly id: number }>(
  rows: readonly Row[],
  parentOf: (row: Row) => number,
): readonly Placed<Row>[] {
  const below = Map.groupBy(rows, parentOf);
  const placed = new Map<number, Placed<Row>>();
  const place = (first: Row): void => {
    const waiting = [{ row: first, level: 0 }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { row, level } = next;
      if (placed.has(row.id)) continue;
      placed.set(row.id, next);
      for (const child of (below.get(row.id) ?? []).toReversed()) waiting.push({ row: child, level: level + 1 });
    }
  };
  const ids = new Set(rows.map((row) => row.id));
  for (const row of rows.filter((one) => parentOf(one) === 0)) place(row);
  for (const row of rows.filter((one) => !ids.has(parentOf(one)))) place(row);
  for (const row of rows) place(row);
  return [...placed.values()];
}
