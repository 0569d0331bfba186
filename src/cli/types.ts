import { writeFile } from 'node:fs/promises';
import { type Command, defineCommand } from '../commands/command.ts';
import { interfaceTypes } from '../interface-types/interface-types.ts';
import { inMemorySite } from './memory-site.ts';

/** Writes the types of the interface for clients in TypeScript: those of this variant, with its extensions and types. */
export const typesCommand: Command = defineCommand({
  name: 'types',
  summary: 'Write the types of the interface as TypeScript, with your own post types, fields and extensions.',
  flags: { out: { value: 'FILE', help: 'The file to write; without it, they are printed.' } },
  // The types come from the configuration alone.
  makesSite: true,
  run: async ({ config, flags, print }) => {
    const text = await inMemorySite(config, ({ registry }) => interfaceTypes(registry));
    if (flags.out === undefined) return print(text.trimEnd());
    await writeFile(flags.out, text);
    print(`Wrote ${flags.out}.`);
  },
});
