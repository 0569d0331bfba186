import { type ApiError, defineErrors, errors } from '../lib/errors.ts';
import { type JsonSchema, json, type Output } from '../lib/schema/json-schema.ts';
import { type Members, Refusal, type RefusalCode, type Schema, s } from '../lib/schema/schema.ts';
import type { AcfField } from './acf/acf-field.ts';
import type { AcfPlace } from './acf/acf-location.ts';
import type { Caller } from './capabilities.ts';
import type { AnyField } from './fields/field-declaration.ts';
import {
  type FieldStorage,
  type MetaChange,
  oneRow,
  type RowKey,
  type StoredMeta,
  storedKey,
} from './fields/field-storage.ts';
import { acceptMeta, mostRefusals } from './meta-accept.ts';
import { fieldOutput, publishMeta } from './meta-published.ts';
import { emptyField, emptyMeta, isStructured, type MetaScalar, type MetaSchema } from './meta-schema.ts';
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
  /** The key of the stored rows, if not the name that the interface shows. */
  readonly storedAs?: string;
  /** The contexts that show it; if left out, all that show `meta`. */
  readonly contexts?: readonly MetaContext[];
  readonly title?: string;
  /** Who may read the value; if left out, everyone who may read the row. */
  readonly mayRead?: (caller: Caller, ownerId: number) => boolean;
  /** Who may change it; if left out, everyone who may edit the row, but nobody for keys that begin with `_`. */
  readonly mayWrite?: (caller: Caller, ownerId: number) => boolean;
  /** The capability that reading it takes, where no more than that decides. */
  readonly readCapability?: string;
  /** Whether its value is a member of the row itself, beside `meta`; it is written under `meta` all the same. */
  readonly asMember?: boolean;
  /** Whether the site keeps an index of its values, so that lists can be narrowed and ordered by it. */
  readonly index?: boolean;
  /** Whether revisions of a post have a value of their own; those of fields always have. */
  readonly versioned?: boolean;
  readonly sanitise?: (value: MetaScalar) => MetaScalar;
  /** How people see and edit it; only what an owner declares has it. */
  readonly field?: AnyField;
  /** Whether it was declared as a field: then it is checked before a write begins, and refused by paths. */
  readonly isField?: boolean;
  /** How its values are kept in rows, if not in one. */
  readonly storage?: FieldStorage;
  /** How ACF describes it, where it is one of its fields. */
  readonly acf?: AdoptedField;
}

/** A field of ACF, and where its group shows it. */
export interface AdoptedField {
  readonly field: AcfField;
  readonly place: AcfPlace;
}

/** Whether the value of a field is one row under its key; fields that another system stores may have more. */
export const isOneRow = ({ storage }: MetaDefinition): boolean => storage === undefined;

export interface MetaRegistry {
  /** Adds a key; throws where the same key of the same object is registered twice. */
  register(definition: MetaDefinition): void;
  /** The keys under which the values are stored. */
  keysOf(object: MetaObject, subtype: string): readonly RowKey[];
  /** The keys that an owner declares. */
  declared(object: MetaObject, subtype: string): readonly MetaDefinition[];
  /** What a key of this object is registered as. */
  find(object: MetaObject, subtype: string, key: string): MetaDefinition | undefined;
  /** The member `meta` of a row; clients of this interface expect `[]` where there is nothing. */
  read(of: MetaOf, rows: readonly StoredMeta[], caller: Caller, context?: MetaContext): Record<string, unknown> | [];
  /**
   * Validates what was sent for `meta` and returns what to store. Unregistered keys are ignored; the rest is refused
   * or accepted as a whole, before anything is written. Fields are planned apart, because looking at what they lead to
   * takes queries.
   */
  plan(of: MetaOf, sent: Members | undefined, caller: Caller): readonly MetaChange[];
  /** The keys that were declared as fields. */
  fieldsOf(object: MetaObject, subtype: string): readonly MetaDefinition[];
  /** The keys whose values the revisions of a post keep. */
  versionedOf(object: MetaObject, subtype: string): readonly MetaDefinition[];
  /** Throws where a caller may not write a key. */
  permitWrite(
    definition: MetaDefinition,
    sent: unknown,
    write: { readonly caller: Caller; readonly ownerId: number },
  ): void;
  /** The rows for an accepted value of a field; undefined removes it. */
  rowsOf(definition: MetaDefinition, value: unknown): readonly MetaChange[];
  /** The one error for all refused values of fields. */
  refusal(refused: ReadonlyMap<string, Refusal>): ApiError;
  /** The members of `meta` in a published schema. */
  describe(object: MetaObject, subtype: string): Record<string, unknown> | [];
  /** The keys whose values are members of the row itself. */
  membersOf(object: MetaObject, subtype: string): readonly MetaDefinition[];
  /** The value of a key, or its default. */
  valueOf(definition: MetaDefinition, rows: readonly StoredMeta[]): unknown;
  /** The member `meta` of an answer, exactly. */
  response(object: MetaObject, subtype: string): Output;
}

