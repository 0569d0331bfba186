import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, CommandError, defineCommand } from '../extension/command.ts';
import { serveHere } from './serve.ts';

/** Serves the site with a front end beside it, for work on both. */
export const devCommand: Command = defineCommand({
  name: 'dev',
  makesSite: true,
  summary: 'Serve the site, and run a command beside it, such as the front end; both end together.',
  operands: ['command'],
  run: async ({ config, operands, print }) => {
    const beside = async (ending: AbortSignal): Promise<void> => {
      print(`  Beside it: ${operands.command}\n`);
      await runBeside(operands.command, ending);
    };
    await serveHere(config, print, { leads: true, beside });
  },
});

/** How long a command may take to end before it is killed. */
const patienceMs = 5_000;

/** Runs a command in a shell, as npm runs a script, until it ends or the server does. */
async function runBeside(command: string, ending: AbortSignal): Promise<void> {
  const hasGroups = process.platform !== 'win32';
  // In a group of its own, so that the shell and all that it started can be ended.
  const child = spawn(command, { shell: true, stdio: ['ignore', 'inherit', 'inherit'], detached: hasGroups });
  /** False when nothing of it runs any more. */
  const send = (signal: NodeJS.Signals | 0): boolean => {
    try {
      return child.pid !== undefined && (hasGroups ? process.kill(-child.pid, signal) : child.kill(signal));
    } catch {
      return false;
    }
  };
  // A second signal ends this process at once; a terminal that is closed sends another one.
  process.once('exit', () => send('SIGKILL'));
  process.once('SIGHUP', () => process.kill(process.pid, 'SIGINT'));
  ending.addEventListener('abort', () => send('SIGTERM'), { once: true });
  const [code]: unknown[] = await once(child, 'exit');
  if (!ending.aborted) {
    if (code !== 0) throw new CommandError(`"${command}" ended with the status ${code}.`);
    return;
  }
  // Its shell has ended; what that started may not listen.
  for (const end = Date.now() + patienceMs; send(0) && Date.now() < end; ) await sleep(50);
  send('SIGKILL');
}
