import type { Command } from '../commands/command.ts';
import { flagOf, showConfig } from '../config/config.ts';
import { options } from '../config/options.ts';
import { extensionsOf } from '../variants.ts';
import { appPasswordCommands } from './app-password.ts';
import { backupCommand } from './backup.ts';
import { exchangeCommands } from './export.ts';
import { generateCommand } from './generate.ts';
import { helpCommand } from './help.ts';
import { restoreCommand } from './restore.ts';
import { initCommand, serveCommand } from './serve.ts';
import { userCommands } from './user.ts';
import { version } from './version.ts';

const config: Command = {
  name: 'config',
  summary: 'Show every option, its value and what it means; secrets stay hidden.',
  run: async ({ config: settings, print }) => {
    const rows = showConfig(settings);
    const width = Math.max(...Object.values(options).map((option) => option.env.length));
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

/** Every command of the program, including those of extensions. */
export const commands: readonly Command[] = [
  serveCommand,
  initCommand,
  config,
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
