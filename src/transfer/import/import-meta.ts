import { attachmentMetaKeys } from '../../media/attachment-metadata.ts';
import type { BulkRow } from '../../storage/bulk/bulk-table.ts';
import { relationKey } from '../../wp/fields/relation-index.ts';
import type { FieldPlace, ReferenceIds } from '../field-references.ts';
import type { WxrItem, WxrMeta } from '../wxr/wxr-parts.ts';
import { metaRow } from './content-rows.ts';
import type { ImportRun, PendingField, PendingReference } from './import-run.ts';
import { menuOf, menuParentKey } from './import-run.ts';

/** Meta whose value is the id of a post. */
const postKeys: ReadonlySet<string> = new Set(['_thumbnail_id']);
/** The id of a post or of a term; another meta row says which. */
const menuTarget = '_menu_item_object_id';
const menuKind = '_menu_item_type';

/** The meta that is stored with an item; that an attachment has its file is only true once the file is here. */
export function customFields(item: WxrItem): readonly WxrMeta[] {
  return item.meta.filter(
    ({ key }) => key !== relationKey && !(item.type === 'attachment' && key === attachmentMetaKeys.file),
  );
}

/** Values by key, in file order. */
export function grouped(meta: readonly WxrMeta[]): Map<string, string[]> {
  return new Map([...Map.groupBy(meta, (row) => row.key)].map(([key, rows]) => [key, rows.map((row) => row.value)]));
}

/** Old ids of the posts that an item refers to. */
export function referencedIds({ fields }: ImportRun, item: WxrItem): number[] {
  const named = item.meta.filter(({ key }) => targetOf(item, key) === 'posts').map(({ value }) => Number(value));
  const inFields = item.meta.flatMap(({ key, value }) => fields.idsIn(placeIn(item, key), value, 'posts'));
  return [item.parentId, ...named, ...inFields].filter((id) => Number.isSafeInteger(id) && id > 0);
}

/** The meta of an item with its ids mapped; a reference to a post not imported yet is resolved at the end. */
export function metaRows(
  run: ImportRun,
  postId: number,
  item: WxrItem,
  posts: ReferenceIds['posts'],
): { readonly rows: BulkRow[]; readonly pending: PendingReference[] } {
  const rows: BulkRow[] = [];
  const pending: PendingReference[] = [];
  const menu = menuOf(item);
  const newIds: ReferenceIds = { posts, terms: run.termIds, users: run.userIds };
  for (const { key, value } of customFields(item)) {
    const oldParent = menu !== null && key === menuParentKey ? Number(value) : 0;
    if (menu !== null && oldParent > 0) pending.push({ kind: 'menuParent', postId, menu, oldId: oldParent });
    const target = targetOf(item, key);
    const oldId = target ? Number(value) : 0;
    const newId = target && oldId > 0 ? newIds[target].get(oldId) : undefined;
    if (target === 'posts' && oldId > 0 && newId === undefined) pending.push({ kind: 'meta', postId, key, oldId });
    const place = placeIn(item, key);
    const field = run.fields.map(place, value, newIds);
    if (field.missing.length > 0) pending.push({ kind: 'field', ...place, ownerId: postId, value });
    rows.push(metaRow('post', postId, key, newId === undefined ? field.value : String(newId)));
  }
  return { rows, pending };
}

const placeIn = ({ type }: WxrItem, key: string): FieldPlace => ({ object: 'post', subtype: type, key });

/** The values of anything that lead to something: they are mapped at the end, when all of it is here. */
export function pendingFields(
  { fields }: ImportRun,
  owner: Omit<PendingField, 'kind' | 'key' | 'value'>,
  meta: readonly WxrMeta[],
): PendingField[] {
  const none = { posts: new Map(), terms: new Map(), users: new Map() };
  return meta
    .map(({ key, value }): PendingField => ({ ...owner, kind: 'field', key, value }))
    .filter((one) => fields.map(one, one.value, none).missing.length > 0);
}

function targetOf(item: WxrItem, key: string): 'posts' | 'terms' | null {
  if (postKeys.has(key)) return 'posts';
  if (key !== menuTarget) return null;
  const kind = item.meta.find((row) => row.key === menuKind)?.value;
  return kind === 'post_type' ? 'posts' : kind === 'taxonomy' ? 'terms' : null;
}
