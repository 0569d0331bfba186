import type { JsonSchema } from '../../lib/schema/json-schema.ts';
import type { Schema } from '../../lib/schema/schema.ts';
import type { Call } from '../call.ts';
import type { Context } from './context.ts';
import type { Fields } from './field.ts';

/** A read-only field that an extension adds to a resource. */
export interface ExtraField {
  /** Who adds it. */
  readonly owner: string;
  readonly schema: Schema;
  readonly contexts: readonly Context[];
  /** Exactly what its values are; left out where the schema says enough. */
  readonly output?: JsonSchema;
  /** Whether visitors get the same value, not an equal one, while nothing has changed: then whole items are kept. */
  readonly isStable?: boolean;
  /** One value for each item, in their order. */
  readonly load: (items: readonly unknown[], call: Call) => Promise<readonly unknown[]>;
}

/** The extra fields of each resource, by its name. */
export type ExtraFields = ReadonlyMap<string, Readonly<Record<string, ExtraField>>>;

/** The extra fields of one resource, and how its rows are shown to them. */
export interface ExtraFieldSource<Row> {
  readonly fields: Readonly<Record<string, ExtraField>> | undefined;
  readonly item: (row: Row) => object;
}

/** Extra fields as fields of subjects; `see` must be told the row of each subject before it is read. */
export interface BoundExtraFields<Row, Subject extends object> {
  readonly fields: Fields<Subject>;
  readonly see: (rows: readonly Row[], subjects: readonly Subject[]) => void;
  /** Whether all of them are stable. */
  readonly isStable: boolean;
  /** The values of each subject. */
  readonly values: (subjects: readonly Subject[], call: Call) => Promise<readonly (readonly unknown[])[]>;
}

/**
 * Binds extra fields to the subjects of a resource. The fields of a page are read one after the other before anything is
 * awaited, so that each field is loaded once for the whole page.
 */
export function bindExtraFields<Row, Subject extends object>(
  { fields, item }: ExtraFieldSource<Row>,
  taken: object,
): BoundExtraFields<Row, Subject> | null {
  if (!fields || Object.keys(fields).length === 0) return null;
  const items = new WeakMap<Subject, object>();
  const bound = Object.entries(fields).map(([name, field]) => {
    if (Object.hasOwn(taken, name))
      throw new Error(`The extension "${field.owner}" adds a field ${name}, which exists.`);
    const load = (subjects: readonly Subject[], call: Call) =>
      field.load(
        subjects.map((one) => items.get(one)),
        call,
      );
    return { name, field, load, read: batched(load) };
  });
  return {
    fields: Object.fromEntries(
      bound.map(({ name, field: { schema, contexts, output }, read }) => [
        name,
        { schema, contexts, readonly: true, read, ...(output ? { output } : {}) },
      ]),
    ),
    see: (rows, subjects) => {
      for (const [i, row] of rows.entries()) if (subjects[i]) items.set(subjects[i], item(row));
    },
    isStable: bound.every(({ field }) => field.isStable),
    values: async (subjects, call) => {
      const columns = await Promise.all(bound.map(({ load }) => load(subjects, call)));
      return subjects.map((_subject, i) => columns.map((values) => values[i]));
    },
  };
}

/** Collects the subjects that are read in one turn for one call, and loads them together. */
export function batched<Subject, Value>(load: (subjects: readonly Subject[], call: Call) => Promise<readonly Value[]>) {
  const open = new WeakMap<Call, { readonly subjects: Subject[]; readonly loaded: Promise<readonly Value[]> }>();
  return async (subject: Subject, call: Call): Promise<Value | undefined> => {
    let batch = open.get(call);
    if (!batch) {
      const subjects: Subject[] = [];
      const loaded = Promise.resolve().then(() => {
        open.delete(call);
        return load(subjects, call);
      });
      batch = { subjects, loaded };
      open.set(call, batch);
    }
    const index = batch.subjects.push(subject) - 1;
    return (await batch.loaded)[index];
  };
}
