import { attachmentMetaKeys } from '../../media/attachment-metadata.ts';
import type { BulkRow } from '../../storage/bulk/bulk-table.ts';
import type { WxrItem, WxrMeta } from '../wxr/wxr-parts.ts';
import { metaRow } from './content-rows.ts';
import type { PendingReference } from './import-run.ts';
import { menuOf, menuParentKey } from './import-run.ts';

/** Meta whose value is the id of a post. */
const postKeys: ReadonlySet<string> = new Set(['_thumbnail_id']);
/** The id of a post or of a term; another meta row says which. */
const menuTarget = '_menu_item_object_id';
const menuKind = '_menu_item_type';

/** Old ids → new ones. */
export interface NewIds {
  readonly posts: ReadonlyMap<number, number>;
  readonly terms: ReadonlyMap<number, number>;
}

/** The meta that is stored with an item; that an attachment has its file is only true once the file is here. */
export function customFields(item: WxrItem): readonly WxrMeta[] {
  return item.type === 'attachment' ? item.meta.filter(({ key }) => key !== attachmentMetaKeys.file) : item.meta;
}

/** Values by key, in file order. */
export function grouped(meta: readonly WxrMeta[]): Map<string, string[]> {
  return new Map([...Map.groupBy(meta, (row) => row.key)].map(([key, rows]) => [key, rows.map((row) => row.value)]));
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
  const menu = menuOf(item);
  for (const { key, value } of customFields(item)) {
    const oldParent = menu !== null && key === menuParentKey ? Number(value) : 0;
    if (menu !== null && oldParent > 0) pending.push({ kind: 'menuParent', postId, menu, oldId: oldParent });
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
