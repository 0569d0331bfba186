import type { Call } from '../api/call.ts';
import { presentItem } from '../api/present.ts';
import { type Reply, reply } from '../api/reply.ts';
import { publishSchema, type Resource, writableArguments } from '../api/resource.ts';
import { type Route, route, writing } from '../api/route.ts';
import { errors } from '../errors.ts';
import type { Store } from '../storage/store.ts';
import type { CoreParts } from './parts.ts';
import { type SettingsDraft, type SettingsSubject, settingsFields, settingsOptions } from './settings-fields.ts';

type SettingsResource = Resource<null, SettingsSubject, SettingsDraft>;

/** `/wp/v2/settings`: what an administrator can set of the site. */
export function settingsResource(parts: CoreParts): { readonly routes: readonly Route[] } {
  const resource: SettingsResource = {
    title: 'settings',
    schemaUri: parts.variant.protocol.contentSchemaUri,
    fields: settingsFields,
    links: [],
    prepare: async (_rows, _needs, { store, site }) => [{ stored: await storedOptions(store), siteUrl: site.url }],
  };
  const show = async (call: Call): Promise<Reply> => reply(await presentItem(resource, null, call, 'view'));
  const permit = (_input: object, { caller, variant }: Call): void => {
    if (caller.can('manage_options')) return;
    const status = caller.userId === 0 ? variant.people.settingsFromAnonymous : 403;
    throw errors.rest_forbidden(undefined, { status });
  };
  return {
    routes: [
      route({
        method: 'GET',
        path: '/wp/v2/settings',
        summary: 'Show the settings.',
        permit,
        handle: (_input, call) => show(call),
        schema: () => publishSchema(resource),
      }),
      route({
        method: writing,
        path: '/wp/v2/settings',
        summary: 'Change settings.',
        args: writableArguments(resource.fields, 'update'),
        permit,
        handle: async (input, call) => {
          await call.store.transaction((store) => writeSettings(input, call, store));
          return show(call);
        },
      }),
    ],
  };
}

async function storedOptions(store: Store): Promise<ReadonlyMap<string, string | null>> {
  const values = await Promise.all(settingsOptions.map((name) => store.options.get(name)));
  return new Map(settingsOptions.map((name, i) => [name, values[i] ?? null]));
}

async function writeSettings(input: Readonly<Record<string, unknown>>, call: Call, store: Store): Promise<void> {
  const draft: SettingsDraft = new Map();
  for (const [name, { write }] of Object.entries(settingsFields)) {
    const value = input[name];
    if (write && value !== undefined) void write(draft, value as never, call);
  }
  for (const [name, value] of draft) {
    if (value === null) await store.options.remove(name);
    else await store.options.set(name, value);
  }
}
