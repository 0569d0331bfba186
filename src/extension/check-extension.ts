import { hookActions } from '../hooks/hook-kinds.ts';
import { capabilitiesProblem } from './capabilities.ts';
import type { Extension } from './definition.ts';
import { isBlockName } from './extension-blocks.ts';
import { ExtensionError } from './extension-error.ts';

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
}

const actionTable: Readonly<Record<string, Readonly<Record<'before' | 'after', readonly string[]>>>> = hookActions;

function hooksProblem(hooks: unknown): string | null {
  if (!isObject(hooks)) return 'must be an object with "before" and "after"';
  const { mustAnswer = false, ...table } = hooks;
  if (typeof mustAnswer !== 'boolean') return 'has a "mustAnswer" that is neither true nor false';
  for (const [when, kinds] of Object.entries(table)) {
    if ((when !== 'before' && when !== 'after') || !isObject(kinds))
      return 'must be an object with "before" and "after"';
    for (const [kind, actions] of Object.entries(kinds)) {
      const known = Object.hasOwn(actionTable, kind) ? actionTable[kind] : undefined;
      if (!known || !isObject(actions))
        return `has no kind "${kind}"; there are ${Object.keys(hookActions).join(', ')}`;
      const names: readonly string[] = known[when];
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
