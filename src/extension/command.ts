import type { Config } from '../config/config.ts';
import type { Option } from '../config/option.ts';
import type { SettingOrigin } from '../config/read-settings.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import type { Site } from '../rules/site.ts';
import type { DeclaredTable, Store } from '../storage/store.ts';

/**
 * One command of the program: `platen user create NAME --role editor`. Help, usage errors and docs are built from it.
 */
export interface Command {
  /** The words that call it, such as `user create`. */
  readonly name: string;
  readonly summary: string;
  /** Names of the operands, in order; a trailing `?` marks an optional one. */
  readonly operands?: readonly string[];
  readonly flags?: CommandFlags;
  /** Whether it may be the first to use a data folder; other commands need a site that exists. */
  readonly makesSite?: boolean;
  /** Whether it does without the database of the site, or can; other commands need it. */
  readonly database?: 'unused' | 'optional';
  run(context: CommandContext): Promise<void>;
}

export type CommandFlags = Readonly<Record<string, { readonly help: string; readonly value?: string }>>;

type Given = Readonly<Record<string, string | undefined>>;

export interface CommandContext<Operands extends Given = Given, Flags extends Given = Given> {
  readonly operands: Operands;
  /** Flags with their values; the value of a flag without one is the empty text. */
  readonly flags: Flags;
  readonly config: Config;
  readonly origins: ConfigOrigins;
  /** The site's store, opened on first use and closed by the caller. */
  readonly store: () => Promise<Store>;
  /** The site's settings, the same ones its servers read. */
  readonly site: (store: Store) => MaybePromise<Site>;
  /** A secret of the site for one purpose, the same one its servers derive. */
  readonly secret: (purpose: string) => Promise<Buffer>;
  readonly print: (line: string) => void;
  /** Prompts for one line; hidden for secrets. Undefined without an interactive terminal. */
  readonly ask: (question: string, options?: { hidden?: boolean }) => Promise<string | undefined>;
  readonly clock: () => number;
  /** The options that extensions declare. */
  readonly declaredOptions: readonly Option<unknown>[];
  /** The tables that the site has in addition to the public layout. */
  readonly tables: readonly DeclaredTable[];
}

/** Where the configuration came from. */
export interface ConfigOrigins {
  /** The configuration file; null where there is none. */
  readonly file: string | null;
  readonly options: Readonly<Record<string, SettingOrigin>>;
}

type OperandsOf<Names extends readonly string[]> = {
  readonly [Name in Names[number] as Name extends `${infer Bare}?` ? Bare : Name]: Name extends `${string}?`
    ? string | undefined
    : string;
};

type FlagsOf<Flags extends CommandFlags> = { readonly [Name in keyof Flags]: string | undefined };

/** A command whose `run` gets only the operands and flags it declares. */
export function defineCommand<
  const Operands extends readonly string[] = readonly [],
  const Flags extends CommandFlags = Readonly<Record<never, never>>,
>(
  row: Omit<Command, 'operands' | 'flags' | 'run'> & {
    readonly operands?: Operands;
    readonly flags?: Flags;
    readonly run: (context: CommandContext<OperandsOf<Operands>, FlagsOf<Flags>>) => Promise<void>;
  },
): Command {
  return row;
}

/** An error that the user can fix; shown without a stack. */
export class CommandError extends Error {}

/** A command line that names no command; the message is the usage, and the exit status is 2. */
export class UsageError extends CommandError {}
