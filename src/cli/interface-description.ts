import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interfaceTypes } from '../api/interface-types.ts';
import { visitorRequest } from '../api/request.ts';
import type { Config } from '../config/config.ts';
import { type Command, defineCommand } from '../extension/command.ts';
import { createPlaten, type Platen } from '../index.ts';

/** Writes what `platen/v1/openapi.json` answers, without a server. */
export const openapiCommand: Command = defineCommand({
  name: 'openapi',
  summary: 'Write the interface as an OpenAPI 3.1 document, with your own post types, fields and extensions.',
  flags: { out: { value: 'FILE', help: 'The file to write; without it, it is printed.' } },
  // The routes come from the configuration alone.
  makesSite: true,
  run: async ({ config, flags, print }) => {
    const { payload } = await inMemorySite(config, (platen) =>
      platen.answer(visitorRequest('/platen/v1/openapi.json')),
    );
    const text = JSON.stringify(JSON.parse(String(payload)), null, 2);
    if (flags.out === undefined) return print(text);
    await writeFile(flags.out, `${text}\n`);
    print(`Wrote ${flags.out}.`);
  },
});

/** Writes the types of the interface for clients in TypeScript: those of this variant, with its extensions and types. */
export const typesCommand: Command = defineCommand({
  name: 'types',
  summary: 'Write the types of the interface as TypeScript, with your own post types, fields and extensions.',
  flags: { out: { value: 'FILE', help: 'The file to write; without it, they are printed.' } },
  // The types come from the configuration alone.
  makesSite: true,
  run: async ({ config, flags, print }) => {
    const text = await inMemorySite(config, ({ registry }) => interfaceTypes(registry, config.variant));
    if (flags.out === undefined) return print(text.trimEnd());
    await writeFile(flags.out, text);
    print(`Wrote ${flags.out}.`);
  },
});

/** Uses a site in memory that has the routes of the configured one, and touches nothing of it. */
export async function inMemorySite<T>(config: Config, use: (platen: Platen) => T | Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-routes-'));
  const own = { dataDir, databaseUrl: 'sqlite::memory:', sampleContent: false, logLevel: 'silent' } as const;
  const platen = await createPlaten({ ...config, ...own, adminPassword: 'unused', leads: false });
  try {
    return await use(platen);
  } finally {
    await platen.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
