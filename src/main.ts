import { loadNamedExtensions } from './cli/named-extensions.ts';
import { runCommand } from './cli/run-command.ts';
import type { Command } from './commands/command.ts';
import type { Extension } from './extension/definition.ts';
import { ExtensionError } from './extension/extension-error.ts';

/** Runs the command that the arguments name; the exit status of the process. */
export async function main(argv: readonly string[]): Promise<number> {
  try {
    const extensions = await loadNamedExtensions(argv, process.env);
    return await runCommand(argv, await commandsFor(argv, extensions), process.env, extensions);
  } catch (error) {
    if (!(error instanceof ExtensionError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

/** Serving is what people wait for, so it does not wait for the code of the other commands. */
async function commandsFor(argv: readonly string[], extensions: readonly Extension[]): Promise<readonly Command[]> {
  if (argv[0] === 'serve') return [(await import('./cli/serve.ts')).serveCommand];
  return (await import('./cli/commands.ts')).commandsWith(extensions);
}
