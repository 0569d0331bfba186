import { existsSync, readFileSync, statSync } from 'node:fs';
import { findPackageJSON, registerHooks } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { moduleBeside } from '../module-beside.ts';
import type { Theme } from './theme.ts';

/** A chosen theme that cannot be used; the message says why. */
export class ThemeError extends Error {}

const ownModule = moduleBeside('./theme', import.meta.url).href;
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
