import { hash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { findPackageJSON, registerHooks } from 'node:module';
import { dirname, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { siblingModuleUrl } from '../../lib/sibling-module.ts';
import { defaultTheme } from './default-theme.ts';
import type { PageFunctions, PictureWidths, Theme } from './theme.ts';
import { type Words, wordsIn } from './words.ts';

/** A file of a theme, as it is sent. */
export interface ThemeFile {
  readonly type: string;
  readonly payload: Buffer;
}

/** The theme of the site: every page function, and its files under names that change with their content. */
export interface ActiveTheme {
  readonly name: string;
  readonly functions: PageFunctions;
  /** Null where the theme does not say. */
  readonly pictureWidths: PictureWidths | null;
  /** The words in a language. */
  readonly words: (language: string) => Words;
  /** The path of a file below the site's address; the name alone where the theme has no such file. */
  readonly assetPath: (name: string) => string;
  /** The file at such a path. */
  readonly fileAt: (path: string) => ThemeFile | null;
}

/** Where the files of the theme are, below the site's address. */
export const assetFolder = '/platen-theme/';

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=UTF-8',
  '.js': 'text/javascript; charset=UTF-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
};

/** Loads the chosen theme; the default one for an empty choice. What it leaves out is taken from the default theme. */
export async function activateTheme(chosen: string, folder: string): Promise<ActiveTheme> {
  const theme = chosen === '' ? defaultTheme : await importTheme(chosen, folder);
  const { name, assets = {}, words: own, pictureWidths, ...functions } = theme;
  const {
    name: _name,
    assets: defaultAssets,
    words: _words,
    pictureWidths: standardWidths,
    ...standard
  } = defaultTheme;
  const hasOwnLook = functions.layout !== undefined || Object.hasOwn(assets, 'style.css');
  const known = new Map<string, Words>();
  const paths = new Map<string, string>();
  const files = new Map<string, ThemeFile>();
  for (const [file, url] of Object.entries<URL>({ ...defaultAssets, ...assets })) {
    const payload = await readFile(url);
    const extension = extname(file);
    const stem = file.slice(0, file.length - extension.length).replace(/[^\w-]/g, '-');
    const path = `${assetFolder}${stem}.${hash('sha256', payload, 'hex').slice(0, 12)}${extension}`;
    paths.set(file, path);
    files.set(path, { type: mediaTypes[extension] ?? 'application/octet-stream', payload });
  }
  return {
    name,
    functions: { ...standard, ...functions },
    pictureWidths: pictureWidths ?? (hasOwnLook ? null : (standardWidths ?? null)),
    words: (language) => {
      const found = known.get(language) ?? wordsIn(language, own);
      known.set(language, found);
      return found;
    },
    assetPath: (file) => paths.get(file) ?? file,
    fileAt: (path) => files.get(path) ?? null,
  };
}

/** A chosen theme that cannot be used; the message says why. */
export class ThemeError extends Error {}

const ownModule = siblingModuleUrl('./theme', import.meta.url).href;
let isRegistered = false;

/** Imports a theme: a file, a folder, or an installed package. Relative paths start at `folder`. */
export async function importTheme(chosen: string, folder: string): Promise<Theme> {
  const file = entryFile(chosen, folder);
  if (file === null) {
    throw new ThemeError(`PLATEN_THEME "${chosen}" is neither a folder nor an installed package. Check its name.`);
  }
  offerModule();
  let loaded: { readonly default?: unknown };
  try {
    loaded = await import(/* @vite-ignore */ pathToFileURL(file).href);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ThemeError(`PLATEN_THEME "${chosen}" cannot be loaded: ${why}`, { cause: error });
  }
  if (!isTheme(loaded.default)) {
    throw new ThemeError(`PLATEN_THEME "${chosen}" exports no theme. Write: export default defineTheme({ name: … }).`);
  }
  return loaded.default;
}

/** The file that a path or a package name leads to; null where there is none. */
function entryFile(chosen: string, folder: string): string | null {
  const path = resolve(folder, chosen);
  if (existsSync(path)) return statSync(path).isDirectory() ? mainOf(path) : path;
  if (/^[./]/.test(chosen)) return null;
  try {
    const manifest = findPackageJSON(chosen, pathToFileURL(join(folder, 'theme.js')).href);
    return manifest ? mainOf(dirname(manifest)) : null;
  } catch {
    return null;
  }
}

function mainOf(folder: string): string | null {
  const manifest = join(folder, 'package.json');
  const { main, exports } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {};
  const named = [typeof exports === 'string' ? exports : exports?.['.'], main].filter(
    (name) => typeof name === 'string',
  );
  const candidates = [...named, 'index.ts', 'index.js', 'index.mjs', 'theme.ts', 'theme.js'];
  return candidates.map((name) => join(folder, name)).find((file) => existsSync(file)) ?? null;
}

/** Lets a theme in any folder import `platen/theme`, whether or not the package is installed beside it. */
function offerModule(): void {
  if (isRegistered) return;
  isRegistered = true;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'platen/theme' ? { url: ownModule, shortCircuit: true } : next(specifier, context),
  });
}

const functions = ['layout', 'home', 'archive', 'search', 'post', 'page', 'attachment', 'notFound', 'message'];

function isTheme(value: unknown): value is Theme {
  if (typeof value !== 'object' || value === null || !('name' in value) || typeof value.name !== 'string') return false;
  return Object.entries(value).every(([name, member]) => !functions.includes(name) || typeof member === 'function');
}
