import { type ShownOption, showConfig } from '../config/config.ts';
import { type Command, defineCommand } from '../extension/command.ts';
import type { ContentDeclarations } from '../rules/content/read-declarations.ts';

/** Shows the configuration: every value, where it came from, and what it means. */
export const configCommand: Command = defineCommand({
  name: 'config',
  summary: 'Show every option, its value, where it came from and what it means; secrets stay hidden.',
  flags: { json: { help: 'As JSON.' } },
  database: 'optional',
  run: async ({ config, origins, flags, print }) => {
    const rows = showConfig(config, origins.options);
    const content = declared(config.content);
    if (flags.json !== undefined) {
      print(JSON.stringify({ file: origins.file, options: rows, content }, null, 2));
      return;
    }
    if (origins.file) print(`Configuration file: ${origins.file}\n`);
    for (const line of table(rows)) print(line);
    for (const [section, names] of Object.entries(content)) print(`\n${section}: ${names.join(', ')}`);
    print('\nAs a flag: --data-dir DIR. In a configuration file: dataDir. A flag wins over the environment, and that');
    print('over the file.');
  },
});

function table(rows: readonly ShownOption[]): string[] {
  const width = Math.max(...rows.map((row) => row.env.length));
  return rows.map(({ env, value, origin, name, help }) => {
    const shown = `${value || '(not set)'}  [${origin}]`;
    return `${env.padEnd(width)}  ${shown}\n${' '.repeat(width)}  ${name}: ${help}`;
  });
}

/** The names of everything that the owner declares. */
function declared({
  postTypes = [],
  taxonomies = [],
  meta = [],
  fieldSets = [],
}: ContentDeclarations): Record<string, string[]> {
  const named = {
    postTypes: postTypes.map(({ name }) => name),
    taxonomies: taxonomies.map(({ name }) => name),
    meta: meta.map(({ key, subtype, object }) => `${subtype ?? object}.${key}`),
    fieldSets: fieldSets.flatMap(({ fields, subtype, object }) =>
      Object.keys(fields).map((name) => `${subtype ?? object}.${name}`),
    ),
  };
  return Object.fromEntries(Object.entries(named).filter(([, names]) => names.length > 0));
}
