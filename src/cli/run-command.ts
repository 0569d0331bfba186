import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { openStore } from '../storage/open-store.ts';
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
        store ??= openSite(config);
        return store;
      },
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

async function openSite(config: Config): Promise<OpenStore> {
  const dataDir = resolve(config.dataDir);
  if (!config.databaseUrl) await mkdir(dataDir, { recursive: true });
  return openStore({
    url: config.databaseUrl || `sqlite:${join(dataDir, 'platen.db')}`,
    prefix: config.tablePrefix,
  });
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
