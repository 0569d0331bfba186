import { builtInExtensions } from '../../src/app/variants.ts';
import type { Option, OptionTable } from '../../src/config/option.ts';
import { options } from '../../src/config/options.ts';
import { flagOf } from '../../src/config/read-settings.ts';
import { type GeneratedPage, generatedNote, page, plain, table, wideFrontmatter } from './markdown.ts';

/** Every option of the program and of the extensions that come with it. */
export function optionPage(): GeneratedPage {
  const extensions = builtInExtensions.filter((extension) => Object.keys(extension.options ?? {}).length > 0);
  return page('reference/options.md', [
    wideFrontmatter,
    '# Options',
    generatedNote,
    `Every option is an environment variable and a flag of every command; most are also settings of the configuration
file. [Configuration](../configuration.md) says which of them wins. A *secret* is never shown by \`platen config\`.`,
    '## Of the program',
    optionTable(options),
    ...extensions.flatMap(({ name, options: own = {} }) => [`## Of the extension \`${name}\``, ownTable(own)]),
  ]);
}

function optionTable(shown: OptionTable): string {
  const rows = Object.entries(shown).map(([name, option]) => [`\`${name}\``, ...factsOf(option)]);
  return table(['Name in the file', 'Environment', 'Flag', 'Default', 'Allowed', 'Meaning'], rows);
}

function ownTable(shown: OptionTable): string {
  return table(['Environment', 'Flag', 'Default', 'Allowed', 'Meaning'], Object.values(shown).map(factsOf));
}

function factsOf(option: Option<unknown>): string[] {
  return [
    `\`${option.env}\``,
    `\`--${flagOf(option)}\``,
    option.fallback === '' ? '' : `\`${option.fallback}\``,
    plain(option.secret ? `${option.expects} (secret)` : option.expects),
    plain(option.help),
  ];
}
