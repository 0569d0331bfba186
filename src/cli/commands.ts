import type { Command } from '../commands/command.ts';
import { extensionsOf } from '../variants.ts';
import { appPasswordCommands } from './app-password.ts';
import { configCommand } from './config.ts';
import { exchangeCommands } from './export.ts';
import { generateCommand } from './generate.ts';
import { initCommand, serveCommand } from './serve.ts';
import { usage } from './usage.ts';
import { userCommands } from './user.ts';
import { version } from './version.ts';

const help: Command = {
  name: 'help',
  summary: 'List the commands.',
  run: async ({ print }) => {
    const width = Math.max(...commands.map((command) => usage(command).length), 0);
    print(`Platen ${version}: a content server that speaks the wp/v2 REST interface.\n`);
    for (const command of commands) print(`  ${usage(command).padEnd(Math.min(width, 60))}  ${command.summary}`);
    print('\nEvery option of "platen config" is also a flag of every command.');
  },
};

const showVersion: Command = {
  name: 'version',
  summary: 'Show the version.',
  run: async ({ print }) => print(version),
};

/** Every command of the program, including those of extensions. */
export const commands: readonly Command[] = [
  serveCommand,
  initCommand,
  configCommand,
  ...userCommands,
  ...appPasswordCommands,
  ...exchangeCommands,
  generateCommand,
  ...extensionsOf('a').flatMap((extension) => extension.commands ?? []),
  showVersion,
  help,
];
