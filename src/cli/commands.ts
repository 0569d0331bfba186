import type { Command } from '../commands/command.ts';
import { flagOf, showConfig } from '../config/config.ts';
import { options } from '../config/options.ts';
import type { Extension } from '../extension/definition.ts';
import { extensionsOf } from '../variants.ts';
import { appPasswordCommands } from './app-password.ts';
import { exchangeCommands } from './export.ts';
import { extensionCommand } from './extension.ts';
import { generateCommand } from './generate.ts';
import { queueCommands } from './queue.ts';
import { initCommand, serveCommand } from './serve.ts';
import { usage } from './usage.ts';
import { userCommands } from './user.ts';
import { version } from './version.ts';

const help: Command = {
  name: 'help',
  summary: 'List the commands.',
  run: (context) => listCommands(commands)(context),
};

function listCommands(known: readonly Command[]): Command['run'] {
  return async ({ print }) => {
    const width = Math.max(...known.map((command) => usage(command).length), 0);
    print(`Platen ${version}: a content server that speaks the wp/v2 REST interface.\n`);
    for (const command of known) print(`  ${usage(command).padEnd(Math.min(width, 60))}  ${command.summary}`);
    print('\nEvery option of "platen config" is also a flag of every command.');
  };
}

const configCommand: Command = {
  name: 'config',
  summary: 'Show every option, its value and what it means; secrets stay hidden.',
  run: async ({ config: settings, print, declaredOptions }) => {
    const rows = showConfig(settings, declaredOptions);
    const width = Math.max(...rows.map((row) => row.env.length));
    for (const row of rows)
      print(`${row.env.padEnd(width)}  ${row.value || '(not set)'}\n${' '.repeat(width)}  ${row.help}`);
    print(
      `\nAs a flag: ${Object.values(options)
        .slice(0, 3)
        .map((option) => `--${flagOf(option)}`)
        .join(', ')} …`,
    );
  },
};

const showVersion: Command = {
  name: 'version',
  summary: 'Show the version.',
  run: async ({ print }) => print(version),
};

/** Every command, including those of extensions that were loaded besides the program's own. */
export function commandsWith(loaded: readonly Extension[]): readonly Command[] {
  const last = commands.indexOf(showVersion);
  const known = [
    ...commands.slice(0, last),
    ...loaded.flatMap((extension) => extension.commands ?? []),
    extensionCommand((variant) => [...extensionsOf(variant), ...loaded]),
    ...commands.slice(last),
  ];
  return known.map((command) => (command === help ? { ...help, run: listCommands(known) } : command));
}

/** Every command of the program, including those of its own extensions. */
export const commands: readonly Command[] = [
  serveCommand,
  initCommand,
  configCommand,
  ...userCommands,
  ...appPasswordCommands,
  ...exchangeCommands,
  generateCommand,
  ...extensionsOf('a').flatMap((extension) => extension.commands ?? []),
  ...queueCommands,
  showVersion,
  help,
];
