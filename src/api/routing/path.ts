import { saturate } from '../../lib/schema/validate.ts';

/** The folder of a theme, or of one inside another. */
const themeFolder = '[^\\/:<>\\*\\?"\\|]+(?:\\/[^\\/:<>\\*\\?"\\|]+)?';

/**
 * A path is declared once: `/wp/v2/posts/{id:int}`. The matcher, the pattern in the discovery document, the arguments
 * and the handler's types are derived from it.
 */
const kinds = {
  /** A number that is also an argument; an argument of the same name overrides it. */
  int: { pattern: '[\\d]+', argument: 'integer' },
  /** A word that is also an argument. */
  word: { pattern: '[\\w-]+', argument: 'string' },
  /** A number that belongs to the path alone. */
  digits: { pattern: '\\d+', argument: null },
  number: { pattern: '[\\d]+', argument: null },
  /** The number of a user, or `me`. */
  account: { pattern: '(?:[\\d]+|me)', argument: null },
  /** The name of a block with its namespace, which is also an argument. */
  block: { pattern: '[a-z0-9-]+/[a-z0-9-]+', argument: 'string' },
  /** A word that belongs to the path alone. */
  token: { pattern: '[\\w\\-]+', argument: null },
  /** A name, or its part before or after a slash. */
  name: { pattern: '[a-zA-Z0-9_-]+', argument: 'string' },
  /** Lower-case words with hyphens between them. */
  slug: { pattern: '[a-z0-9]+(?:-[a-z0-9]+)*', argument: 'string' },
  /** A name with slashes; the short one leaves what follows to the rest of the path. */
  names: { pattern: '[a-zA-Z0-9\\-\\/]+', argument: 'string' },
  shortNames: { pattern: '[a-zA-Z0-9\\-\\/]+?', argument: 'string' },
  theme: { pattern: themeFolder, argument: 'string' },
  themePath: { pattern: '[\\/\\s%\\w\\.\\(\\)\\[\\]\\@_\\-]+', argument: 'string' },
  /** The folder of a theme and the name of a template in it; matched without the backtracking of the pattern. */
  template: {
    pattern: `(${themeFolder})[\\/\\w%-]+`,
    matches: '[^:<>\\*\\?"\\|]+[\\/\\w%-]',
    argument: 'string',
  },
  /** A number that may be written with slashes. */
  slashedInt: { pattern: '[\\/\\d+]+', argument: 'integer' },
} as const;

export type PathKind = keyof typeof kinds;

type ValueOfKind<Kind> = Kind extends keyof typeof kinds
  ? (typeof kinds)[Kind]['argument'] extends 'string'
    ? string
    : Kind extends 'account' | 'token'
      ? string
      : number
  : never;
const numeric: readonly PathKind[] = ['digits', 'number'];
/** The typed parameters of a path. */
export type PathInput<Path extends string> = Path extends `${string}{${infer Name}:${infer Kind}}${infer Rest}`
  ? { readonly [K in Name]: ValueOfKind<Kind> } & PathInput<Rest>
  : unknown;

export interface PathParameter {
  readonly name: string;
  readonly kind: PathKind;
  readonly argument: 'integer' | 'string' | null;
}

export interface CompiledPath {
  readonly template: string;
  /** As the discovery document shows it. */
  readonly pattern: string;
  readonly parameters: readonly PathParameter[];
  /** What every path that matches begins with, in lower case: most others are told apart by it alone. */
  readonly beginning: string;
  readonly match: (path: string) => Record<string, string> | null;
}

/** The value of a parameter that belongs to the path alone; undefined for one that is an argument. */
export function ownValue({ kind, argument }: PathParameter, text: string | undefined): string | number | undefined {
  if (argument !== null || text === undefined) return undefined;
  return numeric.includes(kind) ? saturate(Number(text)) : text;
}

/** What a kind matches, where discovery shows a pattern with groups of its own. */
function matcherOf(kind: PathKind): string {
  const known: { readonly pattern: string; readonly matches?: string } = kinds[kind];
  return known.matches ?? known.pattern;
}

const isPathKind = (kind: string): kind is PathKind => kind in kinds;
const placeholder = /\{(\w+):(\w+)\}/g;

export function compilePath(template: string): CompiledPath {
  const parameters = [...template.matchAll(placeholder)].map(([, name = '', kind = '']): PathParameter => {
    if (!isPathKind(kind)) throw new Error(`Unknown path parameter kind in ${template}`);
    return { name, kind, argument: kinds[kind].argument };
  });
  const names = parameters.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new Error(`Two path parameters have one name in ${template}`);
  const pattern = template.replace(placeholder, (_, name, kind: PathKind) => `(?P<${name}>${kinds[kind].pattern})`);
  const expression = new RegExp(
    `^${template.replaceAll('/', '\\/').replace(placeholder, (_, _name, kind: PathKind) => `(${matcherOf(kind)})`)}$`,
    'i',
  );
  // Matchers have no groups of their own, so that the groups are the parameters.
  const match = (path: string): Record<string, string> | null => {
    const found = expression.exec(path);
    if (!found) return null;
    const values: Record<string, string> = {};
    for (const [at, { name }] of parameters.entries()) values[name] = found[at + 1] ?? '';
    return values;
  };
  const beginning = template.replace(/\{.*/, '').toLowerCase();
  return { template, pattern, parameters, beginning, match };
}