export interface MetaOf {
  readonly object: MetaObject;
  readonly subtype: string;
  /** 0 for a row that does not exist yet. */
  readonly ownerId: number;
}

type MetaContext = 'view' | 'edit' | 'embed';

/** The schema of the member `meta`: an object, or the empty list that reading gives where there is nothing. */
export function metaSchema(registry: MetaRegistry, object: MetaObject, subtype: string): Schema<Members, false> {
  return s.object({
    description: 'Further values by key.',
    emptyList: true,
    plainRefusal: true,
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
  storage: FieldStorage = oneRow(codec),
): MetaRegistry {
  const known: MetaDefinition[] = [];
  const bySubject = new Map<string, readonly MetaDefinition[]>();
  const storageOf = (definition: MetaDefinition): FieldStorage => definition.storage ?? storage;
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
    keysOf: (object, subtype) => of(object, subtype).flatMap((one) => storageOf(one).keys(one)),
    declared: (object, subtype) => of(object, subtype).filter((one) => one.field),
    find: (object, subtype, key) => of(object, subtype).find((definition) => definition.key === key),
    read(subject, rows, caller, context = 'edit') {
      const shown = of(subject.object, subject.subtype).filter(
        (one) =>
          !one.asMember &&
          (one.mayRead?.(caller, subject.ownerId) ?? true) &&
          (one.contexts?.includes(context) ?? true),
      );
      if (shown.length === 0) return [];
      return Object.fromEntries(shown.map((one) => [one.key, registry.valueOf(one, rows)]));
    },
    plan(subject, sent, caller) {
      if (!sent) return [];
      return of(subject.object, subject.subtype)
        .filter(({ key, isField }) => !isField && Object.hasOwn(sent, key))
        .map((one) => change(one, sent[one.key], { ownerId: subject.ownerId, caller, codec, codes }));
    },
    fieldsOf: (object, subtype) => of(object, subtype).filter((one) => one.isField),
    versionedOf: (object, subtype) =>
      of(object, subtype).filter((one) => (one.isField && isOneRow(one)) || one.versioned),
    permitWrite: refuseWrite,
    rowsOf: (definition, value) => storageOf(definition).write(definition, value),
    refusal: (refused) => refusedFields(refused, codes),
    describe(object, subtype) {
      const definitions = of(object, subtype);
      if (definitions.length === 0) return [];
      return Object.fromEntries(definitions.map((one) => [one.key, describeKey(one)]));
    },
    membersOf: (object, subtype) => of(object, subtype).filter((one) => one.asMember),
    valueOf: (definition, rows) => {
      if (!definition.isField) return metaValue(definition, rows, codec);
      const value = storageOf(definition).read(definition, rows);
      return value === undefined ? emptyField(definition) : value;
    },
    response(object, subtype) {
      const definitions = of(object, subtype).filter((one) => !one.asMember);
      const members = Object.fromEntries(definitions.map((one) => [one.key, shownValue(one)]));
      const guarded = definitions.filter((one) => one.mayRead || one.contexts).map((one) => one.key);
      const shown = json.object(members, guarded);
      return guarded.length === definitions.length ? json.anyOf(json.emptyList, shown) : shown;
    },
  };
  for (const definition of definitions) registry.register(definition);
  return registry;
}

function metaValue(definition: MetaDefinition, rows: readonly StoredMeta[], codec: MetaCodec | undefined): unknown {
  const stored = rows.filter((row) => row.key === storedKey(definition));
  const read = (row: StoredMeta) => readStored(definition, row.value, codec);
  if (!definition.single) return stored.length > 0 ? stored.map(read) : (definition.default ?? []);
  const [first] = stored;
  return first ? read(first) : defaultOf(definition);
}

const defaultOf = (definition: MetaDefinition): unknown =>
  definition.default === undefined ? emptyMeta(definition) : definition.default;

interface Write {
  readonly ownerId: number;
  readonly caller: Caller;
  readonly codec: MetaCodec | undefined;
  readonly codes: 'one' | 'each';
}

function change(definition: MetaDefinition, sent: unknown, { ownerId, caller, codec, codes }: Write): MetaChange {
  const { key } = definition;
  refuseWrite(definition, sent, { caller, ownerId });
  if (sent === null) return { key: storedKey(definition), values: [] };
  const wanted: MetaSchema = definition.single ? definition : { type: 'array', items: definition };
  const accepted = acceptMeta(wanted, sent, `meta.${key}`);
  if (accepted instanceof Refusal) {
    const code = codes === 'each' ? accepted.code : 'rest_invalid_param';
    throw (finer[code] ?? metaErrors.rest_invalid_param)({ why: accepted.why });
  }
  // The schema above accepts one value or, for a key with several, a list of them.
  const values = (definition.single ? [accepted] : accepted) as readonly unknown[];
  return { key: storedKey(definition), values: values.map((value) => writeStored(cleaned(definition, value), codec)) };
}

function cleaned({ sanitise }: MetaDefinition, value: unknown): unknown {
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return sanitise && isScalar ? sanitise(value) : value;
}

function refuseWrite(
  definition: MetaDefinition,
  sent: unknown,
  { caller, ownerId }: { readonly caller: Caller; readonly ownerId: number },
): void {
  if (mayWriteMeta(definition, caller, ownerId)) return;
  const { key } = definition;
  const refuse = sent === null ? metaErrors.rest_cannot_delete : metaErrors.rest_cannot_update;
  throw refuse({ key }, { details: { key } });
}

/** Whether a caller may change a key. Those that begin with an underscore are private; characters that a database may ignore before it are skipped. */
export function mayWriteMeta(definition: MetaDefinition, caller: Caller, ownerId: number): boolean {
  if (definition.mayWrite) return definition.mayWrite(caller, ownerId);
  return !definition.key.replace(/[^\x21-\x7e]/g, '').startsWith('_');
}

function refusedFields(refused: ReadonlyMap<string, Refusal>, codes: 'one' | 'each'): ApiError {
  const named = [...refused].slice(0, mostRefusals);
  const params = Object.fromEntries(named.map(([path, { why }]) => [path, why]));
  const details = Object.fromEntries(named.map(([path, { code, why, data }]) => [path, { code, message: why, data }]));
  return errors.rest_invalid_param({ params }, { details: codes === 'each' ? { params, details } : { params } });
}

function shownValue(definition: MetaDefinition): JsonSchema {
  if (definition.isField) return fieldOutput(definition);
  const { type, single } = definition;
  // An object without members is written as an empty list.
  const value = type === 'object' ? json.orNull(json.anyOf(json.emptyList, { type })) : json.orNull({ type });
  return single ? value : json.listOf(value);
}

function describeKey(definition: MetaDefinition): Record<string, unknown> {
  const { description = '', single } = definition;
  const published: Record<string, unknown> = {
    ...publishMeta({ ...definition, description }),
    ...(definition.title === undefined ? {} : { title: definition.title }),
    ...(definition.contexts ? { context: definition.contexts } : {}),
  };
  if (definition.isField) return { ...published, default: emptyField(definition) };
  if (single) return { ...published, default: definition.default ?? emptyMeta(definition) };
  const { description: _ofItems, ...items } = published;
  return { type: 'array', items, description, default: definition.default ?? [] };
}
