import { readStoredValue, writeStoredValue } from '../media/attachment-metadata.ts';
import {
  createMetaRegistry,
  isOneRow,
  type MetaDefinition,
  type MetaObject,
  type MetaRegistry,
} from '../rules/meta-registry.ts';
import { type MetaRelation, type MetaSchema, mapLeaves } from '../rules/meta-schema.ts';

/** Where a stored value stands: the object, its type or taxonomy, and the key. */
export interface FieldPlace {
  readonly object: MetaObject;
  readonly subtype: string;
  readonly key: string;
}

/** What the ids in a value lead to; files are posts. */
export type ReferenceTarget = 'posts' | 'terms' | 'users';

/** Old ids → new ones. */
export type ReferenceIds = Readonly<Record<ReferenceTarget, ReadonlyMap<number, number>>>;

export interface MappedReferences {
  readonly value: string;
  /** The ids that have no new one; they stay as they are. */
  readonly missing: readonly { readonly target: ReferenceTarget; readonly id: number }[];
}

/** The ids inside stored values of declared fields, at any depth. */
export interface FieldReferences {
  /** The fields that lead somewhere. */
  readonly registry: MetaRegistry;
  /** Whether any field of the site leads to one of these. */
  leadsTo(target: ReferenceTarget): boolean;
  /** The ids in a value, as it is stored, that lead to one of these. */
  idsIn(place: FieldPlace, stored: string, target: ReferenceTarget): number[];
  /** The value with other ids, as it is stored; one without ids is the very same. */
  map(place: FieldPlace, stored: string, ids: ReferenceIds): MappedReferences;
}

const targets: Readonly<Record<MetaRelation['of'], ReferenceTarget>> = {
  posts: 'posts',
  files: 'posts',
  terms: 'terms',
  users: 'users',
};

export function createFieldReferences(definitions: readonly MetaDefinition[]): FieldReferences {
  const leading = definitions.filter((one) => one.isField && isOneRow(one) && targetsIn(one).size > 0);
  const registry = createMetaRegistry(leading, { decode: readStoredValue, encode: writeStoredValue });
  /** The same value with every id that leads somewhere replaced; null where nothing at this place has any. */
  const mapped = (
    { object, subtype, key }: FieldPlace,
    stored: string,
    change: (target: ReferenceTarget, id: number) => number,
  ): string | null => {
    const field = registry.find(object, subtype, key);
    if (!field) return null;
    let isChanged = false;
    const value = mapLeaves(field, registry.valueOf(field, [{ key, value: stored }]), '', ({ relation }, leaf) => {
      if (!relation || typeof leaf !== 'number' || leaf <= 0) return leaf;
      const id = change(targets[relation.of], leaf);
      if (id !== leaf) isChanged = true;
      return id;
    });
    return isChanged ? (registry.rowsOf(field, value)[0]?.values[0] ?? null) : null;
  };
  return {
    registry,
    leadsTo: (target) => leading.some((one) => targetsIn(one).has(target)),
    idsIn(place, stored, target) {
      const found: number[] = [];
      mapped(place, stored, (of, id) => {
        if (of === target) found.push(id);
        return id;
      });
      return found;
    },
    map(place, stored, ids) {
      const missing: MappedReferences['missing'][number][] = [];
      const value = mapped(place, stored, (target, id) => {
        const is = ids[target].get(id);
        if (is === undefined) missing.push({ target, id });
        return is ?? id;
      });
      return { value: value ?? stored, missing };
    },
  };
}

function targetsIn(schema: MetaSchema): ReadonlySet<ReferenceTarget> {
  const { relation, items, properties = {}, layouts = {} } = schema;
  const inner = [...(items ? [items] : []), ...Object.values(properties), ...Object.values(layouts)];
  return new Set([...(relation ? [targets[relation.of]] : []), ...inner.flatMap((one) => [...targetsIn(one)])]);
}
