import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { suggestion } from '../lib/closest-name.ts';
import { DeclarationError } from '../rules/content/check-declaration.ts';
import { contentModel } from '../rules/content/content-model.ts';
import { type ContentDeclarations, contentSections, readDeclarations } from '../rules/content/read-declarations.ts';
import type { OptionTable } from './option.ts';
import { options } from './options.ts';
import { ConfigError, flagOf } from './read-settings.ts';

/** What a configuration file says: options by their names in code, and declarations. */
export interface ConfigFile {
  /** As it is shown to people. */
  readonly path: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly content: ContentDeclarations;
}

/** The names that are looked for in the working directory. */
const fileNames = ['platen.config.ts', 'platen.config.js', 'platen.config.mjs', 'platen.config.json'];

/** Where settings are looked for before any option is read. */
export interface ConfigPlace {
  readonly directory: string;
  /** The file that a flag or the environment names; null where none does. */
  readonly asked: string | null;
}

/** The file that the arguments or the environment name; known before anything else is, since it may name extensions. */
export function askedConfigFile(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  const flag = `--${flagOf(options.configFile)}`;
  const at = argv.findLastIndex((word) => word === flag || word.startsWith(`${flag}=`));
  const given = argv[at]?.includes('=') ? argv[at].slice(flag.length + 1) : argv[at + 1];
  return (at < 0 ? env[options.configFile.env] : given) || null;
}

/** A configuration file before it is known which options there are: extensions, which may have some, are named in it. */
export interface FoundConfigFile {
  readonly path: string;
  readonly members: Readonly<Record<string, unknown>>;
}

/** Loads the configuration file; null where there is none and none is asked for. */
export async function findConfigFile(place: ConfigPlace): Promise<FoundConfigFile | null> {
  const path = locate(place);
  if (!path) return null;
  const shown = relative(place.directory, path) || path;
  return { path: shown, members: membersOf(shown, await read(path, shown)) };
}

/**
 * Separates options from declarations; throws a `ConfigError` for anything else.
 *
 * @param table every option that the file may set
 */
export function readConfigFile({ path, members }: FoundConfigFile, table: OptionTable = options): ConfigFile {
  const { configFile: _itself, ...allowed } = table;
  const isSection = (name: string): boolean => contentSections.some((section) => section === name);
  const names = Object.keys(allowed);
  const unknown = Object.keys(members).find((name) => !isSection(name) && !names.includes(name));
  if (unknown !== undefined) {
    const meant = suggestion(unknown, [...contentSections, ...names]);
    throw new ConfigError(`${path}: There is no setting ${unknown}.${meant}`);
  }
  return {
    path,
    options: Object.fromEntries(Object.entries(members).filter(([name]) => !isSection(name))),
    content: declarationsIn(path, members),
  };
}

function locate({ directory, asked }: ConfigPlace): string | null {
  if (asked) {
    const path = resolve(directory, asked);
    if (existsSync(path)) return path;
    throw new ConfigError(
      `There is no configuration file ${asked}. Correct --config or PLATEN_CONFIG, or leave it out.`,
    );
  }
  const [found, ...more] = fileNames.filter((name) => existsSync(resolve(directory, name)));
  if (more.length > 0)
    throw new ConfigError(`There are several configuration files: ${[found, ...more].join(', ')}. Keep one of them.`);
  return found ? resolve(directory, found) : null;
}

async function read(path: string, shown: string): Promise<unknown> {
  try {
    if (extname(path) === '.json') return JSON.parse(await readFile(path, 'utf8'));
    const module: unknown = await import(pathToFileURL(path).href);
    return typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`${shown} cannot be read: ${why}`, { cause: error });
  }
}

function membersOf(path: string, value: unknown): FoundConfigFile['members'] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const form = path.endsWith('.json') ? 'must contain an object' : 'must have a default export: defineConfig({ … })';
    throw new ConfigError(`${path} ${form}.`);
  }
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}

/** The declarations, checked here so that an error can name the file. */
function declarationsIn(path: string, members: Readonly<Record<string, unknown>>): ContentDeclarations {
  try {
    const content = readDeclarations(members);
    contentModel([content]);
    return content;
  } catch (error) {
    if (error instanceof DeclarationError) throw new ConfigError(`${path}: ${error.message}`, { cause: error });
    throw error;
  }
}
