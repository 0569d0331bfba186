/**
 * A path is written once: `/wp/v2/posts/{id:int}`. The matcher, the pattern of the discovery document, the arguments
 * and the handler's types come from it.
 */
const kinds = {
  /** A number that is also an argument, and that an argument of the same name replaces. */
  int: { pattern: '[\\d]+', argument: 'integer' },
  /** A word that is also an argument. */
  word: { pattern: '[\\w-]+', argument: 'string' },
  /** A number that belongs to the path alone. */
  digits: { pattern: '\\d+', argument: null },
} as const;

export type PathKind = keyof typeof kinds;

type ValueOfKind<Kind> = Kind extends 'word' ? string : number;
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
  readonly match: (path: string) => Record<string, string> | null;
}

const placeholder = /\{(\w+):(\w+)\}/g;

export function compilePath(template: string): CompiledPath {
  const parameters = [...template.matchAll(placeholder)].map(([, name, kind]): PathParameter => {
    if (!((kind as string) in kinds)) throw new Error(`Unknown path parameter kind in ${template}`);
    return { name: name as string, kind: kind as PathKind, argument: kinds[kind as PathKind].argument };
  });
  const pattern = template.replace(placeholder, (_, name, kind: PathKind) => `(?P<${name}>${kinds[kind].pattern})`);
  const expression = new RegExp(
    `^${template.replace(placeholder, (_, name, kind: PathKind) => `(?<${name}>${kinds[kind].pattern})`).replaceAll('/', '\\/')}$`,
    'i',
  );
  const match = (path: string): Record<string, string> | null => {
    const found = expression.exec(path);
    return found ? { ...found.groups } : null;
  };
  return { template, pattern, parameters, match };
}
