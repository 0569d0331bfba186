import { suggestion } from '../lib/closest-name.ts';
import type { Option, OptionTable, ValuesOf } from './option.ts';

/** Where settings come from. Flags win over the environment, which wins over the file. */
export interface SettingSources {
  readonly flags: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The options of a configuration file, by their names in code. */
  readonly file?: { readonly path: string; readonly options: Readonly<Record<string, unknown>> } | null;
}

type GivenOrigin = 'flag' | 'environment' | 'file' | 'default';

/** Where a value came from; `database` is what is stored for the site. */
export type SettingOrigin = GivenOrigin | 'database';

/** Joins tables of options; throws where two options have the same name in code or in the environment. */
export function mergeOptions(tables: readonly OptionTable[]): OptionTable {
  const merged: Record<string, Option<unknown>> = {};
  for (const [name, option] of tables.flatMap((table) => Object.entries(table))) {
    const same = Object.entries(merged).find(([known, other]) => known === name || other.env === option.env);
    if (same) throw new ConfigError(`The option ${name} (${option.env}) is declared twice.`);
    merged[name] = option;
  }
  return merged;
}

/**
 * Reads every option of a table. An unknown or malformed setting is rejected, never guessed.
 *
 * @param others options that are known, but read elsewhere
 */
export function readSettings<Table extends OptionTable>(
  table: Table,
  sources: SettingSources,
  others: OptionTable = {},
): ValuesOf<Table> {
  refuseUnknown({ ...others, ...table }, sources);
  const values = Object.entries(table).map(([name, option]) => [name, readOption(name, option, sources)]);
  // Each option has parsed the value that is stored under its name.
  return Object.freeze(Object.fromEntries(values)) as ValuesOf<Table>;
}

/** Where the value of each option came from. */
export function originsOf(table: OptionTable, sources: SettingSources): Readonly<Record<string, GivenOrigin>> {
  return Object.fromEntries(Object.entries(table).map(([name, option]) => [name, originOf(name, option, sources)]));
}

function originOf(name: string, option: Option<unknown>, { flags, env, file }: SettingSources): GivenOrigin {
  if (flags[flagOf(option)] !== undefined) return 'flag';
  // A variable that is set to nothing counts as not set.
  if (env[option.env]) return 'environment';
  return file?.options[name] === undefined ? 'default' : 'file';
}

function readOption(name: string, option: Option<unknown>, sources: SettingSources): unknown {
  const { flags, env, file } = sources;
  const flag = flagOf(option);
  const inFile = file?.options[name];
  const readers: Readonly<
    Record<GivenOrigin, () => readonly [label: string, text: string | undefined, given: unknown]>
  > = {
    flag: () => [`--${flag}`, flags[flag], flags[flag]],
    environment: () => [option.env, env[option.env], env[option.env]],
    file: () => [`${file?.path}: ${name}`, option.textOf(inFile), inFile],
    default: () => [option.env, option.fallback, option.fallback],
  };
  const [label, text, given] = readers[originOf(name, option, sources)]();
  const value = text === undefined ? undefined : option.parse(text);
  if (value !== undefined) return value;
  const shown = option.secret ? '(hidden)' : JSON.stringify(given);
  throw new ConfigError(`${label} is ${shown}; it must be ${option.expects}.`);
}

/** `PLATEN_DATA_DIR` is `--data-dir` on the command line. */
export function flagOf(option: Pick<Option<unknown>, 'env'>): string {
  return option.env
    .replace(/^PLATEN_/, '')
    .toLowerCase()
    .replaceAll('_', '-');
}

/** The name of a declared option in a configuration file: `PLATEN_FORMS_PREFIX` is `formsPrefix`. */
export const fileNameOf = (option: Pick<Option<unknown>, 'env'>): string =>
  flagOf(option).replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Options that extensions declare, by their names in a configuration file. */
export function declaredOptions(declared: readonly Option<unknown>[]): OptionTable {
  return mergeOptions(declared.map((option) => ({ [fileNameOf(option)]: option })));
}

/** Set by our own scripts and tests, not by people. */
const reserved = new Set(['PLATEN_TEST_STORE', 'PLATEN_TEST_MYSQL_URL', 'PLATEN_CONFORMANCE_DIR']);

function refuseUnknown(table: OptionTable, { flags, env, file }: SettingSources): void {
  const options = Object.values(table);
  refuseFrom(Object.keys(flags), options.map(flagOf), (name) => `--${name}`);
  const named = Object.keys(env).filter(
    (key) => key.startsWith('PLATEN_') && !reserved.has(key) && !key.startsWith('PLATEN_TEST_'),
  );
  refuseFrom(
    named,
    options.map((option) => option.env),
    (name) => name,
  );
  if (file) refuseFrom(Object.keys(file.options), Object.keys(table), (name) => name, `${file.path}: `);
}

function refuseFrom(
  given: readonly string[],
  known: readonly string[],
  show: (name: string) => string,
  where = '',
): void {
  const wrong = given.find((name) => !known.includes(name));
  if (wrong === undefined) return;
  const meant = suggestion(wrong, known).startsWith(' Did') ? suggestion(wrong, known.map(show)) : '';
  throw new ConfigError(`${where}There is no option ${show(wrong)}.${meant} "platen config" lists them all.`);
}

/** A setting with an invalid value; the message says which one and what is allowed. */
export class ConfigError extends Error {}
