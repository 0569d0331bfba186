import { extensionsOf } from '../app/variants.ts';
import type { Command } from '../extension/command.ts';
import type { Extension } from '../extension/definition.ts';
import { version } from '../lib/program-version.ts';
import { appPasswordCommands } from './app-password.ts';
import { appCommands } from './apps.ts';
import { backupCommand } from './backup.ts';
import { configCommand } from './config.ts';
import { devCommand } from './dev.ts';
import { exchangeCommands } from './export.ts';
import { exportSiteCommand } from './export-site.ts';
import { extensionCommand } from './extension.ts';
import { generateCommands } from './generate.ts';
import { helpCommand } from './help.ts';
import { openapiCommand, typesCommand } from './interface-description.ts';
import { loginLinkCommand } from './login-link.ts';
import { mcpCommand } from './mcp.ts';
import { mediaCommands } from './media.ts';
import { modelCommands } from './model.ts';
import { newCommand } from './new.ts';
import { personCommands } from './person.ts';
import { queueCommands } from './queue.ts';
import { restoreCommand } from './restore.ts';
import { initCommand, serveCommand } from './serve.ts';
import { userCommands } from './user.ts';
import { webhookCommands } from './webhook.ts';

const showVersion: Command = {
  name: 'version',
  summary: 'Show the version.',
  database: 'unused',
  run: async ({ print }) => print(version),
};

/** Every command, including those of extensions that were loaded besides the program's own. */
export function commandsWith(loaded: readonly Extension[]): readonly Command[] {
  const known: readonly Command[] = [
    ...ownCommands,
    ...loaded.flatMap((extension) => extension.commands ?? []),
    extensionCommand((variant) => [...extensionsOf(variant), ...loaded]),
    showVersion,
    helpCommand(() => known),
  ];
  return known;
}

/** The commands of the program and of its own extensions. */
const ownCommands: readonly Command[] = [
  serveCommand,
  devCommand,
  newCommand,
  initCommand,
  configCommand,
  ...userCommands,
  ...appPasswordCommands,
  ...appCommands,
  loginLinkCommand,
  ...personCommands,
  ...exchangeCommands,
  exportSiteCommand,
  backupCommand,
  restoreCommand,
  ...generateCommands,
  ...extensionsOf('a').flatMap((extension) => extension.commands ?? []),
  ...modelCommands,
  ...mediaCommands,
  ...queueCommands,
  ...webhookCommands,
  typesCommand,
  openapiCommand,
  mcpCommand,
];
