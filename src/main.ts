import { normalArguments } from './cli/arguments/normal-arguments.ts';
import { endQuietlyWithoutReader } from './cli/closed-output.ts';
import { loadNamedExtensions } from './cli/named-extensions.ts';
import { runCommand } from './cli/run-command.ts';
import type { Command } from './commands/command.ts';
import { ConfigError } from './config/config.ts';
import { askedConfigFile, findConfigFile } from './config/config-file.ts';
import type { Extension } from './extension/definition.ts';
import { ExtensionError } from './extension/extension-error.ts';

/** Runs the command that the arguments name; the exit status of the process. */
export async function main(argv: readonly string[]): Promise<number> {
  endQuietlyWithoutReader();
  const meant = normalArguments(argv);
  try {
    const file = await findConfigFile({ directory: process.cwd(), asked: askedConfigFile(meant, process.env) });
    const extensions = await loadNamedExtensions(meant, process.env, file);
    return await runCommand(meant, await commandsFor(meant, extensions), process.env, { extensions, file });
  } catch (error) {
    if (!(error instanceof ExtensionError) && !(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

/** Serving is what people wait for, so it does not wait for the code of the other commands. */
async function commandsFor(argv: readonly string[], extensions: readonly Extension[]): Promise<readonly Command[]> {
  if (argv[0] === 'serve') return [(await import('./cli/serve.ts')).serveCommand];
  return (await import('./cli/commands.ts')).commandsWith(extensions);
}
