import type { BulkRow } from '../../storage/bulk/bulk-table.ts';
import type { WxrItem } from '../wxr/wxr-parts.ts';
import { metaRow } from './content-rows.ts';
import type { PendingReference } from './import-run.ts';

/** Meta that says who is editing at this moment. */
const passing: ReadonlySet<string> = new Set(['_edit_lock']);
/** Meta whose value is the id of a post. */
const postKeys: ReadonlySet<string> = new Set(['_thumbnail_id', '_menu_item_menu_item_parent']);
/** Of a post or a term, as its neighbour says. */
const menuTarget = '_menu_item_object_id';
const menuKind = '_menu_item_type';

/** Old ids → new ones. */
export interface NewIds {
  readonly posts: ReadonlyMap<number, number>;
  readonly terms: ReadonlyMap<number, number>;
}

/** Old ids of the posts that an item speaks of. */
export function referencedIds(item: WxrItem): number[] {
  const named = item.meta.filter(({ key }) => targetOf(item, key) === 'posts').map(({ value }) => Number(value));
  return [item.parentId, ...named].filter((id) => Number.isSafeInteger(id) && id > 0);
}

/** The meta of an item, with the ids in it as they are here; a post that is not here yet waits for the end. */
export function metaRows(
  postId: number,
  item: WxrItem,
  newIds: NewIds,
): { readonly rows: BulkRow[]; readonly pending: PendingReference[] } {
  const rows: BulkRow[] = [];
  const pending: PendingReference[] = [];
  for (const { key, value } of item.meta) {
    if (passing.has(key)) continue;
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
