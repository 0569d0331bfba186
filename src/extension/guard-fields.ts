import type { ExtraField } from '../api/resource/extra-fields.ts';
import { accept, Refusal } from '../schema/validate.ts';
import type { Store } from '../storage/store.ts';
import { callExtension, type Guarding } from './call-extension.ts';
import { withStore } from './current-store.ts';
import type { ExtensionField, FieldCall, FieldOwner } from './extension-fields.ts';
import { ownTable } from './limited-store.ts';

const usualDeadlineMs = 1_000;

/** A field that is null for every item after a fault; such an answer is not cached. */
export function guardField(resource: string, name: string, field: ExtensionField, guarding: Guarding): ExtraField {
  const { extension } = guarding;
  const place = `field ${resource}.${name}`;
  const deadlineMs = extension.deadlines?.field ?? usualDeadlineMs;
  return {
    owner: extension.name,
    schema: field.schema,
    contexts: field.contexts,
    load: (items, call) =>
      callExtension<readonly unknown[]>(
        guarding,
        { place, deadlineMs },
        async (signal) => {
          const { caller, site, store } = call;
          const table: FieldCall['table'] = (one) => ownTable(store, one, guarding.limits);
          const meta = (key: string) => storedMeta(store, field.of, own, key);
          // Items are made for the owner that the field names.
          const own = items as readonly never[];
          const values = await withStore(store, () => field.load(own, { caller, site, table, meta, signal }));
          return checkedValues(values, items.length, field, name);
        },
        () => {
          call.keepPrivate();
          return items.map(() => null);
        },
      ),
  };
}

async function storedMeta(
  store: Store,
  owner: FieldOwner,
  items: readonly { readonly id: number }[],
  key: string,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const ids = items.map(({ id }) => id);
  const found = await store.meta.of(owner, ids, [key]);
  const stored = [...found].filter(([, rows]) => rows.length > 0);
  return new Map(stored.map(([id, rows]) => [id, rows.map((row) => row.value ?? '')]));
}

function checkedValues(values: unknown, count: number, { schema }: ExtensionField, name: string): readonly unknown[] {
  if (!Array.isArray(values) || values.length !== count)
    throw new TypeError(`A field returns one value for each of the ${count} items, in their order.`);
  return values.map((value: unknown) => {
    if (value === null || value === undefined) return null;
    const accepted = accept(schema, value, name);
    if (accepted instanceof Refusal) throw new TypeError(accepted.why);
    return accepted;
  });
}
