import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { suggestion } from '../rules/content/closest-name.ts';
import { contentModel } from '../rules/content/content-model.ts';
import { DeclarationError } from '../rules/content/declaration-error.ts';
import { contentSections, readDeclarations } from '../rules/content/read-declarations.ts';
import { ConfigError } from './config-error.ts';
import { options } from './options.ts';
import { flagOf } from './read-settings.ts';

/** The names that are looked for in the working directory. */
const fileNames = ['platen.config.ts', 'platen.config.js', 'platen.config.mjs', 'platen.config.json'];
/** The file that the arguments or the environment name; known before anything else is, since it may name extensions. */
export function askedConfigFile(argv, env) {
  const flag = `--${flagOf(options.configFile)}`;
  const at = argv.findLastIndex((word) => word === flag || word.startsWith(`${flag}=`));
  const given = argv[at]?.includes('=') ? argv[at].slice(flag.length + 1) : argv[at + 1];
  return (at < 0 ? env[options.configFile.env] : given) || null;
}
/** Loads the configuration file; null where there is none and none is asked for. */
export async function findConfigFile(place) {
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
export function readConfigFile({ path, members }, table = options) {
  const { configFile: _itself, ...allowed } = table;
  const isSection = (name) => contentSections.some((section) => section === name);
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
function locate({ directory, asked }) {
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
async function read(path, shown) {
  try {
    if (extname(path) === '.json') return JSON.parse(await readFile(path, 'utf8'));
    const module = await import(pathToFileURL(path).href);
    return typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`${shown} cannot be read: ${why}`, { cause: error });
  }
}
function membersOf(path, value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const form = path.endsWith('.json') ? 'must contain an object' : 'must have a default export: defineConfig({ … })';
    throw new ConfigError(`${path} ${form}.`);
  }
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}
/** The declarations, checked here so that an error can name the file. */
function declarationsIn(path, members) {
  try {
    const content = readDeclarations(members);
    contentModel([content]);
    return content;
  } catch (error) {
    if (error instanceof DeclarationError) throw new ConfigError(`${path}: ${error.message}`, { cause: error });
    throw error;
  }
}
