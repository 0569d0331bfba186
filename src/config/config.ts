import { type ContentDeclarations, readDeclarations } from '../rules/content/read-declarations.ts';
import type { ConfigFile } from './config-file.ts';
import type { OptionTable, ValuesOf } from './option.ts';
import { options } from './options.ts';
import { flagOf, readSettings, type SettingOrigin, type SettingSources } from './read-settings.ts';

/** The settings of one server, read once and passed down. */
export interface Config extends ValuesOf<typeof options> {
  /** Post types, taxonomies and meta keys that the owner of the site declares. */
  readonly content: ContentDeclarations;
}

export interface ConfigSources extends Omit<SettingSources, 'file'> {
  readonly file?: ConfigFile | null;
}

/** Reads flags, then environment, then the configuration file, then defaults. */
export function readConfig(sources: ConfigSources): Config {
  return { ...readSettings(options, sources), content: sources.file?.content ?? readDeclarations({}) };
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
  values: Readonly<Record<string, unknown>>,
  origins: Readonly<Record<string, SettingOrigin>> = {},
  table: OptionTable = options,
): ShownOption[] {
  return Object.entries(table).map(([name, option]) => {
    const value = values[name];
    const isSet = value !== '' && value !== null;
    return {
      env: option.env,
      flag: `--${flagOf(option)}`,
      name,
      value: option.secret && isSet ? '(hidden)' : shown(value),
      origin: origins[name] ?? 'default',
      help: option.help,
    };
  });
}

function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return Array.isArray(value) ? value.join(',') : String(value ?? '');
}
