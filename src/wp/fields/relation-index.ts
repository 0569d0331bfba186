import { createHash } from 'node:crypto';
import { readStoredValue, writeStoredValue } from '../../media/attachment-metadata.ts';
import { createMetaRegistry, isOneRow, type MetaDefinition, type MetaRegistry } from '../../rules/meta-registry.ts';
import { type MetaRelation, type MetaSchema, mapLeaves } from '../../rules/meta-schema.ts';
import { everything } from '../../rules/visibility.ts';
import type { MetaRow } from '../../storage/rows.ts';
import type { MetaKey, Store } from '../../storage/store.ts';

/**
 * The key under which a post names everything that its fields lead to, one row each: lists are stored in one text, in
 * which no index finds an id. The store keeps an index of these rows.
 */
export const relationKey = '_platen_leads_to';
export const relationIndexKey: MetaKey = { name: relationKey, type: 'text', isIndexed: true };

type Target = 'posts' | 'terms' | 'users';

const targets: Readonly<Record<MetaRelation['of'], Target>> = {
  posts: 'posts',
  files: 'posts',
  terms: 'terms',
  users: 'users',
};

/** What is stored for a field that leads to something. */
export const relationValue = (target: Target, id: number, key: string): string => `${target} ${id} ${key}`;

/** The name of the field in such a row, where it leads to this; null for any other row. */
export function fieldLeadingTo(target: Target, id: number, row: Pick<MetaRow, 'value'>): string | null {
  const beginning = relationValue(target, id, '');
  return row.value?.startsWith(beginning) ? row.value.slice(beginning.length) : null;
}

/** The fields of a type that lead to something, or to one sort of things. */
export function leadingFields(meta: MetaRegistry, typeName: string, target?: Target): readonly MetaDefinition[] {
  return meta.fieldsOf('post', typeName).filter((field) => isOneRow(field) && leadsTo(field, target));
}

/** Whether a value may hold the id of something, or of one sort of things. */
export function leadsTo({ relation, items, properties = {}, layouts = {} }: MetaSchema, target?: Target): boolean {
  if (relation && (target === undefined || targets[relation.of] === target)) return true;
  const inner = [...(items ? [items] : []), ...Object.values(properties), ...Object.values(layouts)];
  return inner.some((one) => leadsTo(one, target));
}

/** Brings the rows of posts of one type up to date with their fields; in two queries, and one write for each that differs. */
export async function indexRelations(
  meta: MetaRegistry,
  typeName: string,
  postIds: readonly number[],
  store: Store,
): Promise<void> {
  const fields = leadingFields(meta, typeName);
  const keys = [...fields.map(({ key }) => key), relationKey];
  const found = await store.meta.of('post', postIds, keys);
  for (const id of postIds) {
    const rows = found.get(id) ?? [];
    const wanted = [...new Set(fields.flatMap((field) => valuesOf(meta, field, rows)))].sort();
    const stored = rows.filter(({ key }) => key === relationKey).map(({ value }) => value);
    if (JSON.stringify(wanted) !== JSON.stringify(stored)) await store.meta.set('post', id, relationKey, wanted);
  }
}

function valuesOf(meta: MetaRegistry, field: MetaDefinition, rows: readonly MetaRow[]): string[] {
  const values: string[] = [];
  mapLeaves(field, meta.valueOf(field, rows), '', ({ relation }, id) => {
    if (relation && typeof id === 'number' && id > 0) values.push(relationValue(targets[relation.of], id, field.key));
    return id;
  });
  return values;
}

const optionName = 'platen_relation_fields';
const pageSize = 500;

/**
 * Indexes the posts of a site whose declarations of such fields are others than those of its last start. What another
 * program writes into a field is indexed with the next save.
 */
export async function indexNewRelations(definitions: readonly MetaDefinition[], store: Store): Promise<void> {
  const meta = createMetaRegistry(
    definitions.filter(({ isField }) => isField),
    { decode: readStoredValue, encode: writeStoredValue },
  );
  const types = [
    ...new Set(definitions.flatMap(({ object, subtype }) => (object === 'post' && subtype ? [subtype] : []))),
  ]
    .filter((type) => leadingFields(meta, type).length > 0)
    .sort();
  const declared = types.map((type) => [type, leadingFields(meta, type).map(({ key }) => key)]);
  const signature = types.length === 0 ? '' : createHash('sha256').update(JSON.stringify(declared)).digest('hex');
  if (((await store.options.get(optionName)) ?? '') === signature) return;
  for (const type of types) {
    for (let offset = 0; ; offset += pageSize) {
      const rows = await store.posts.find(
        { types: [type], visibility: everything },
        { by: 'id', direction: 'asc' },
        { limit: pageSize, offset },
        ['id'],
      );
      await indexRelations(
        meta,
        type,
        rows.map(({ id }) => id),
        store,
      );
      if (rows.length < pageSize) break;
    }
  }
  await store.options.change(optionName, () => signature);
}
