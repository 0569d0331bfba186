import type { Call } from '../../api/call.ts';
import { type Reply, reply } from '../../api/reply.ts';
import { presentItem } from '../../api/resource/present.ts';
import { defineResource } from '../../api/resource/resource.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route, writing } from '../../api/routing/route.ts';
import { errors } from '../../errors.ts';
import type { Store } from '../../storage/store.ts';
import type { CoreContext } from '../context/core-context.ts';
import { storedOptions } from '../context/stored-items.ts';
import { type SettingsDraft, type SettingsSubject, settingsFields, settingsOptions } from './settings-fields.ts';
import { askBeforeSettings, recordSettings } from './settings-hooks.ts';

/** Two changes of settings come one after the other. */
export const settingsLock = 'settings';
const item = storedOptions(settingsLock, settingsOptions);

/** `/wp/v2/settings`: the settings that an administrator can change. */
export function settings({ variant }: Pick<CoreContext, 'variant'>): RouteModule {
  const resource = defineResource({
    title: 'settings',
    schemaUri: variant.protocol.contentSchemaUri,
    fields: settingsFields,
    links: [],
    newDraft: (): SettingsDraft => new Map(),
    load: async (_rows: readonly null[], _needs, { store, site }): Promise<SettingsSubject[]> => [
      { stored: await readOptions(store), siteUrl: site.serverUrl },
    ],
  });
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
        item: () => item,
        handle: (_input, call) => show(call),
        shows: resource,
      }),
      route({
        method: writing,
        path: '/wp/v2/settings',
        summary: 'Change settings.',
        args: resource.arguments.update,
        undoable: true,
        permit,
        item: () => item,
        handle: async (input, call) => {
          const draft = await resource.draft(await askBeforeSettings(input, resource.arguments.update, call), call);
          await call.store.transaction(async (store) => {
            await store.lock(settingsLock);
            await writeOptions(draft, store);
            await recordSettings(store, input, call);
          });
          call.hooks?.wake();
          return show(call);
        },
      }),
    ],
  };
}

async function readOptions(store: Store): Promise<ReadonlyMap<string, string | null>> {
  const values = await Promise.all(settingsOptions.map((name) => store.options.get(name)));
  return new Map(settingsOptions.map((name, i) => [name, values[i] ?? null]));
}

async function writeOptions(draft: SettingsDraft, store: Store): Promise<void> {
  for (const [name, value] of draft) {
    if (value === null) await store.options.remove(name);
    else await store.options.set(name, value);
  }
}
