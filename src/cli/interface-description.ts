import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interfaceTypes } from '../api/interface-types.ts';
import { visitorRequest } from '../api/request.ts';
import { openSiteStore } from '../app/open-services.ts';
import type { Config } from '../config/config.ts';
import { type Command, type CommandContext, defineCommand } from '../extension/command.ts';
import { createPlaten, type Platen } from '../index.ts';
import { readStoredModel, type StoredDeclarations, writeStoredModel } from '../wp/content-model/stored-model.ts';

const flags = {
  out: { value: 'FILE', help: 'The file to write; without it, it is printed.' },
  stored: { help: 'With the types and fields that were made on the admin page: reads them in the database.' },
} as const;

/** Writes what `platen/v1/openapi.json` answers, without a server. */
export const openapiCommand: Command = defineCommand({
  name: 'openapi',
  summary: 'Write the interface as an OpenAPI 3.1 document, with your own post types, fields and extensions.',
  flags,
  run: async (context) => {
    const { payload } = await inMemorySite(
      context.config,
      (platen) => platen.answer(visitorRequest('/platen/v1/openapi.json')),
      await storedIn(context),
    );
    await writeOrPrint(context, `${JSON.stringify(JSON.parse(String(payload)), null, 2)}\n`);
  },
});

/** Writes the types of the interface for clients in TypeScript: those of this variant, with its extensions and types. */
export const typesCommand: Command = defineCommand({
  name: 'types',
  summary: 'Write the types of the interface as TypeScript, with your own post types, fields and extensions.',
  flags,
  run: async (context) => {
    const { config } = context;
    const text = await inMemorySite(
      config,
      ({ registry }) => interfaceTypes(registry, config.variant),
      await storedIn(context),
    );
    await writeOrPrint(context, text);
  },
});

type Described = CommandContext<
  Readonly<Record<never, never>>,
  Readonly<Record<keyof typeof flags, string | undefined>>
>;

/** What was made on the admin page, where it is asked for; else the configuration alone says what there is. */
async function storedIn({
  flags: given,
  store,
}: Pick<Described, 'flags' | 'store'>): Promise<StoredDeclarations | null> {
  return given.stored === undefined ? null : (await readStoredModel(await store())).declarations;
}

async function writeOrPrint({ flags: given, print }: Pick<Described, 'flags' | 'print'>, text: string): Promise<void> {
  if (given.out === undefined) return print(text.trimEnd());
  await writeFile(given.out, text);
  print(`Wrote ${given.out}.`);
}

/** Uses a site in memory that has the routes of the configured one, and touches nothing of it. */
export async function inMemorySite<T>(
  config: Config,
  use: (platen: Platen) => T | Promise<T>,
  stored: StoredDeclarations | null = null,
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-routes-'));
  const own = { dataDir, databaseUrl: 'sqlite::memory:', sampleContent: false, logLevel: 'silent' } as const;
  const withStored = async () => {
    const store = await openSiteStore({ ...config, ...own }, []);
    if (stored) await writeStoredModel(store, stored);
    return store;
  };
  const options = { ...config, ...own, adminPassword: 'unused', leads: false };
  const platen = await createPlaten(options, stored ? { openStore: withStored } : {});
  try {
    return await use(platen);
  } finally {
    await platen.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
