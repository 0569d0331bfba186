import { commandsWith } from '../../src/cli/commands.ts';
import { usage } from '../../src/cli/help.ts';
import type { Command } from '../../src/extension/command.ts';
import { code, type GeneratedPage, generatedNote, page, plain, table } from './markdown.ts';

/** Every command with its operands and flags. */
export function commandPage(): GeneratedPage {
  const commands = commandsWith([]);
  const groups = Map.groupBy(commands, ({ name }) => name.split(' ')[0] ?? name);
  return page('reference/commands.md', [
    '# Commands',
    generatedNote,
    `In a clone, write \`npm run platen --\` in place of \`platen\`. Every [option](options.md) is also a flag of every
command. \`platen help COMMAND\` prints what this page says. The status is 0 for success, 1 for a failure and 2 for a
command line that makes no sense. Extensions add commands of their own.`,
    ...[...groups].flatMap(([group, members]) => [`## ${group}`, ...members.map(describe)]),
  ]);
}

function describe(command: Command): string {
  const flags = Object.entries(command.flags ?? {});
  const rows = flags.map(([name, { value, help }]) => [`\`--${name}${value ? ` ${value}` : ''}\``, plain(help)]);
  const title = command.name.includes(' ') ? [`### ${command.name}`] : [];
  return [
    ...title,
    plain(command.summary),
    code('txt', usage(command)),
    ...(rows.length > 0 ? [table(['Flag', 'Meaning'], rows)] : []),
  ].join('\n\n');
}
