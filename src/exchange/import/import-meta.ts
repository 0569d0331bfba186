import type { BulkRow } from '../../storage/bulk/bulk-table.ts';
import type { WxrItem } from '../wxr/wxr-parts.ts';
import { metaRow } from './content-rows.ts';
import type { PendingReference } from './import-run.ts';

/** Meta that records who is currently editing: meaningless on another site. */
const transientKeys: ReadonlySet<string> = new Set(['_edit_lock']);
/** Meta whose value is the id of a post. */
const postKeys: ReadonlySet<string> = new Set(['_thumbnail_id', '_menu_item_menu_item_parent']);
/** The id of a post or of a term; another meta row says which. */
const menuTarget = '_menu_item_object_id';
const menuKind = '_menu_item_type';

/** Old ids → new ones. */
export interface NewIds {
  readonly posts: ReadonlyMap<number, number>;
  readonly terms: ReadonlyMap<number, number>;
}

/** Old ids of the posts that an item refers to. */
export function referencedIds(item: WxrItem): number[] {
  const named = item.meta.filter(({ key }) => targetOf(item, key) === 'posts').map(({ value }) => Number(value));
  return [item.parentId, ...named].filter((id) => Number.isSafeInteger(id) && id > 0);
}

/** The meta of an item with its ids mapped; a reference to a post not imported yet is resolved at the end. */
export function metaRows(
  postId: number,
  item: WxrItem,
  newIds: NewIds,
): { readonly rows: BulkRow[]; readonly pending: PendingReference[] } {
  const rows: BulkRow[] = [];
  const pending: PendingReference[] = [];
  for (const { key, value } of item.meta) {
    if (transientKeys.has(key)) continue;
    const target = targetOf(item, key);
    const oldId = target ? Number(value) : 0;
    const newId = target && oldId > 0 ? newIds[target].get(oldId) : undefined;
    if (target === 'posts' && oldId > 0 && newId === undefined) pending.push({ kind: 'meta', postId, key, oldId });
    rows.push(metaRow('post', postId, key, newId === undefined ? value : String(newId)));
  }
  return { rows, pending };
}

function targetOf(item: WxrItem, key: string): keyof NewIds | null {
  if (postKeys.has(key)) return 'posts';
  if (key !== menuTarget) return null;
  const kind = item.meta.find((row) => row.key === menuKind)?.value;
  return kind === 'post_type' ? 'posts' : kind === 'taxonomy' ? 'terms' : null;
}
