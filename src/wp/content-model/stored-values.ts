import { readStoredValue, writeStoredValue } from '../../media/attachment-metadata.ts';
import { acceptField } from '../../rules/meta-accept.ts';
import type { MetaDefinition } from '../../rules/meta-registry.ts';
import {
  emptyField,
  isEmptyField,
  isStructured,
  layoutMember,
  type MetaSchema,
  membersIn,
} from '../../rules/meta-schema.ts';
import { readField } from '../../rules/meta-values.ts';
import { isRecord } from '../../text/json.ts';
import { type ChangedField, lastOf } from './model-changes.ts';

const codec = { decode: readStoredValue, encode: writeStoredValue };

const readAs = (field: MetaDefinition, stored: string | null): unknown => readField(field, stored, codec);

/** The stored text with the new names of its parts; parts that no declaration names stay as they are. */
export function withRenamedParts({ before, parts }: ChangedField, stored: string | null): string | null {
  if (parts.size === 0 || stored === null || !isStructured(before)) return stored;
  const decoded = readStoredValue(stored);
  const renamed = renameIn(before, decoded, before.key, parts);
  return renamed.isChanged ? writeStoredValue(renamed.value) : stored;
}

interface Renamed {
  readonly value: unknown;
  readonly isChanged: boolean;
}

function renameIn(schema: MetaSchema, value: unknown, path: string, parts: ChangedField['parts']): Renamed {
  if (Array.isArray(value)) {
    const items = value.map((item) => renameIn(schema.items ?? { type: 'string' }, item, path, parts));
    return { value: items.map((item) => item.value), isChanged: items.some((item) => item.isChanged) };
  }
  if (schema.type !== 'object' || !isRecord(value)) return { value, isChanged: false };
  const layout = schema.layouts ? String(value[layoutMember]) : null;
  const here = layout === null ? path : `${path}.${layout}`;
  const members = membersIn(schema, value);
  let isChanged = false;
  const entries = Object.entries(value).map(([key, member]): [string, unknown] => {
    const known = Object.hasOwn(members, key) ? members[key] : undefined;
    if (layout !== null && key === layoutMember) {
      const moved = parts.get(here);
      isChanged ||= moved !== undefined;
      return [key, moved ? lastOf(moved.to) : member];
    }
    if (!known) return [key, member];
    const inner = renameIn(known, member, `${here}.${key}`, parts);
    const moved = parts.get(`${here}.${key}`);
    isChanged ||= inner.isChanged || moved !== undefined;
    return [moved ? lastOf(moved.to) : key, inner.value];
  });
  // A value that another field left under the new name gives way to the one that is shown: the renamed come last.
  const order = (name: string) => (Object.hasOwn(value, name) ? 0 : 1);
  return { value: Object.fromEntries(entries.toSorted(([a], [b]) => order(a) - order(b))), isChanged };
}

/**
 * The parts of a stored value that are not shown any more with the new declaration, by their paths before: what was
 * shown must be shown still, as the same text.
 */
export function lostParts(changed: ChangedField, stored: string | null): readonly string[] {
  const { before, after, parts } = changed;
  if (!before.isField || !after.isField) return isSameKey(before, after) ? [] : [before.key];
  const [old, now] = [readAs(before, stored), readAs(after, withRenamedParts(changed, stored))];
  return [...new Set(lostIn({ schema: before, value: old }, { schema: after, value: now }, before.key, parts))];
}

/** Of keys that are no fields, only the type is known. */
const isSameKey = (before: MetaDefinition, after: MetaDefinition): boolean =>
  before.isField === after.isField && before.type === after.type && before.single === after.single;

interface Shown {
  readonly schema: MetaSchema;
  readonly value: unknown;
}

function lostIn(before: Shown, after: Shown | null, path: string, parts: ChangedField['parts']): string[] {
  if (isNothing(before)) return [];
  if (!after || after.value === undefined) return [path];
  if (Array.isArray(before.value)) return lostItems(before, before.value, after, path, parts);
  if (before.schema.type === 'object' && isRecord(before.value)) {
    if (!isRecord(after.value)) return [path];
    return lostMembers(before.schema, before.value, { schema: after.schema, value: after.value }, path, parts);
  }
  return isSame(before, after) ? [] : [path];
}

/** Nothing, or what is read where nothing is stored. */
const isNothing = ({ schema, value }: Shown): boolean =>
  isEmptyField(schema, value) || JSON.stringify(value) === JSON.stringify(emptyField(schema));

function lostItems(
  { schema }: Shown,
  items: readonly unknown[],
  after: Shown,
  path: string,
  parts: ChangedField['parts'],
): string[] {
  const now = after.value;
  // Items of a form that is gone are left out when they are read, so that the others cannot be compared by place.
  if (!Array.isArray(now) || now.length !== items.length) return [path];
  const inner = { before: schema.items ?? textItems, after: after.schema.items ?? textItems };
  return items.flatMap((value, i) =>
    lostIn({ schema: inner.before, value }, { schema: inner.after, value: now[i] }, path, parts),
  );
}

const textItems: MetaSchema = { type: 'string' };

function lostMembers(
  schema: MetaSchema,
  value: Readonly<Record<string, unknown>>,
  after: { readonly schema: MetaSchema; readonly value: Readonly<Record<string, unknown>> },
  path: string,
  parts: ChangedField['parts'],
): string[] {
  const here = schema.layouts ? `${path}.${String(value[layoutMember])}` : path;
  const now = membersIn(after.schema, after.value);
  return Object.entries(membersIn(schema, value)).flatMap(([key, one]) => {
    if (schema.layouts && key === layoutMember) return [];
    const to = lastOf(parts.get(`${here}.${key}`)?.to ?? key);
    const known = Object.hasOwn(now, to) ? now[to] : undefined;
    const shown = known && { schema: known, value: after.value[to] };
    return lostIn({ schema: one, value: value[key] }, shown ?? null, `${here}.${key}`, parts);
  });
}

/** Whether a value without parts is shown as before; one of another kind must be a value of that kind too. */
function isSame(before: Shown, after: Shown): boolean {
  if (textOf(before.value) !== textOf(after.value)) return false;
  const { type, format, enum: words, relation } = after.schema;
  // An id of something else is another value, though it is the same number.
  if (before.schema.relation && relation && before.schema.relation.of !== relation.of) return false;
  const isSameKind =
    before.schema.type === type &&
    before.schema.format === format &&
    (before.schema.enum === undefined) === (words === undefined) &&
    before.schema.relation?.of === relation?.of;
  if (isSameKind) return true;
  const kind: MetaSchema = { type, ...(format ? { format } : {}), ...(words ? { enum: words } : {}) };
  return acceptField(kind, after.value, 'value').refused.size === 0;
}

/** A value as a text; true is stored as 1. */
const textOf = (value: unknown): string =>
  value === true ? '1' : value === false ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
