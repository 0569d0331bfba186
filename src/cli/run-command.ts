import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { openSiteStore } from '../app/services.ts';
import { secretKey } from '../auth/secrets.ts';
import { ConfigError, readConfig } from '../config/config.ts';
import type { OpenStore } from '../storage/store.ts';
import { StoreError } from '../storage/store-error.ts';
import { type Command, type CommandContext, CommandError } from './command.ts';
import { parseArguments } from './parse-arguments.ts';

/** Runs one command to its end. What a person can mend is said in a sentence; anything else keeps its stack. */
export async function runCommand(
  argv: readonly string[],
  commands: readonly Command[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  let store: Promise<OpenStore> | null = null;
  try {
    const parsed = parseArguments(argv.length === 0 ? ['help'] : argv, commands);
    const config = readConfig({ flags: parsed.settings, env });
    const context: CommandContext = {
      operands: parsed.operands,
      flags: parsed.flags,
      config,
      store: () => {
        store ??= openSiteStore(config);
        return store;
      },
      secret: async (purpose) => secretKey(await context.store(), purpose),
      print: (line) => void process.stdout.write(`${line}\n`),
      ask,
      clock: Date.now,
    };
    await parsed.command.run(context);
    return 0;
  } catch (error) {
    if (error instanceof CommandError || error instanceof ConfigError || error instanceof StoreError) {
      process.stderr.write(`${error.message}\n`);
      return 1;
    }
    throw error;
  } finally {
    await (store as Promise<OpenStore> | null)?.then((open) => open.close()).catch(() => {});
  }
}

async function ask(question: string, options: { hidden?: boolean } = {}): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  let muted = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!muted) process.stderr.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  try {
    const answered = terminal.question(`${question} `);
    muted = options.hidden ?? false;
    return await answered;
  } finally {
    terminal.close();
    if (options.hidden) process.stderr.write('\n');
  }
}
