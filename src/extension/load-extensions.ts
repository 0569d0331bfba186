import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runAs } from '../background/guard.ts';
import { hookActions } from '../background/hook-kinds.ts';
import { ConfigError, type NamedExtension } from '../config/config.ts';
import type { Option } from '../config/option.ts';
import { options } from '../config/options.ts';
import { DeclarationError } from '../rules/content/check-declaration.ts';
import { readDeclarations } from '../rules/content/read-declarations.ts';
import { imageSizesProblem } from '../rules/image-size-declaration.ts';
import { capabilitiesProblem } from './capabilities.ts';
import { type Extension, ExtensionError, isBlockName, reasonOf } from './definition.ts';

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
    for (const size of Object.keys(extension.imageSizes ?? {})) claim(name, `the image size "${size}"`);
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
    // What it starts while it is loaded has no other name yet.
    module = await runAs(specifier, () => import(locate(specifier, folder)));
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

type Check = (value: unknown) => string | null;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const list =
  (each: (item: unknown) => boolean, what: string): Check =>
  (value) =>
    Array.isArray(value) && value.every(each) ? null : `must be a list of ${what}`;
const func: Check = (value) => (typeof value === 'function' ? null : 'must be a function');
const text: Check = (value) => (typeof value === 'string' ? null : 'must be text');
const named = (item: unknown): boolean => isObject(item) && typeof item['name'] === 'string';
const table =
  (each: (value: unknown) => boolean, what: string): Check =>
  (value) =>
    isObject(value) && Object.values(value).every(each) ? null : `must be an object of ${what}`;

/** Namespaces of the program itself. */
const ownNamespaces = ['wp/v2', 'platen/v1'];

/** What each member of an extension must be. */
const members: Readonly<Record<keyof Extension, Check>> = {
  name: (value) =>
    typeof value === 'string' && /^[a-z][a-z0-9-]{0,39}$/.test(value)
      ? null
      : 'must be a word of letters in lower case, digits and dashes, at most 40',
  description: text,
  capabilities: (value) => capabilitiesProblem(value),
  options: table(isOption, 'options made with "option", whose names begin with PLATEN_'),
  postTypes: list(named, 'post types'),
  taxonomies: list(named, 'taxonomies'),
  meta: list((item) => isObject(item) && typeof item['key'] === 'string', 'meta definitions'),
  fieldSets: list(
    (item) => isObject(item) && isObject(item['fields']),
    'sets of fields, each with "object" and "fields"',
  ),
  fields: table((fields) => isObject(fields) && Object.values(fields).every(isField), 'resources with their fields'),
  tables: list((item) => named(item) && isObject(item) && isObject(item['columns']), 'tables'),
  migrations: list(
    (item) => isObject(item) && Number.isInteger(item['version']) && typeof item['up'] === 'function',
    'migrations, each with "version" and "up"',
  ),
  namespace: (value) =>
    typeof value === 'string' && /^[a-z][a-z0-9-]*(?:\/[a-z0-9.-]+)*$/.test(value) && !ownNamespaces.includes(value)
      ? null
      : 'must be a path such as shop/v1, and not wp/v2 or platen/v1',
  routes: func,
  hooks: hooksProblem,
  jobs: list(
    (item) => named(item) && isObject(item) && Number(item['everyMs']) > 0 && typeof item['run'] === 'function',
    'jobs, each with "name", "everyMs" and "run"',
  ),
  commands: list((item) => named(item) && isObject(item) && typeof item['run'] === 'function', 'commands'),
  pages: func,
  shortcodes: table((handler) => typeof handler === 'function', 'functions'),
  imageSizes: imageSizesProblem,
  personalData: (value) =>
    isObject(value) && typeof value['export'] === 'function' && typeof value['erase'] === 'function'
      ? null
      : 'must have the functions "export" and "erase"',
  blocks: list(
    (item) => isObject(item) && isBlockName(item['name']) && typeof item['render'] === 'function',
    'blocks with a name such as shop/cart, made by defineBlock',
  ),
  adminScreens: list(
    (item) => isObject(item) && isWord(item['path']) && isMounted(item),
    'screens, each with "path" (a word), "title", "capability" and "script"',
  ),
  editorPanels: list(
    (item) => isObject(item) && isWord(item['name']) && isMounted(item) && isTextList(item['postTypes'] ?? []),
    'panels, each with "name" (a word), "title", "capability" and "script"',
  ),
  deadlines: table((value) => typeof value === 'number' && value > 0, 'milliseconds'),
  onNewSite: func,
  setUp: func,
};

