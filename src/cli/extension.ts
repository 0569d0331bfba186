import type { Config } from '../config/config.ts';
import { describeCapabilities } from '../extension/capabilities.ts';
import { type Command, defineCommand } from '../extension/command.ts';
import type { Extension } from '../extension/definition.ts';
import { namespaceOf } from '../extension/load-extensions.ts';

/** Shows the extensions of a site and what they may do. */
export function extensionCommand(extensionsOf: (variant: Config['variant']) => readonly Extension[]): Command {
  return defineCommand({
    name: 'extension list',
    summary: 'List the extensions of this site and what each may do.',
    run: async ({ config, print }) => {
      for (const extension of extensionsOf(config.variant)) {
        print(`${extension.name}${extension.description ? `: ${extension.description}` : ''}`);
        for (const [what, things] of factsOf(extension))
          if (things.length > 0) print(`  ${what}: ${things.join(', ')}`);
      }
    },
  });
}

function factsOf(extension: Extension): [string, readonly string[]][] {
  const { capabilities = {}, hooks = {}, fields = {} } = extension;
  const names = (list: readonly { readonly name: string }[] = []) => list.map(({ name }) => name);
  const may = describeCapabilities(capabilities);
  return [
    ['may use', may.length > 0 ? may : ['nothing beyond its own data']],
    ['options', Object.values(extension.options ?? {}).map((option) => option.env)],
    ['namespace', extension.routes ? [namespaceOf(extension)] : []],
    ['post types', names(extension.postTypes)],
    ['taxonomies', names(extension.taxonomies)],
    ['fields', Object.entries(fields).flatMap(([of, table]) => Object.keys(table).map((name) => `${of}.${name}`))],
    ['tables', names(extension.tables)],
    ['before', hookNames(hooks.before)],
    ['after', hookNames(hooks.after)],
    ['jobs', names(extension.jobs)],
    ['commands', names(extension.commands)],
    ['shortcodes', Object.keys(extension.shortcodes ?? {})],
    ['blocks', names(extension.blocks)],
    ['admin screens', (extension.adminScreens ?? []).map(({ path }) => path)],
    ['editor panels', names(extension.editorPanels)],
  ];
}

function hookNames(table: object = {}): string[] {
  return Object.entries(table).flatMap(([kind, actions]) => Object.keys(actions ?? {}).map((one) => `${kind}.${one}`));
}
