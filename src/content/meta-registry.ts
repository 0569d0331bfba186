import { defineErrors } from '../errors.ts';
import { type Schema, s } from '../schema/schema.ts';
import { accept, Refusal } from '../schema/validate.ts';
import type { Caller } from './capabilities.ts';
import { type MetaType, readMetaValue, storeMetaValue } from './meta-values.ts';

export type MetaObject = 'post' | 'term' | 'user' | 'comment';

/** A key that the interface shows under `meta`. Keys that nobody registered stay out of sight and out of reach. */
export interface MetaDefinition {
  readonly object: MetaObject;
  /** Post type or taxonomy; left out, the key belongs to all of them. */
  readonly subtype?: string;
  readonly key: string;
  readonly type: MetaType;
  /** One value, or a list of them. */
  readonly single: boolean;
  readonly default?: MetaValue;
  readonly description?: string;
  /** Who is shown the value; everyone who is shown the row where left out. */
  readonly mayRead?: (caller: Caller, ownerId: number) => boolean;
  /** Who may change it; whoever may edit the row where left out, but nobody for keys that begin with `_`. */
  readonly mayWrite?: (caller: Caller, ownerId: number) => boolean;
  readonly sanitise?: (value: MetaScalar) => MetaScalar;
}

export type MetaScalar = string | number | boolean;
export type MetaValue = MetaScalar | readonly MetaScalar[];

/** What a write makes of one key: the rows it shall have. */
export interface MetaChange {
  readonly key: string;
  readonly values: readonly string[];
}

export interface MetaRegistry {
  /** Adds a key; the same key of the same object twice is a mistake of the program. */
  register(definition: MetaDefinition): void;
  keysOf(object: MetaObject, subtype: string): readonly string[];
  /** The member `meta` of a row; clients of this interface expect `[]` where there is nothing. */
  read(of: MetaOf, rows: readonly StoredMeta[], caller: Caller): Record<string, unknown> | [];
  /**
   * Judges what was sent for `meta` and says what to store. Keys nobody registered are passed over; the rest is refused
   * or accepted as a whole, before anything is written.
   */
  plan(of: MetaOf, sent: unknown, caller: Caller): readonly MetaChange[];
  /** The members of `meta` in a published schema. */
  describe(object: MetaObject, subtype: string): Record<string, unknown> | [];
}

export interface MetaOf {
  readonly object: MetaObject;
  readonly subtype: string;
  /** 0 for a row that is about to be made. */
  readonly ownerId: number;
}

interface StoredMeta {
  readonly key: string;
  readonly value: string | null;
}

/** The schema of the member `meta`: an object, or the empty list that reading gives where there is nothing. */
export function metaSchema(registry: MetaRegistry, object: MetaObject, subtype: string): Schema<unknown, false> {
  return s.object({
    description: 'Further values by key.',
    check: (value: unknown) => (value !== null && typeof value === 'object' ? null : 'meta must be an object.'),
    published: { properties: registry.describe(object, subtype) },
  });
}

const errors = defineErrors({
  rest_cannot_update: {
    status: 'denied',
    message: (at: { key: string }) => `You may not change the meta key ${at.key}.`,
  },
  rest_cannot_delete: {
    status: 'denied',
    message: (at: { key: string }) => `You may not remove the meta key ${at.key}.`,
  },
  rest_invalid_param: { status: 400, message: (at: { why: string }) => at.why },
});

/** The keys that extensions and embedding programs make public; the composition root holds the only one. */
export function createMetaRegistry(definitions: readonly MetaDefinition[] = []): MetaRegistry {
  const known: MetaDefinition[] = [];
  const of = (object: MetaObject, subtype: string): MetaDefinition[] =>
    known.filter((one) => one.object === object && (one.subtype === undefined || one.subtype === subtype));

  const registry: MetaRegistry = {
    register(definition) {
      if (of(definition.object, definition.subtype ?? '').some((one) => one.key === definition.key)) {
        throw new Error(`The meta key ${definition.key} is registered twice.`);
      }
      known.push(definition);
    },
    keysOf: (object, subtype) => of(object, subtype).map((definition) => definition.key),
    read(subject, rows, caller) {
      const shown = of(subject.object, subject.subtype).filter((one) => one.mayRead?.(caller, subject.ownerId) ?? true);
      if (shown.length === 0) return [];
      return Object.fromEntries(shown.map((one) => [one.key, metaValue(one, rows)]));
    },
    plan(subject, sent, caller) {
      if (sent === null || typeof sent !== 'object') return [];
      return of(subject.object, subject.subtype)
        .filter(({ key }) => Object.hasOwn(sent, key))
        .map((one) => change(one, (sent as Record<string, unknown>)[one.key], subject.ownerId, caller));
    },
    describe(object, subtype) {
      const definitions = of(object, subtype);
      if (definitions.length === 0) return [];
      return Object.fromEntries(definitions.map((one) => [one.key, describeKey(one)]));
    },
  };
  for (const definition of definitions) registry.register(definition);
  return registry;
}

function metaValue(definition: MetaDefinition, rows: readonly StoredMeta[]): unknown {
  const stored = rows.filter((row) => row.key === definition.key);
  const read = (row: StoredMeta) => readMetaValue(row.value, definition.type);
  if (!definition.single) return stored.length > 0 ? stored.map(read) : (definition.default ?? []);
  const [first] = stored;
  return first ? read(first) : (definition.default ?? readMetaValue('', definition.type));
}

function change(definition: MetaDefinition, sent: unknown, ownerId: number, caller: Caller): MetaChange {
  const { key } = definition;
  if (!mayWrite(definition, caller, ownerId)) {
    const refuse = sent === null ? errors.rest_cannot_delete : errors.rest_cannot_update;
    throw refuse({ key }, { details: { key } });
  }
  if (sent === null) return { key, values: [] };
  const accepted = accept(schemaOf(definition), sent, `meta.${key}`);
  if (accepted instanceof Refusal) throw errors.rest_invalid_param({ why: accepted.why });
  const values = (definition.single ? [accepted] : accepted) as MetaScalar[];
  return { key, values: values.map((value) => storeMetaValue(definition.sanitise?.(value) ?? value)) };
}

/** Keys that begin with an underscore belong to programs; any spelling that a database might fold to one counts. */
function mayWrite(definition: MetaDefinition, caller: Caller, ownerId: number): boolean {
  if (definition.mayWrite) return definition.mayWrite(caller, ownerId);
  return !definition.key.replace(/[^\x21-\x7e]/g, '').startsWith('_');
}

function schemaOf({ type, single }: MetaDefinition): Schema {
  return single ? { type } : { type: 'array', items: { type } };
}

function describeKey(definition: MetaDefinition): Record<string, unknown> {
  return {
    ...schemaOf(definition),
    description: definition.description ?? '',
    default: definition.default ?? (definition.single ? null : []),
  };
}
