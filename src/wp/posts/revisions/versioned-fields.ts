import type { Members } from '../../../lib/schema/schema.ts';
import type { Caller } from '../../../rules/capabilities.ts';
import { type MetaChange, storedKey } from '../../../rules/fields/field-storage.ts';
import type { MetaDefinition } from '../../../rules/meta-registry.ts';
import type { MetaRow } from '../../../storage/rows.ts';
import type { Store } from '../../../storage/store.ts';
import type { OperationContext } from '../../context/core-context.ts';
import { planFields } from '../../fields/plan-fields.ts';
import type { ContentKind } from '../content-kind.ts';

/** Stored values by key; an empty list is no value. */
export type StoredFields = Readonly<Record<string, readonly (string | null)[]>>;

/**
 * The keys that a revision knows of, those without a value too: what is not named was not declared when it was made,
 * or another program made it, and restoring it leaves that alone.
 */
const knownKeysKey = '_platen_known_fields';

/** The keys whose values revisions have. */
export const versionedFields = ({ meta, type }: ContentKind): readonly MetaDefinition[] =>
  meta.versionedOf('post', type.name);
const keysOf = (kind: ContentKind): readonly string[] => versionedFields(kind).map(storedKey);

/** Gives a new revision the values that a post has now. */
export async function copyFields(kind: ContentKind, postId: number, revisionId: number, store: Store): Promise<void> {
  const keys = keysOf(kind);
  if (keys.length === 0) return;
  await store.meta.copy('post', postId, revisionId, keys);
  await nameKnown(kind, revisionId, store);
}

/** The values that a post or revision has. */
export async function fieldValues(kind: ContentKind, id: number, store: Store): Promise<StoredFields> {
  const keys = keysOf(kind);
  return keys.length === 0 ? {} : valuesOf((await store.meta.of('post', [id], keys)).get(id), keys);
}

export const areSameFields = (one: StoredFields, other: StoredFields): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The values of a revision, of the keys that it knows of. */
export async function revisionFields(kind: ContentKind, revisionId: number, store: Store): Promise<StoredFields> {
  const keys = keysOf(kind);
  if (keys.length === 0) return {};
  const rows = (await store.meta.of('post', [revisionId], [...keys, knownKeysKey])).get(revisionId) ?? [];
  const named = rows.find(({ key }) => key === knownKeysKey)?.value?.split(' ') ?? [];
  const known = new Set([...named, ...rows.map(({ key }) => key)]);
  return valuesOf(
    rows,
    keys.filter((key) => known.has(key)),
  );
}

/** Makes these the values of a revision; a key that is not named stays. */
export async function writeFields(
  kind: ContentKind,
  revisionId: number,
  fields: StoredFields,
  store: Store,
): Promise<void> {
  if (Object.keys(fields).length === 0) return;
  const before = await fieldValues(kind, revisionId, store);
  for (const [key, values] of Object.entries(fields)) {
    if (JSON.stringify(values) !== JSON.stringify(before[key])) await store.meta.set('post', revisionId, key, values);
  }
  await nameKnown(kind, revisionId, store);
}

/** The rows of what was sent for `meta`, as far as revisions have it; refused as in any other write. */
export async function planVersioned(
  kind: ContentKind,
  postId: number,
  sent: Members | undefined,
  work: Pick<OperationContext, 'caller' | 'store'>,
): Promise<StoredFields> {
  const names = versionedFields(kind).map(({ key }) => key);
  const kept = Object.fromEntries(Object.entries(sent ?? {}).filter(([name]) => names.includes(name)));
  if (Object.keys(kept).length === 0) return {};
  const of = { object: 'post', subtype: kind.type.name, ownerId: postId } as const;
  const plain = kind.meta.plan(of, kept, work.caller);
  const fields = await planFields(kind.fields, { of, sent: kept, required: 'none' }, work);
  return Object.fromEntries([...plain, ...fields].map(({ key, values }: MetaChange) => [key, values]));
}

/** Values as the interface shows them: under their names, without those that the caller may not read. */
export function shownFields(
  kind: ContentKind,
  postId: number,
  stored: StoredFields,
  caller: Caller,
): Record<string, unknown> {
  const rows = Object.entries(stored).flatMap(([key, values]) => values.map((value) => ({ key, value })));
  const shown = versionedFields(kind).filter(
    (one) => Object.hasOwn(stored, storedKey(one)) && (one.mayRead?.(caller, postId) ?? true),
  );
  return Object.fromEntries(shown.map((one) => [one.key, kind.meta.valueOf(one, rows)]));
}

async function nameKnown(kind: ContentKind, revisionId: number, store: Store): Promise<void> {
  if (!versionedFields(kind).some(({ isField }) => isField)) return;
  await store.meta.set('post', revisionId, knownKeysKey, [keysOf(kind).join(' ')]);
}

function valuesOf(rows: readonly MetaRow[] = [], keys: readonly string[]): StoredFields {
  return Object.fromEntries(keys.map((key) => [key, rows.filter((row) => row.key === key).map(({ value }) => value)]));
}
