import { type ApiError, defineErrors } from '../errors.ts';
import { type JsonSchema, json } from '../schema/json-schema.ts';
import { Refusal, type RefusalCode } from '../schema/refusal.ts';
import { type Members, type Schema, s } from '../schema/schema.ts';
import type { Caller } from './capabilities.ts';
import { acceptMeta, emptyMeta, isStructured, type MetaSchema, publishMeta } from './content/meta-schema.ts';
import { type MetaCodec, readStored, writeStored } from './meta-values.ts';

export type MetaObject = 'post' | 'term' | 'user' | 'comment';

/** A key that the interface shows under `meta`. Unregistered keys cannot be read or written. */
export interface MetaDefinition extends MetaSchema {
  readonly object: MetaObject;
  /** Post type or taxonomy; if left out, the key belongs to all of them. */
  readonly subtype?: string;
  readonly key: string;
  /** One value, or a list of them, each in a row of its own. */
  readonly single: boolean;
  readonly default?: MetaValue;
  /** Who may read the value; if left out, everyone who may read the row. */
  readonly mayRead?: (caller: Caller, ownerId: number) => boolean;
  /** Who may change it; if left out, everyone who may edit the row, but nobody for keys that begin with `_`. */
  readonly mayWrite?: (caller: Caller, ownerId: number) => boolean;
  /** The capability that reading it takes, where no more than that decides. */
  readonly readCapability?: string;
  /** Whether the site keeps an index of its values, so that lists can be narrowed and ordered by it. */
  readonly index?: boolean;
  readonly sanitise?: (value: MetaScalar) => MetaScalar;
}

export type MetaScalar = string | number | boolean;
export type MetaValue = MetaScalar | readonly MetaValue[] | { readonly [member: string]: MetaValue };

/** The rows that one key has after a write. */
export interface MetaChange {
  readonly key: string;
  readonly values: readonly string[];
}

export interface MetaRegistry {
  /** Adds a key; throws where the same key of the same object is registered twice. */
  register(definition: MetaDefinition): void;
  keysOf(object: MetaObject, subtype: string): readonly string[];
  /** What a key of this object is registered as. */
  find(object: MetaObject, subtype: string, key: string): MetaDefinition | undefined;
  /** The member `meta` of a row; clients of this interface expect `[]` where there is nothing. */
  read(of: MetaOf, rows: readonly StoredMeta[], caller: Caller): Record<string, unknown> | [];
  /**
   * Validates what was sent for `meta` and returns what to store. Unregistered keys are ignored; the rest is refused
   * or accepted as a whole, before anything is written.
   */
  plan(of: MetaOf, sent: Members | undefined, caller: Caller): readonly MetaChange[];
  /** The members of `meta` in a published schema. */
  describe(object: MetaObject, subtype: string): Record<string, unknown> | [];
  /** The member `meta` of an answer, exactly. */
  response(object: MetaObject, subtype: string): JsonSchema;
}

export interface MetaOf {
  readonly object: MetaObject;
  readonly subtype: string;
  /** 0 for a row that does not exist yet. */
  readonly ownerId: number;
}

interface StoredMeta {
  readonly key: string;
  readonly value: string | null;
}

/** The schema of the member `meta`: an object, or the empty list that reading gives where there is nothing. */
export function metaSchema(registry: MetaRegistry, object: MetaObject, subtype: string): Schema<Members, false> {
  return s.object({
    description: 'Further values by key.',
    emptyList: true,
    published: { properties: registry.describe(object, subtype) },
  });
}

const refused = { status: 400, message: (at: { why: string }) => at.why } as const;

/** Errors of values under `meta`. */
export const metaErrors = defineErrors({
  rest_cannot_update: {
    status: 'denied',
    message: (at: { key: string }) => `You may not change the meta key ${at.key}.`,
  },
  rest_cannot_delete: {
    status: 'denied',
    message: (at: { key: string }) => `You may not remove the meta key ${at.key}.`,
  },
  rest_invalid_param: refused,
  rest_invalid_type: refused,
  rest_not_in_enum: refused,
  rest_out_of_bounds: refused,
  rest_invalid_date: refused,
  rest_invalid_email: refused,
  rest_invalid_ip: refused,
  rest_additional_properties_forbidden: refused,
});

const finer: Partial<Record<RefusalCode, (at: { why: string }) => ApiError>> = metaErrors;

/**
 * Creates the registry of public meta keys; there is one per composition root.
 *
 * @param codec encodes lists and objects for the public table layout; keys of those types need it
 * @param codes whether a refused value has a code of its own instead of the general one
 */
