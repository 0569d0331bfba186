import type { Option } from './option.ts';
import { type OptionName, options } from './options.ts';

/** The settings of one server, read once and passed down. */
export type Config = {
  readonly [Name in OptionName]: (typeof options)[Name] extends Option<infer Value> ? Value : never;
} & {
  /** The options that extensions declare, by the names of their environment variables. */
  readonly extensionOptions: Readonly<Record<string, unknown>>;
};

/** A setting with an invalid value; the message says which one and what is allowed. */
export class ConfigError extends Error {}

/** Reads flags, then environment, then defaults. An unknown or malformed setting is rejected, never guessed. */
export function readConfig(sources: ConfigSources, declared: readonly Option<unknown>[] = []): Config {
  refuseUnknown(sources, [...Object.values<Option<unknown>>(options), ...declared]);
  const config: Record<string, unknown> = {};
  for (const [name, option] of Object.entries<Option<unknown>>(options)) config[name] = readOption(option, sources);
  config['extensionOptions'] = Object.freeze(
    Object.fromEntries(declared.map((option) => [option.env, readOption(option, sources)])),
  );
  // Each option has parsed the value that is stored under its name.
  return Object.freeze(config) as Config;
}

/** Where settings come from. */
export interface ConfigSources {
  readonly flags: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The value of one option: of its flag, its environment variable, or the default. */
export function readOption(option: Option<unknown>, { flags, env }: ConfigSources): unknown {
  const flag = flags[flagOf(option)];
  const given = flag ?? env[option.env];
  const text = given === undefined || (given === '' && flag === undefined) ? option.fallback : given;
  const value = option.parse(text);
  if (value !== undefined) return value;
  const shown = option.secret ? '(hidden)' : JSON.stringify(text);
  throw new ConfigError(
    `${flag === undefined ? option.env : `--${flagOf(option)}`} is ${shown}; it must be ${option.expects}.`,
  );
}

/** `PLATEN_DATA_DIR` is `--data-dir` on the command line. */
export function flagOf(option: Pick<Option<unknown>, 'env'>): string {
  return option.env
    .replace(/^PLATEN_/, '')
    .toLowerCase()
    .replaceAll('_', '-');
}

/** Set by our own scripts and tests, not by people. */
const reserved = new Set(['PLATEN_TEST_STORE', 'PLATEN_TEST_MYSQL_URL', 'PLATEN_CONFORMANCE_DIR']);

function refuseUnknown({ flags, env }: ConfigSources, known: readonly Option<unknown>[]): void {
  const knownFlags = new Set(known.map(flagOf));
  const knownNames = new Set(known.map((option) => option.env));
  const flag = Object.keys(flags).find((name) => !knownFlags.has(name));
  if (flag) throw new ConfigError(`There is no option --${flag}. "platen config" lists them all.`);
  const name = Object.keys(env).find(
    (key) => key.startsWith('PLATEN_') && !knownNames.has(key) && !reserved.has(key) && !key.startsWith('PLATEN_TEST_'),
  );
  if (name) throw new ConfigError(`There is no option ${name}. "platen config" lists them all.`);
}

/** An option as `platen config` shows it. */
export interface ShownOption {
  readonly env: string;
  readonly flag: string;
  readonly value: string;
  readonly help: string;
}

/** Each option with its value as text, secrets hidden; those that extensions declare come before the last few. */
export function showConfig(config: Config, declared: readonly Option<unknown>[] = []): ShownOption[] {
  const values: Readonly<Record<string, unknown>> = config;
  const rows = Object.entries<Option<unknown>>(options).map(([name, option]) => [option, values[name]] as const);
  const before = rows.findIndex(([option]) => option === options.cacheMegabytes);
  const own = declared.map((option) => [option, config.extensionOptions[option.env]] as const);
  return [...rows.slice(0, before), ...own, ...rows.slice(before)].map(([option, value]) => {
    const isSet = value !== '' && value !== null;
    const shown =
      typeof value === 'boolean'
        ? value
          ? 'on'
          : 'off'
        : Array.isArray(value)
          ? value.join(',')
          : String(value ?? '');
    return {
      env: option.env,
      flag: `--${flagOf(option)}`,
      value: option.secret && isSet ? '(hidden)' : shown,
      help: option.help,
    };
  });
}
