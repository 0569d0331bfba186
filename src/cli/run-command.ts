import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { openSiteStore, siteTables } from '../app/open-services.ts';
import { siteFromConfig } from '../app/site-from-config.ts';
import { secretKey } from '../auth/secrets.ts';
import { type Command, type CommandContext, CommandError } from '../commands/command.ts';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import type { Extension } from '../extension/definition.ts';
import { ExtensionError, reasonOf } from '../extension/extension-error.ts';
import { optionsOf } from '../extension/extension-options.ts';
import type { OpenStore } from '../storage/store.ts';
import { StoreError } from '../storage/store-error.ts';
import { builtInExtensions, extensionsOf } from '../variants.ts';
import { parseArguments } from './parse-arguments.ts';

/** Runs one command to its end. Errors that the user can fix are one sentence; all others keep their stack. */
export async function runCommand(
  argv: readonly string[],
  commands: readonly Command[],
  env: Readonly<Record<string, string | undefined>>,
  loaded: readonly Extension[] = [],
): Promise<number> {
  try {
    const declaredOptions = optionsOf([...builtInExtensions, ...loaded]);
    const parsed = parseArguments(argv.length === 0 ? ['help'] : argv, commands, declaredOptions);
    const config = readConfig({ flags: parsed.settings, env }, declaredOptions);
    const extensions = [...extensionsOf(config.variant), ...loaded];
    const site = lazyStore(config, extensions);
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
      declaredOptions,
      tables: siteTables(extensions),
    };
    try {
      await parsed.command.run(context);
      return 0;
    } finally {
      await site.close();
    }
  } catch (error) {
    if (sentences.some((kind) => error instanceof kind)) {
      process.stderr.write(`${reasonOf(error)}\n`);
      return 1;
    }
    throw error;
  }
}

/** Errors that a person can mend. */
const sentences = [CommandError, ConfigError, StoreError, ExtensionError];

/** The store of the site, opened on first use. */
function lazyStore(
  config: Config,
  extensions: readonly Extension[],
): { open: () => Promise<OpenStore>; close: () => Promise<void> } {
  let opening: Promise<OpenStore> | undefined;
  return {
    open: () => {
      opening ??= openSiteStore(config, extensions);
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
