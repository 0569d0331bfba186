import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { NamedExtension } from '../config/config.ts';
import { options } from '../config/options.ts';
import { checkExtension } from './check-extension.ts';
import type { Extension } from './definition.ts';
import { ExtensionError, reasonOf } from './extension-error.ts';

/**
 * The extensions that are given, those named by a module specifier or path imported from the working directory. The
 * default export of such a module is the extension.
 */
export async function loadExtensions(
  given: readonly (NamedExtension | string)[],
  folder = process.cwd(),
): Promise<readonly Extension[]> {
  const loaded: Extension[] = [];
  for (const [index, one] of given.entries()) {
    loaded.push(
      typeof one === 'string' ? await importExtension(one, folder) : checkExtension(one, `number ${index + 1}`),
    );
  }
  return loaded;
}

/** Refuses two extensions that claim the same name, namespace, option, table or command. */
export function refuseClashes(extensions: readonly Extension[]): void {
  const claims = new Map<string, { readonly by: string; readonly value: unknown }>();
  for (const { env } of Object.values(options)) claims.set(`the option ${env}`, { by: 'the program', value: null });
  const claim = (by: string, what: string, value: unknown = by): void => {
    const other = claims.get(what);
    // Two extensions may share an option that they declare in the same words.
    if (other && (other.value !== value || other.by === by)) throw clash(by, other.by, what);
    claims.set(what, { by, value });
  };
  for (const extension of extensions) {
    const { name } = extension;
    if (claims.has(`the name "${name}"`)) throw new ExtensionError(name, 'is loaded twice. Remove one of the two.');
    claim(name, `the name "${name}"`);
    for (const option of Object.values(extension.options ?? {}))
      claim(name, `the option ${option.env}`, JSON.stringify(option));
    for (const { name: table } of extension.tables ?? []) claim(name, `the table "${table}"`);
    for (const { name: command } of extension.commands ?? []) claim(name, `the command "${command}"`);
    for (const type of extension.postTypes ?? []) claim(name, `the post type "${type.name}"`);
    for (const taxonomy of extension.taxonomies ?? []) claim(name, `the taxonomy "${taxonomy.name}"`);
    for (const shortcode of Object.keys(extension.shortcodes ?? {})) claim(name, `the shortcode "${shortcode}"`);
    for (const block of extension.blocks ?? []) claim(name, `the block "${block.name}"`);
    if (extension.routes || extension.namespace) claim(name, `the namespace "${namespaceOf(extension)}"`);
  }
}

/** The first segments of the routes of an extension. */
export const namespaceOf = ({ name, namespace }: Pick<Extension, 'name' | 'namespace'>): string =>
  namespace ?? `${name}/v1`;

function clash(one: string, other: string, what: string): ExtensionError {
  return new ExtensionError(one, `declares ${what}, which "${other}" declares too. Use only one of the two.`);
}

async function importExtension(specifier: string, folder: string): Promise<Extension> {
  let module: { readonly default?: unknown };
  try {
    module = await import(locate(specifier, folder));
  } catch (error) {
    throw new ExtensionError(specifier, `could not be loaded from ${folder}: ${reasonOf(error)}`, error);
  }
  if (module.default === undefined)
    throw new ExtensionError(specifier, 'has no default export: write "export default defineExtension({ … })".');
  return checkExtension(module.default, specifier);
}

/** A path is taken from the folder, a package name from what is installed there. */
function locate(specifier: string, folder: string): string {
  if (specifier.startsWith('file:')) return specifier;
  const isPath = specifier.startsWith('.') || isAbsolute(specifier) || existsSync(resolve(folder, specifier));
  if (isPath) return pathToFileURL(resolve(folder, specifier)).href;
  try {
    return pathToFileURL(createRequire(join(folder, 'package.json')).resolve(specifier)).href;
  } catch {
    return specifier;
  }
}
