import { commands } from './cli/commands.ts';
import { runCommand } from './cli/run-command.ts';

/** Runs the command that the arguments name; the exit status of the process. */
export function main(argv: readonly string[]): Promise<number> {
  return runCommand(argv, commands, process.env);
}
