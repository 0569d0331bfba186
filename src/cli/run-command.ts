import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { databaseFile, openSiteStore, siteTables } from '../app/open-services.ts';
import { siteFromConfig } from '../app/site-from-config.ts';
import { secretKey } from '../auth/secrets.ts';
import { type Command, type CommandContext, CommandError, UsageError } from '../commands/command.ts';
import { allOptions, type Config, ConfigError, readConfig } from '../config/config.ts';
import { type FoundConfigFile, readConfigFile } from '../config/config-file.ts';
import { originsOf } from '../config/read-settings.ts';
import { ignoredNote, withoutServiceVariables } from '../config/service-variables.ts';
import type { Extension } from '../extension/definition.ts';
import { ExtensionError, reasonOf } from '../extension/extension-error.ts';
import { optionsOf } from '../extension/extension-options.ts';
import { MissingPackage } from '../missing-package.ts';
import type { OpenStore } from '../storage/store.ts';
import { StoreError } from '../storage/store-error.ts';
import { builtInExtensions, extensionsOf } from '../variants.ts';
import { parseArguments } from './arguments/parse-arguments.ts';
import { withNamedExtensions } from './named-extensions.ts';

/** What was read before the command line: the extensions, and the configuration file that may name them. */
export interface CommandFiles {
  readonly extensions?: readonly Extension[];
  readonly file?: FoundConfigFile | null;
}

/** Runs one command to its end. Errors that the user can fix are one sentence; all others keep their stack. */
export async function runCommand(
  argv: readonly string[],
  commands: readonly Command[],
  env: Readonly<Record<string, string | undefined>>,
  { extensions: loaded = [], file: found = null }: CommandFiles = {},
): Promise<number> {
  try {
    const declaredOptions = optionsOf([...builtInExtensions, ...loaded]);
    const parsed = parseArguments(argv, commands, declaredOptions);
    const flags = parsed.settings;
    const own = withoutServiceVariables(env);
    const note = ignoredNote(own.ignored);
    if (note !== null && flags['port'] === undefined) process.stderr.write(`${note}\n`);
    const file = found && readConfigFile(withNamedExtensions(found), allOptions(declaredOptions));
    const config = { ...readConfig({ flags, env: own.env, file }, declaredOptions), extensions: loaded };
    const extensions = [...extensionsOf(config.variant), ...loaded];
    const site = lazyStore(config, extensions, parsed.command.makesSite ?? false);
    const context: CommandContext = {
      operands: parsed.operands,
      flags: parsed.flags,
      config,
      origins: {
        file: file?.path ?? null,
        options: originsOf(allOptions(declaredOptions), { flags, env: own.env, file }),
      },
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
      return error instanceof UsageError ? 2 : 1;
    }
    throw error;
  }
}

/** Errors that a person can mend. */
const sentences = [CommandError, ConfigError, StoreError, ExtensionError, MissingPackage];

/** The store of the site, opened on first use. */
function lazyStore(
  config: Config,
  extensions: readonly Extension[],
  makesSite: boolean,
): { open: () => Promise<OpenStore>; close: () => Promise<void> } {
  let opening: Promise<OpenStore> | undefined;
  return {
    open: () => {
      opening ??= openExisting(config, extensions, makesSite);
      return opening;
    },
    // The outcome of the command matters, even if closing the store fails.
    close: async () => opening?.then((store) => store.close()).catch(() => {}),
  };
}

/** A command that finds no site says so: one made by a slip of the keyboard would hide that. */
async function openExisting(config: Config, extensions: readonly Extension[], makesSite: boolean): Promise<OpenStore> {
  const file = databaseFile(config);
  if (!makesSite && file !== null && !existsSync(file))
    throw new CommandError(
      `There is no site in ${dirname(file)}. "platen init" makes one there; --data-dir names another folder.`,
    );
  return openSiteStore(config, extensions);
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
