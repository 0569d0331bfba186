import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route } from '../../api/routing/route.ts';
import type { Variant } from '../../api/variant.ts';
import { defineErrors, errors } from '../../lib/errors.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import { readStoredValue, writeStoredValue } from '../../media/attachment-metadata.ts';
import type { OptionPage } from '../../rules/acf/option-page.ts';
import type { MetaChange, RowKey, StoredMeta } from '../../rules/fields/field-storage.ts';
import { createMetaRegistry, type MetaRegistry } from '../../rules/meta-registry.ts';
import type { Store } from '../../storage/store.ts';
import type { AcfContext } from '../context/acf-context.ts';
import { type AcfMember, acfArguments, acfMember, joinSent } from '../fields/acf-member.ts';
import { type FieldContext, planFields } from '../fields/plan-fields.ts';
import { fieldSchema, shownField } from '../site/field-description.ts';

/** Errors of pages of settings. */
export const optionPageErrors = defineErrors({
  option_page_not_found: { status: 404, message: () => 'There is no page of settings with this name.' },
});

const path = '/platen/v1/option-pages';

const codec = { decode: readStoredValue, encode: writeStoredValue };

const values = json.anyOf(json.emptyList, json.mapOf(true));
const summarySchema = json.object({ slug: json.string, title: json.string });
const pageSchema = json.object({
  slug: json.string,
  title: json.string,
  fields: json.listOf(fieldSchema),
  meta: values,
  acf: values,
});

export interface OptionPageContext extends FieldContext {
  readonly optionPages: readonly OptionPage[];
  readonly acf: AcfContext;
  readonly variant: Variant;
}

/** A page with what its fields are read, checked and shown with. */
interface ShownPage extends OptionPage {
  readonly registry: MetaRegistry;
  readonly member: AcfMember | null;
}

/** `platen/v1/option-pages`: the fields of ACF whose values are options of the site. */
export function optionPages(context: OptionPageContext): RouteModule {
  const pages = new Map(
    context.optionPages.map((page): [string, ShownPage] => {
      const registry = createMetaRegistry(
        page.definitions,
        codec,
        context.variant.protocol.refusalCodes ? 'each' : 'one',
      );
      return [
        page.slug,
        { ...page, registry, member: acfMember({ meta: registry, acf: context.acf }, 'post', page.slug) },
      ];
    }),
  );
  const [anyMember] = [...pages.values()].flatMap(({ member }) => member ?? []);
  const pageOf = (slug: string): ShownPage => {
    const page = pages.get(slug);
    if (!page) throw optionPageErrors.option_page_not_found();
    return page;
  };
  const permit = ({ slug = '' }: { readonly slug?: string | undefined }, { caller }: Pick<Call, 'caller'>): void => {
    if (!caller.can(pages.get(slug)?.capability ?? 'manage_options')) throw errors.rest_forbidden();
  };
  return {
    routes: [
      route({
        method: 'GET',
        path,
        summary: 'List the pages of settings with fields of ACF that you may change.',
        permit: (_input, { caller }) => {
          if (!caller.can('manage_options') && ![...pages.values()].some(({ capability }) => caller.can(capability)))
            throw errors.rest_forbidden();
        },
        response: { schema: json.listOf(summarySchema) },
        shareable: false,
        handle: (_input, { caller }) =>
          reply(
            [...pages.values()]
              .filter(({ capability }) => caller.can(capability))
              .map(({ slug, title }) => ({ slug, title })),
          ),
      }),
      route({
        method: 'GET',
        path: `${path}/{slug:token}`,
        summary: 'Show a page of settings: its fields and their values.',
        args: acfArguments(anyMember),
        permit,
        response: { schema: pageSchema },
        shareable: false,
        handle: async ({ slug }, call) => reply(await shownPage(pageOf(slug), call)),
      }),
      route({
        method: 'PUT',
        path: `${path}/{slug:token}`,
        summary: 'Change values of a page of settings; those that are not sent stay as they are.',
        args: {
          meta: s.object({ description: 'Values by field, as meta of items has them.' }),
          acf: s.object({ description: 'Values by field, in the light form of ACF.' }),
        },
        permit,
        response: { schema: pageSchema },
        handle: async ({ slug, ...input }, call) => {
          const page = pageOf(slug);
          const of = { object: 'post', subtype: slug, ownerId: 0 } as const;
          const write = { of, ...joinSent(page.member, input), required: 'sent' as const };
          const changes = await planFields({ ...context, meta: page.registry }, write, call);
          await call.store.transaction((store) => applyChanges(page, changes, store));
          return reply(await shownPage(page, call));
        },
      }),
    ],
  };
}

async function shownPage({ slug, title, definitions, registry, member, ...page }: ShownPage, call: Call) {
  const { store, caller } = call;
  const rows = await storedValues(page, registry.keysOf('post', slug), store);
  return {
    slug,
    title,
    fields: definitions.flatMap((definition) => shownField(definition, caller) ?? []),
    meta: registry.read({ object: 'post', subtype: slug, ownerId: 0 }, rows, caller),
    acf: (await member?.read(rows, { id: 0 }, call, 'edit')) ?? [],
  };
}

/** The options of a page under the keys that their fields have elsewhere. */
async function storedValues(
  { storedBelow }: Pick<OptionPage, 'storedBelow'>,
  keys: readonly RowKey[],
  store: Store,
): Promise<readonly StoredMeta[]> {
  const named = keys.map(
    (key): RowKey => (typeof key === 'string' ? storedBelow + key : { prefix: storedBelow + key.prefix }),
  );
  const rows = await store.options.named(named);
  return rows.map(({ key, value }) => ({ key: key.slice(storedBelow.length), value }));
}

/** Writes options where items have meta: `options_name`, with the key of the field in `_options_name`. */
async function applyChanges({ storedBelow }: OptionPage, changes: readonly MetaChange[], store: Store): Promise<void> {
  await store.lock(`options ${storedBelow}`);
  const nameOf = (key: string): string => (key.startsWith('_') ? `_${storedBelow}${key.slice(1)}` : storedBelow + key);
  const wanted = new Set(changes.map(({ key }) => nameOf(key)));
  for (const {
    key,
    values: [value = ''],
    parts,
  } of changes) {
    const name = nameOf(key);
    const [before] = await store.options.named([name]);
    if (before?.value !== value) await store.options.set(name, value, 'late');
    if (!parts) continue;
    const below = await store.options.named([{ prefix: `${name}_` }, { prefix: `_${name}_` }]);
    for (const { key: old } of below) {
      const local = old.startsWith('_') ? `_${old.slice(storedBelow.length + 1)}` : old.slice(storedBelow.length);
      if (!wanted.has(old) && parts.test(local)) await store.options.remove(old);
    }
  }
}
