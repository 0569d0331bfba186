import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { adoptionNote, databaseFile, openSiteStore, siteTables, withStoredVariant } from '../app/open-services.ts';
import { siteFromConfig } from '../app/site-from-config.ts';
import { builtInExtensions, extensionsOf } from '../app/variants.ts';
import { secretKey } from '../auth/secrets.ts';
import { type AuditEvent, recordAudit } from '../background/audit-log.ts';
import {
  allOptions,
  type Config,
  ConfigError,
  ignoredNote,
  readConfig,
  withoutServiceVariables,
} from '../config/config.ts';
import { type FoundConfigFile, readConfigFile } from '../config/config-file.ts';
import { originsOf } from '../config/read-settings.ts';
import { type Command, type CommandContext, CommandError, UsageError } from '../extension/command.ts';
import { type Extension, ExtensionError, reasonOf } from '../extension/definition.ts';
import { optionsOf } from '../extension/load-extensions.ts';
import { MissingPackage } from '../lib/error-code.ts';
import type { User } from '../storage/rows.ts';
import type { OpenStore, Store } from '../storage/store.ts';
import { StoreError } from '../storage/store-error.ts';
import { withNamedExtensions } from './named-extensions.ts';
import { parseArguments } from './parse-arguments.ts';

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
    const sources = { flags, env: own.env, file };
    const given = { ...readConfig(sources, declaredOptions), extensions: loaded };
    const origins = originsOf(allOptions(declaredOptions), sources);
    const config = origins['variant'] === 'default' ? await variantOfSite(given, parsed.command) : given;
    const extensions = [...extensionsOf(config.variant), ...loaded];
    const site = lazyStore(config, extensions, parsed.command.makesSite ?? false);
    const context: CommandContext = {
      operands: parsed.operands,
      flags: parsed.flags,
      config,
      origins: {
        file: file?.path ?? null,
        options: config === given ? origins : { ...origins, variant: 'database' },
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

/** The configuration with the variant that is stored for the site, as its servers have it. */
async function variantOfSite(config: Config, { database }: Command): Promise<Config> {
  if (database === 'unused') return config;
  try {
    return await withStoredVariant(config);
  } catch (error) {
    if (database === 'optional' && error instanceof StoreError) return config;
    throw error;
  }
}

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
    close: async () => {
      // The command itself has failed where the store could not be opened.
      const store = await opening?.catch(() => null);
      // Its outcome is what it says, even if closing the store fails.
      await store?.close().catch((error: Error) => process.emitWarning(error));
    },
  };
}

/** A command that finds no site says so: one made by a slip of the keyboard would hide that. */
async function openExisting(config: Config, extensions: readonly Extension[], makesSite: boolean): Promise<OpenStore> {
  const file = databaseFile(config);
  if (!makesSite && file !== null && !existsSync(file))
    throw new CommandError(
      `There is no site in ${dirname(file)}. "platen init" makes one there; --data-dir names another folder.`,
    );
  const store = await openSiteStore(config, extensions);
  const { adoptedAs } = store.dialect;
  if (adoptedAs) process.stderr.write(`${adoptionNote(adoptedAs)}\n`);
  return store;
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

/** Adds to the audit log what was done at the terminal, where nobody is logged in. */
export function recordCommand(
  store: Store,
  nowMs: number,
  event: AuditEvent,
  { user, detail = {} }: { readonly user?: Pick<User, 'id' | 'login'>; readonly detail?: Record<string, unknown> } = {},
): Promise<void> {
  const object = user ? { objectId: user.id, objectName: user.login } : {};
  return recordAudit(store, { event, nowMs, userId: 0, ...object, detail: { ...detail, by: 'command' } });
}
