import { loadNamedExtensions } from './cli/named-extensions.ts';
import { normalArguments } from './cli/parse-arguments.ts';
import { runCommand } from './cli/run-command.ts';
import { ConfigError } from './config/config.ts';
import { askedConfigFile, findConfigFile } from './config/config-file.ts';
import type { Command } from './extension/command.ts';
import { type Extension, ExtensionError } from './extension/definition.ts';
import { errorCode } from './lib/error-code.ts';

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

/** Ends the program without a word when the reader of its output has left, as in `platen user list | head -1`. */
export function endQuietlyWithoutReader(): void {
  let isEnding = false;
  const leave = (error: Error): void => {
    if (errorCode(error) !== 'EPIPE') throw error;
    if (isEnding) return;
    isEnding = true;
    // A server finishes its requests first; a program without a handler for the signal ends at once.
    if (process.listenerCount('SIGTERM') > 0) process.kill(process.pid, 'SIGTERM');
    else process.exit(0);
  };
  process.stdout.on('error', leave);
  process.stderr.on('error', leave);
}
