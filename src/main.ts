import { endQuietlyWithoutReader } from './cli/closed-output.ts';
import { normalArguments } from './cli/normal-arguments.ts';
import { runCommand } from './cli/run-command.ts';
import type { Command } from './commands/command.ts';

/** Runs the command that the arguments name; the exit status of the process. */
export async function main(argv: readonly string[]): Promise<number> {
  endQuietlyWithoutReader();
  const meant = normalArguments(argv);
  return runCommand(meant, await commandsFor(meant), process.env);
}

/** Serving is what people wait for, so it does not wait for the code of the other commands. */
async function commandsFor(argv: readonly string[]): Promise<readonly Command[]> {
  if (argv[0] === 'serve') return [(await import('./cli/serve.ts')).serveCommand];
  return (await import('./cli/commands.ts')).commands;
}
