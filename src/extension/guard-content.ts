import type { ExtraField } from '../api/resource/extra-fields.ts';
import type { Args } from '../lib/schema/schema.ts';
import { accept, Refusal } from '../lib/schema/validate.ts';
import type { Store } from '../storage/store.ts';
import type { JsonRecord } from '../text/json.ts';
import type { BlockRenderer, ShortcodeHandler } from '../text/render/render-context.ts';
import { callExtension, type Guarding, ownTable, withStore } from './call-extension.ts';
import type { ExtensionBlock, ExtensionField, FieldCall, FieldOwner } from './definition.ts';

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

/** Blocks that show the HTML stored in them after a fault. Their texts are not cached: they may show anything. */
export function guardBlocks({ extension, guard }: Guarding): readonly BlockRenderer[] {
  return (extension.blocks ?? []).map(({ name, attributes: declared, render }) => ({
    name,
    isDynamic: true,
    render: ({ attributes }, inner, { postId, siteUrl }) => {
      const made = guard.runSync(`block ${name}`, () =>
        checkedHtml(render(acceptedAttributes(declared, attributes), { inner, postId, siteUrl }), 'block'),
      );
      return made.ok ? made.value : inner;
    },
  }));
}

/** The declared attributes of a block; the default counts for one that is left out or of another type. */
function acceptedAttributes(declared: Args, written: JsonRecord): Parameters<ExtensionBlock['render']>[0] {
  const accepted = Object.entries(declared).map(([name, schema]) => {
    const value = written[name];
    const shaped = value === undefined || value === null ? undefined : accept(schema, value, name);
    return [name, shaped === undefined || shaped instanceof Refusal ? schema.default : shaped] as const;
  });
  // Each value was accepted by its schema, which is what the function's type is made from.
  return Object.fromEntries(accepted) as never;
}

/** Shortcodes that show nothing after a fault. */
export function guardShortcodes(guarding: Guarding): Readonly<Record<string, ShortcodeHandler>> {
  const { extension, guard } = guarding;
  const guarded = Object.entries(extension.shortcodes ?? {}).map(([name, handler]): [string, ShortcodeHandler] => [
    name,
    (...given) => {
      const made = guard.runSync(`shortcode ${name}`, () => checkedHtml(handler(...given), 'shortcode'));
      return made.ok ? made.value : '';
    },
  ]);
  return Object.fromEntries(guarded);
}

/** HTML that an extension returned at once; throws for anything else. */
export function checkedHtml(html: unknown, what: 'block' | 'shortcode'): string {
  if (typeof html === 'string') return html;
  // Nobody else waits for it, and a rejection without anybody who waits would end the process.
  if (html instanceof Promise) html.catch(() => {});
  throw new TypeError(`A ${what} returns HTML as text.`);
}
