import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, defineCommand } from '../commands/command.ts';
import type { Config } from '../config/config.ts';
import { interfaceTypes } from '../interface-types/interface-types.ts';
import { createPlaten } from '../platen.ts';

/** Writes the types of the interface for clients in TypeScript: those of this variant, with its extensions and types. */
export const typesCommand: Command = defineCommand({
  name: 'types',
  summary: 'Write the types of the interface as TypeScript, with your own post types, fields and extensions.',
  flags: { out: { value: 'FILE', help: 'The file to write; without it, they are printed.' } },
  // The types come from the configuration alone.
  makesSite: true,
  run: async ({ config, flags, print }) => {
    const text = await typesFor(config);
    if (flags.out === undefined) return print(text.trimEnd());
    await writeFile(flags.out, text);
    print(`Wrote ${flags.out}.`);
  },
});

/** A site in memory has the routes of the configured one, and touches nothing of it. */
async function typesFor(config: Config): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-types-'));
  const own = { dataDir, databaseUrl: 'sqlite::memory:', sampleContent: false, logLevel: 'silent' } as const;
  const platen = await createPlaten({ ...config, ...own, adminPassword: 'unused', leads: false });
  try {
    return interfaceTypes(platen.registry);
  } finally {
    await platen.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
