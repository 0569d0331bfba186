import { writeFile } from 'node:fs/promises';
import { visitorRequest } from '../api/visitor-request.ts';
import { type Command, defineCommand } from '../commands/command.ts';
import { inMemorySite } from './memory-site.ts';

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
