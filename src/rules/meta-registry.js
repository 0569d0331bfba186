import { defineErrors } from '../errors.ts';
import { json } from '../schema/json-schema.ts';
import { s } from '../schema/schema.ts';
import { Refusal } from '../schema/validate.ts';
import { acceptMeta, emptyMeta, isStructured, publishMeta } from './content/meta-schema.ts';
import { readStored, writeStored } from './meta-values.ts';
/** The schema of the member `meta`: an object, or the empty list that reading gives where there is nothing. */
export function metaSchema(registry, object, subtype) {
  return s.object({
    description: 'Further values by key.',
    emptyList: true,
    published: { properties: registry.describe(object, subtype) },
  });
}
/** Errors of values under `meta`. */
export const metaErrors = defineErrors({
  rest_cannot_update: {
    status: 'denied',
    message: (at) => `You may not change the meta key ${at.key}.`,
  },
  rest_cannot_delete: {
    status: 'denied',
    message: (at) => `You may not remove the meta key ${at.key}.`,
  },
  rest_invalid_param: { status: 400, message: (at) => at.why },
});
/**
 * Creates the registry of public meta keys; there is one per composition root.
 *
 * @param codec encodes lists and objects for the public table layout; keys of those types need it
 */
export function createMetaRegistry(definitions = [], codec) {
  const known = [];
  const bySubject = new Map();
  const of = (object, subtype) => {
    if (known.length === 0) return known;
    const subject = `${object} ${subtype}`;
    const found =
      bySubject.get(subject) ??
      known.filter((one) => one.object === object && (one.subtype === undefined || one.subtype === subtype));
    bySubject.set(subject, found);
    return found;
  };
  const registry = {
    register(definition) {
      if (of(definition.object, definition.subtype ?? '').some((one) => one.key === definition.key)) {
        throw new Error(`The meta key ${definition.key} is registered twice.`);
      }
      if (isStructured(definition) && !codec) throw new Error(`The meta key ${definition.key} needs a codec.`);
      known.push(definition);
      bySubject.clear();
    },
    keysOf: (object, subtype) => of(object, subtype).map((definition) => definition.key),
    read(subject, rows, caller) {
      const shown = of(subject.object, subject.subtype).filter((one) => one.mayRead?.(caller, subject.ownerId) ?? true);
      if (shown.length === 0) return [];
      return Object.fromEntries(shown.map((one) => [one.key, metaValue(one, rows, codec)]));
    },
    plan(subject, sent, caller) {
      if (!sent) return [];
      return of(subject.object, subject.subtype)
        .filter(({ key }) => Object.hasOwn(sent, key))
        .map((one) => change(one, sent[one.key], { ownerId: subject.ownerId, caller, codec }));
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
function metaValue(definition, rows, codec) {
  const stored = rows.filter((row) => row.key === definition.key);
  const read = (row) => readStored(definition, row.value, codec);
  if (!definition.single) return stored.length > 0 ? stored.map(read) : (definition.default ?? []);
  const [first] = stored;
  return first ? read(first) : (definition.default ?? emptyMeta(definition));
}
function change(definition, sent, { ownerId, caller, codec }) {
  const { key } = definition;
  if (!mayWrite(definition, caller, ownerId)) {
    const refuse = sent === null ? metaErrors.rest_cannot_delete : metaErrors.rest_cannot_update;
    throw refuse({ key }, { details: { key } });
  }
  if (sent === null) return { key, values: [] };
  const wanted = definition.single ? definition : { type: 'array', items: definition };
  const accepted = acceptMeta(wanted, sent, `meta.${key}`);
  if (accepted instanceof Refusal) throw metaErrors.rest_invalid_param({ why: accepted.why });
  // The schema above accepts one value or, for a key with several, a list of them.
  const values = definition.single ? [accepted] : accepted;
  return { key, values: values.map((value) => writeStored(cleaned(definition, value), codec)) };
}
function cleaned({ sanitise }, value) {
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return sanitise && isScalar ? sanitise(value) : value;
}
/** Keys that begin with an underscore are private. Characters that a database may ignore before it are skipped. */
function mayWrite(definition, caller, ownerId) {
  if (definition.mayWrite) return definition.mayWrite(caller, ownerId);
  return !definition.key.replace(/[^\x21-\x7e]/g, '').startsWith('_');
}
function shownValue({ type, single }) {
  const value = json.orNull({ type });
  return single ? value : json.listOf(value);
}
function describeKey(definition) {
  const { description = '', single } = definition;
  const published = publishMeta({ ...definition, description });
  if (single) return { ...published, default: definition.default ?? emptyMeta(definition) };
  const { description: _ofItems, ...items } = published;
  return { type: 'array', items, description, default: definition.default ?? [] };
}
