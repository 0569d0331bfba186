import type { Option } from './option.ts';
import { type OptionName, options } from './options.ts';

/** The settings of one server, read once and passed down. */
export type Config = {
  readonly [Name in OptionName]: (typeof options)[Name] extends Option<infer Value> ? Value : never;
};

/** A setting with an invalid value; the message says which one and what is allowed. */
export class ConfigError extends Error {}

/** Reads flags, then environment, then defaults. An unknown or malformed setting is rejected, never guessed. */
export function readConfig(sources: {
  flags: Readonly<Record<string, string>>;
  env: Readonly<Record<string, string | undefined>>;
}): Config {
  refuseUnknown(sources.flags, sources.env);
  const config: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(options)) {
    const flag = sources.flags[flagOf(option)];
    const given = flag ?? sources.env[option.env];
    const text = given === undefined || (given === '' && flag === undefined) ? option.fallback : given;
    const value: unknown = option.parse(text);
    if (value === undefined) {
      const shown = option.secret ? '(hidden)' : JSON.stringify(text);
      throw new ConfigError(
        `${flag === undefined ? option.env : `--${flagOf(option)}`} is ${shown}; it must be ${option.expects}.`,
      );
    }
    config[name] = value;
  }
  // Each option has parsed the value that is stored under its name.
  return Object.freeze(config) as Config;
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

function refuseUnknown(
  flags: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string | undefined>>,
): void {
  const knownFlags = new Set(Object.values(options).map(flagOf));
  const knownNames = new Set(Object.values(options).map((option) => option.env));
  const flag = Object.keys(flags).find((name) => !knownFlags.has(name));
  if (flag) throw new ConfigError(`There is no option --${flag}. "platen config" lists them all.`);
  const name = Object.keys(env).find(
    (key) => key.startsWith('PLATEN_') && !knownNames.has(key) && !reserved.has(key) && !key.startsWith('PLATEN_TEST_'),
  );
  if (name) throw new ConfigError(`There is no option ${name}. "platen config" lists them all.`);
}

/** Each option with its value as text, secrets hidden. */
export function showConfig(config: Config): { env: string; flag: string; value: string; help: string }[] {
  const values: Readonly<Record<string, unknown>> = config;
  return Object.entries(options).map(([name, option]) => {
    const value = values[name];
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
