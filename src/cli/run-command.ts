import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { openSiteStore } from '../app/open-services.ts';
import { siteFromConfig } from '../app/site-from-config.ts';
import { secretKey } from '../auth/secrets.ts';
import { type Command, type CommandContext, CommandError } from '../commands/command.ts';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { ignoredNote, withoutServiceVariables } from '../config/service-variables.ts';
import type { OpenStore } from '../storage/store.ts';
import { StoreError } from '../storage/store-error.ts';
import { parseArguments } from './parse-arguments.ts';

/** Runs one command to its end. Errors that the user can fix are one sentence; all others keep their stack. */
export async function runCommand(
  argv: readonly string[],
  commands: readonly Command[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  try {
    const parsed = parseArguments(argv.length === 0 ? ['help'] : argv, commands);
    const own = withoutServiceVariables(env);
    const note = ignoredNote(own.ignored);
    if (note !== null && parsed.settings['port'] === undefined) process.stderr.write(`${note}\n`);
    const config = readConfig({ flags: parsed.settings, env: own.env });
    const site = lazyStore(config);
    const context: CommandContext = {
      operands: parsed.operands,
      flags: parsed.flags,
      config,
      store: site.open,
      site: siteFromConfig(config, Date.now),
      secret: async (purpose) => secretKey(await site.open(), purpose),
      print: (line) => void process.stdout.write(`${line}\n`),
      ask,
      clock: Date.now,
    };
    try {
      await parsed.command.run(context);
      return 0;
    } finally {
      await site.close();
    }
  } catch (error) {
    if (error instanceof CommandError || error instanceof ConfigError || error instanceof StoreError) {
      process.stderr.write(`${error.message}\n`);
      return 1;
    }
    throw error;
  }
}

/** The store of the site, opened on first use. */
function lazyStore(config: Config): { open: () => Promise<OpenStore>; close: () => Promise<void> } {
  let opening: Promise<OpenStore> | undefined;
  return {
    open: () => {
      opening ??= openSiteStore(config);
      return opening;
    },
    // The outcome of the command matters, even if closing the store fails.
    close: async () => opening?.then((store) => store.close()).catch(() => {}),
  };
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