export function createMetaRegistry(
  definitions: readonly MetaDefinition[] = [],
  codec?: MetaCodec,
  codes: 'one' | 'each' = 'one',
): MetaRegistry {
  const known: MetaDefinition[] = [];
  const bySubject = new Map<string, readonly MetaDefinition[]>();
  const of = (object: MetaObject, subtype: string): readonly MetaDefinition[] => {
    if (known.length === 0) return known;
    const subject = `${object} ${subtype}`;
    const found =
      bySubject.get(subject) ??
      known.filter((one) => one.object === object && (one.subtype === undefined || one.subtype === subtype));
    bySubject.set(subject, found);
    return found;
  };

  const registry: MetaRegistry = {
    register(definition) {
      if (of(definition.object, definition.subtype ?? '').some((one) => one.key === definition.key)) {
        throw new Error(`The meta key ${definition.key} is registered twice.`);
      }
      if (isStructured(definition) && !codec) throw new Error(`The meta key ${definition.key} needs a codec.`);
      known.push(definition);
      bySubject.clear();
    },
    keysOf: (object, subtype) => of(object, subtype).map((definition) => definition.key),
    find: (object, subtype, key) => of(object, subtype).find((definition) => definition.key === key),
    read(subject, rows, caller) {
      const shown = of(subject.object, subject.subtype).filter((one) => one.mayRead?.(caller, subject.ownerId) ?? true);
      if (shown.length === 0) return [];
      return Object.fromEntries(shown.map((one) => [one.key, metaValue(one, rows, codec)]));
    },
    plan(subject, sent, caller) {
      if (!sent) return [];
      return of(subject.object, subject.subtype)
        .filter(({ key }) => Object.hasOwn(sent, key))
        .map((one) => change(one, sent[one.key], { ownerId: subject.ownerId, caller, codec, codes }));
    },
    describe(object, subtype) {
      const definitions = of(object, subtype);
      if (definitions.length === 0) return [];
      return Object.fromEntries(definitions.map((one) => [one.key, describeKey(one)]));
    },
    response(object, subtype) {
      const definitions = of(object, subtype);
      const members = Object.fromEntries(definitions.map((one) => [one.key, shownValue(one)]));
      const guarded = definitions.filter((one) => one.mayRead).map((one) => one.key);
      const shown = json.object(members, guarded);
      return guarded.length === definitions.length ? json.anyOf(json.emptyList, shown) : shown;
    },
  };
  for (const definition of definitions) registry.register(definition);
  return registry;
}

function metaValue(definition: MetaDefinition, rows: readonly StoredMeta[], codec: MetaCodec | undefined): unknown {
  const stored = rows.filter((row) => row.key === definition.key);
  const read = (row: StoredMeta) => readStored(definition, row.value, codec);
  if (!definition.single) return stored.length > 0 ? stored.map(read) : (definition.default ?? []);
  const [first] = stored;
  return first ? read(first) : (definition.default ?? emptyMeta(definition));
}

interface Write {
  readonly ownerId: number;
  readonly caller: Caller;
  readonly codec: MetaCodec | undefined;
  readonly codes: 'one' | 'each';
}

function change(definition: MetaDefinition, sent: unknown, { ownerId, caller, codec, codes }: Write): MetaChange {
  const { key } = definition;
  if (!mayWrite(definition, caller, ownerId)) {
    const refuse = sent === null ? metaErrors.rest_cannot_delete : metaErrors.rest_cannot_update;
    throw refuse({ key }, { details: { key } });
  }
  if (sent === null) return { key, values: [] };
  const wanted: MetaSchema = definition.single ? definition : { type: 'array', items: definition };
  const accepted = acceptMeta(wanted, sent, `meta.${key}`);
  if (accepted instanceof Refusal) {
    const code = codes === 'each' ? accepted.code : 'rest_invalid_param';
    throw (finer[code] ?? metaErrors.rest_invalid_param)({ why: accepted.why });
  }
  // The schema above accepts one value or, for a key with several, a list of them.
  const values = (definition.single ? [accepted] : accepted) as readonly unknown[];
  return { key, values: values.map((value) => writeStored(cleaned(definition, value), codec)) };
}

function cleaned({ sanitise }: MetaDefinition, value: unknown): unknown {
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return sanitise && isScalar ? sanitise(value) : value;
}

/** Keys that begin with an underscore are private. Characters that a database may ignore before it are skipped. */
function mayWrite(definition: MetaDefinition, caller: Caller, ownerId: number): boolean {
  if (definition.mayWrite) return definition.mayWrite(caller, ownerId);
  return !definition.key.replace(/[^\x21-\x7e]/g, '').startsWith('_');
}

function shownValue({ type, single }: MetaDefinition): JsonSchema {
  const value = json.orNull({ type });
  return single ? value : json.listOf(value);
}

function describeKey(definition: MetaDefinition): Record<string, unknown> {
  const { description = '', single } = definition;
  const published = publishMeta({ ...definition, description });
  if (single) return { ...published, default: definition.default ?? emptyMeta(definition) };
  const { description: _ofItems, ...items } = published;
  return { type: 'array', items, description, default: definition.default ?? [] };
}