/** The value as an extension; `source` names where it came from while it has no name. */
export function checkExtension(value: unknown, source: string): Extension {
  refuseOthers(value, source);
  return value;
}

function refuseOthers(value: unknown, source: string): asserts value is Extension {
  if (!isObject(value)) throw new ExtensionError(source, 'is not an extension: export one made with defineExtension.');
  if (value['name'] === undefined) throw new ExtensionError(source, 'has no name: give it one with "name".');
  const name = typeof value['name'] === 'string' && value['name'] !== '' ? value['name'] : source;
  const checks: Readonly<Record<string, Check>> = members;
  for (const [member, given] of Object.entries(value)) {
    if (given === undefined) continue;
    const check = Object.hasOwn(checks, member) ? checks[member] : undefined;
    if (!check) throw new ExtensionError(name, `has a member ${JSON.stringify(member)} that extensions do not have.`);
    const problem = check(given);
    if (problem) throw new ExtensionError(name, `cannot be used: "${member}" ${problem}.`);
  }
  refuseDeclarations(value, name);
}

/** The declarations of content have the form of those in a configuration file. */
function refuseDeclarations(value: Readonly<Record<string, unknown>>, name: string): void {
  try {
    readDeclarations(value);
  } catch (error) {
    if (!(error instanceof DeclarationError)) throw error;
    throw new ExtensionError(name, `cannot be used: ${error.message}`);
  }
}

const actionTable: Readonly<
  Record<string, Readonly<Partial<Record<'before' | 'after' | 'propose', readonly string[]>>>>
> = hookActions;

function hooksProblem(hooks: unknown): string | null {
  if (!isObject(hooks)) return 'must be an object with "before", "after" and "propose"';
  const { mustAnswer = false, ...table } = hooks;
  if (typeof mustAnswer !== 'boolean') return 'has a "mustAnswer" that is neither true nor false';
  for (const [when, kinds] of Object.entries(table)) {
    if ((when !== 'before' && when !== 'after' && when !== 'propose') || !isObject(kinds))
      return 'must be an object with "before", "after" and "propose"';
    for (const [kind, actions] of Object.entries(kinds)) {
      const known = Object.hasOwn(actionTable, kind) ? actionTable[kind] : undefined;
      if (!known || !isObject(actions))
        return `has no kind "${kind}"; there are ${Object.keys(hookActions).join(', ')}`;
      const names: readonly string[] = known[when] ?? [];
      for (const [action, hook] of Object.entries(actions)) {
        if (!names.includes(action)) return `has no "${when} ${kind}.${action}"; there are ${names.join(', ')}`;
        if (typeof hook !== 'function') return `has a "${when} ${kind}.${action}" that is not a function`;
      }
    }
  }
  return null;
}

const isWord = (value: unknown): boolean => typeof value === 'string' && /^[a-z][a-z0-9-]{0,39}$/.test(value);
const isFilled = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every(isFilled);

/** What screens and panels have in common. */
function isMounted({ title, capability, script }: Readonly<Record<string, unknown>>): boolean {
  return isFilled(title) && isFilled(capability) && (isFilled(script) || script instanceof URL);
}

function isOption(value: unknown): boolean {
  return isObject(value) && /^PLATEN_[A-Z0-9_]+$/.test(String(value['env'])) && typeof value['parse'] === 'function';
}

function isField(value: unknown): boolean {
  return (
    isObject(value) &&
    isObject(value['schema']) &&
    typeof value['load'] === 'function' &&
    typeof value['of'] === 'string'
  );
}

/** Every option of the extensions, each once: two may share one. */
export function optionsOf(extensions: readonly Extension[]): readonly Option<unknown>[] {
  const declared = extensions.flatMap((extension) => Object.values(extension.options ?? {}));
  return [...new Map(declared.map((option) => [option.env, option])).values()];
}

/** The options of one extension by its own names, from values by the names of the environment. */
export function extensionOptionValues(
  extension: Extension,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const named = Object.entries(extension.options ?? {}).map(
    ([name, option]) => [name, optionValue(option, values)] as const,
  );
  return Object.freeze(Object.fromEntries(named));
}

/** A value given by a program is checked like one of the environment. */
function optionValue(option: Option<unknown>, values: Readonly<Record<string, unknown>>): unknown {
  const given = values[option.env];
  const text =
    given === undefined
      ? option.fallback
      : given === null
        ? ''
        : Array.isArray(given)
          ? given.join(',')
          : String(given);
  const value = option.parse(text);
  if (value !== undefined) return value;
  const shown = option.secret ? '(hidden)' : JSON.stringify(text);
  throw new ConfigError(`${option.env} is ${shown}; it must be ${option.expects}.`);
}
