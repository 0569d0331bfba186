import { suggestion } from '../../lib/closest-name.ts';

/** Throws a `DeclarationError` for a value of another form; `at` says where the value is. */
export type Check = (value: unknown, at: string) => void;

/** Checks of plain values, as a configuration file or an untyped program may give them. */
export const check = {
  text: of('a text', (value) => typeof value === 'string'),
  number: of('a number', (value) => typeof value === 'number' && Number.isFinite(value)),
  flag: of('true or false', (value) => typeof value === 'boolean'),
  fn: of('a function', (value) => typeof value === 'function'),
  nothing: of('null', (value) => value === null),
  anything: of('a value', () => true),
  choice: (...choices: readonly string[]): Check =>
    of(`one of ${choices.join(', ')}`, (value) => typeof value === 'string' && choices.includes(value)),
  pattern: (expects: string, pattern: RegExp): Check =>
    of(expects, (value) => typeof value === 'string' && pattern.test(value)),
  either:
    (...checks: readonly (readonly [expects: string, check: Check])[]): Check =>
    (value, at) => {
      if (checks.some(([, one]) => passes(one, value, at))) return;
      throw wrong(value, at, checks.map(([expects]) => expects).join(' or '));
    },
  list:
    (each: Check): Check =>
    (value, at) => {
      if (!Array.isArray(value)) throw wrong(value, at, 'a list');
      for (const [i, item] of value.entries()) each(item, `${at}[${i}]`);
    },
  pair:
    (each: Check): Check =>
    (value, at) => {
      if (!Array.isArray(value) || value.length !== 2) throw wrong(value, at, 'a list of two');
      for (const [i, item] of value.entries()) each(item, `${at}[${i}]`);
    },
  record:
    (each: Check): Check =>
    (value, at) => {
      for (const [key, member] of Object.entries(recordAt(value, at))) each(member, `${at}.${key}`);
    },
  /** An object with these members only. */
  members:
    (members: Readonly<Record<string, Check>>, required: readonly string[] = []): Check =>
    (value, at) => {
      const record = recordAt(value, at);
      for (const [key, member] of Object.entries(record)) {
        const known = Object.hasOwn(members, key) ? members[key] : undefined;
        if (!known)
          throw new DeclarationError(`${at} has no member ${key}.${suggestion(key, Object.keys(members))}`, {
            at: `${at}.${key}`,
          });
        if (member !== undefined) known(member, `${at}.${key}`);
      }
      const missing = required.find((key) => record[key] === undefined);
      if (missing) throw new DeclarationError(`${at}.${missing} is missing.`, { at: `${at}.${missing}` });
    },
};

/** The name of a capability. */
export const capabilityName = check.pattern('lower-case letters, digits and _', /^[a-z][a-z0-9_]*$/);

/** Who may do something. */
export const permission = check.either(['the name of a capability', capabilityName], ['a function', check.fn]);

function of(expects: string, isFine: (value: unknown) => boolean): Check {
  return (value, at) => {
    if (!isFine(value)) throw wrong(value, at, expects);
  };
}

function passes(one: Check, value: unknown, at: string): boolean {
  try {
    one(value, at);
    return true;
  } catch (error) {
    if (error instanceof DeclarationError) return false;
    throw error;
  }
}

function recordAt(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(value, at, 'an object');
  return { ...value };
}

function wrong(value: unknown, at: string, expects: string): DeclarationError {
  return new DeclarationError(`${at} is ${shown(value)}; it must be ${expects}.`, { at });
}

function shown(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** What a declaration declares: a type or taxonomy by its name, or a key under `meta`. */
export type DeclaredThing =
  | { readonly kind: 'type' | 'taxonomy'; readonly name: string }
  | { readonly kind: 'key'; readonly key: string; readonly object: string; readonly subtype?: string | undefined };

/** Where the fault is. */
interface DeclarationPlace {
  /** The path of a value of the wrong form, such as `postTypes[0].name`. */
  readonly at?: string;
  /** What does not fit to the other declarations. */
  readonly about?: DeclaredThing;
}

/** A declaration that cannot be used; the message says where it is, what is wrong and what is allowed. */
export class DeclarationError extends Error {
  readonly at: string | null;
  readonly about: DeclaredThing | null;

  constructor(message: string, { at, about, cause }: DeclarationPlace & { readonly cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.at = at ?? null;
    this.about = about ?? null;
  }
}
