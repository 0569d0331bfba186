import type { ContentDeclarations } from '../rules/content/read-declarations.ts';
import type { ConfigFile } from './config-file.ts';
import type { Option, OptionTable, ValuesOf } from './option.ts';
import { options } from './options.ts';
import {
  declaredOptions,
  flagOf,
  mergeOptions,
  readSettings,
  type SettingOrigin,
  type SettingSources,
} from './read-settings.ts';

export { ConfigError, flagOf } from './read-settings.ts';

/** The settings of one server, read once and passed down. */
/** An extension that is loaded; whoever uses it checks what it is. */
export interface NamedExtension {
  readonly name: string;
}

export interface Config extends Omit<ValuesOf<typeof options>, 'extensions'> {
  /** Extensions besides those of the variant: names of packages, paths, or loaded ones. */
  readonly extensions: readonly (NamedExtension | string)[];
  /** Post types, taxonomies and meta keys that the owner of the site declares. */
  readonly content: ContentDeclarations;
  /** The options that extensions declare, by the names of their environment variables. */
  readonly extensionOptions: Readonly<Record<string, unknown>>;
}

export interface ConfigSources extends Omit<SettingSources, 'file'> {
  readonly file?: ConfigFile | null;
}

type DeclaredOptions = readonly Option<unknown>[];

/** Every option: those of the core, then those that extensions declare. */
export function allOptions(declared: DeclaredOptions = []): OptionTable {
  return mergeOptions([options, declaredOptions(declared)]);
}

/**
 * Reads flags, then environment, then the configuration file, then defaults.
 *
 * @param declared the options of extensions
 */
export function readConfig(sources: ConfigSources, declared: DeclaredOptions = []): Config {
  const own = declaredOptions(declared);
  const values: Readonly<Record<string, unknown>> = readSettings(own, sources, options);
  return Object.freeze({
    ...readSettings(options, sources, own),
    content: sources.file?.content ?? {},
    extensionOptions: Object.fromEntries(Object.entries(own).map(([name, { env }]) => [env, values[name]])),
  });
}

/** A row of `platen config`. */
export interface ShownOption {
  readonly env: string;
  readonly flag: string;
  /** Its name in a configuration file. */
  readonly name: string;
  readonly value: string;
  readonly origin: SettingOrigin;
  readonly help: string;
}

/** Each option with its value as text, secrets hidden. */
export function showConfig(
  config: Config,
  origins: Readonly<Record<string, SettingOrigin>> = {},
  declared: DeclaredOptions = [],
): ShownOption[] {
  const values: Readonly<Record<string, unknown>> = { ...config };
  return Object.entries(allOptions(declared)).map(([name, option]) => {
    const value = Object.hasOwn(options, name) ? values[name] : config.extensionOptions[option.env];
    const isSet = value !== '' && value !== null;
    return {
      env: option.env,
      flag: `--${flagOf(option)}`,
      name,
      value: option.secret && isSet ? '(hidden)' : (option.textOf(value) ?? shown(value)),
      origin: origins[name] ?? 'default',
      help: option.help,
    };
  });
}

function shown(value: unknown): string {
  if (Array.isArray(value))
    return value.map((one: NamedExtension | string) => (typeof one === 'object' ? one.name : one)).join(',');
  return String(value ?? '');
}

/** What Kubernetes sets in every container for a service: `PLATEN_SERVICE_HOST`, `PLATEN_PORT=tcp://…` and so on. */
const serviceNames =
  /^PLATEN_(?:\w+_)?SERVICE_(?:HOST|PORT(?:_\w+)?)$|^PLATEN_(?:\w+_)?PORT_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?$/;
const portName = /^PLATEN_(?:\w+_)?PORT$/;
const portValue = /^(?:tcp|udp|sctp):\/\/\S+:\d+$/;

/** The environment without variables that describe services called `platen` or `platen-…`, and their names. */
export function withoutServiceVariables(env: Readonly<Record<string, string | undefined>>): {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly ignored: readonly string[];
} {
  const isService = ([name, value]: [string, string | undefined]) =>
    serviceNames.test(name) || (portName.test(name) && portValue.test(value ?? ''));
  const entries = Object.entries(env);
  return {
    env: Object.fromEntries(entries.filter((entry) => !isService(entry))),
    ignored: entries.filter(isService).map(([name]) => name),
  };
}

/** One line for the log where a variable was ignored that is also the name of an option; null where none was. */
export function ignoredNote(ignored: readonly string[]): string | null {
  return ignored.includes('PLATEN_PORT')
    ? 'PLATEN_PORT describes a Kubernetes service and is ignored. Set the port with --port, or "enableServiceLinks: false" in the pod.'
    : null;
}
