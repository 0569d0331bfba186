import type { Command } from '../commands/command.ts';
import { extensionsOf } from '../variants.ts';
import { appPasswordCommands } from './app-password.ts';
import { backupCommand } from './backup.ts';
import { configCommand } from './config.ts';
import { exchangeCommands } from './export.ts';
import { generateCommand } from './generate.ts';
import { helpCommand } from './help.ts';
import { restoreCommand } from './restore.ts';
import { initCommand, serveCommand } from './serve.ts';
import { userCommands } from './user.ts';
import { version } from './version.ts';

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
  backupCommand,
  restoreCommand,
  generateCommand,
  ...extensionsOf('a').flatMap((extension) => extension.commands ?? []),
  showVersion,
  helpCommand(() => commands),
];
