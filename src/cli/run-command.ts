import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { databaseFile, openSiteStore } from '../app/open-services.ts';
import { siteFromConfig } from '../app/site-from-config.ts';
import { secretKey } from '../auth/secrets.ts';
import { type Command, type CommandContext, CommandError, UsageError } from '../commands/command.ts';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { askedConfigFile, findConfigFile, readConfigFile } from '../config/config-file.ts';
import { options } from '../config/options.ts';
import { originsOf } from '../config/read-settings.ts';
import { ignoredNote, withoutServiceVariables } from '../config/service-variables.ts';
import { MissingPackage } from '../missing-package.ts';
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
    const parsed = parseArguments(argv, commands);
    const flags = parsed.settings;
    const own = withoutServiceVariables(env);
    const note = ignoredNote(own.ignored);
    if (note !== null && flags['port'] === undefined) process.stderr.write(`${note}\n`);
    const found = await findConfigFile({ directory: process.cwd(), asked: askedConfigFile(argv, own.env) });
    const file = found && readConfigFile(found);
    const config = readConfig({ flags, env: own.env, file });
    const site = lazyStore(config, parsed.command.makesSite ?? false);
    const context: CommandContext = {
      operands: parsed.operands,
      flags: parsed.flags,
      config,
      origins: { file: file?.path ?? null, options: originsOf(options, { flags, env, file }) },
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
    if (
      error instanceof CommandError ||
      error instanceof ConfigError ||
      error instanceof StoreError ||
      error instanceof MissingPackage
    ) {
      process.stderr.write(`${error.message}\n`);
      return error instanceof UsageError ? 2 : 1;
    }
    throw error;
  }
}

/** The store of the site, opened on first use. */
function lazyStore(config: Config, makesSite: boolean): { open: () => Promise<OpenStore>; close: () => Promise<void> } {
  let opening: Promise<OpenStore> | undefined;
  return {
    open: () => {
      opening ??= openExisting(config, makesSite);
      return opening;
    },
    // The outcome of the command matters, even if closing the store fails.
    close: async () => opening?.then((store) => store.close()).catch(() => {}),
  };
}

/** A command that finds no site says so: one made by a slip of the keyboard would hide that. */
async function openExisting(config: Config, makesSite: boolean): Promise<OpenStore> {
  const file = databaseFile(config);
  if (!makesSite && file !== null && !existsSync(file))
    throw new CommandError(
      `There is no site in ${dirname(file)}. "platen init" makes one there; --data-dir names another folder.`,
    );
  return openSiteStore(config);
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
