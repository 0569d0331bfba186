/** A value that describes another value: the validator, the discovery document, OPTIONS, the docs and the types read it. */
export interface Schema<Value = unknown, Present extends boolean = boolean> {
  readonly type?: SchemaType;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly default?: unknown;
  readonly required?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: 'date-time' | 'email' | 'ip' | 'uri';
  /** Which of the two passes reports a bad value; clients of this interface see the second only when the first is clean. */
  readonly pass?: 1 | 2;
  /** Negative numbers count as positive (ids and offsets in lists). */
  readonly absolute?: boolean;
  /** Taken as sent whatever its type; the field itself decides what it can use. */
  readonly loose?: boolean;
  /** An explicit null reaches the handler instead of counting as absent. */
  readonly nullable?: boolean;
  /** An argument that is understood but not announced. */
  readonly unlisted?: boolean;
  /** A further rule: a sentence refuses the value, null accepts it. */
  check?(value: Value): string | null;
  /** Further members of the published schema, such as `targetSchema`. */
  readonly published?: Readonly<Record<string, unknown>>;
  /** Carries the types only; never set. */
  readonly infer?: { readonly value: Value; readonly present: Present };
}

export type SchemaType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';

type Options<Value> = Omit<Schema<Value>, 'type' | 'items' | 'properties' | 'infer' | 'check'> & {
  check?(value: Value): string | null;
};
type IsPresent<O> = O extends { required: true }
  ? true
  : O extends { default: string | number | boolean | readonly unknown[] }
    ? true
    : false;

type StringValue<O> = O extends { enum: readonly (infer E extends string)[] } ? E : string;

/** Makers of schemas; `s.integer({ default: 1 })` is typed `number`, `s.string()` is `string | undefined`. */
export const s = {
  string: <const O extends Options<string> = Record<never, never>>(options?: O): Schema<StringValue<O>, IsPresent<O>> =>
    ({ ...options, type: 'string' }) as Schema<StringValue<O>, IsPresent<O>>,
  integer: <const O extends Options<number> = Record<never, never>>(options?: O): Schema<number, IsPresent<O>> =>
    ({ ...options, type: 'integer' }) as Schema<number, IsPresent<O>>,
  number: <const O extends Options<number> = Record<never, never>>(options?: O): Schema<number, IsPresent<O>> =>
    ({ ...options, type: 'number' }) as Schema<number, IsPresent<O>>,
  boolean: <const O extends Options<boolean> = Record<never, never>>(options?: O): Schema<boolean, IsPresent<O>> =>
    ({ ...options, type: 'boolean' }) as Schema<boolean, IsPresent<O>>,
  array: <Item, const O extends Options<Item[]> = Record<never, never>>(
    items: Schema<Item>,
    options?: O,
  ): Schema<Item[], IsPresent<O>> => ({ ...options, type: 'array', items }) as unknown as Schema<Item[], IsPresent<O>>,
  /** An object whose members are described for readers of the schema; what arrives is judged by the field. */
  object: <
    const O extends Options<Record<string, unknown>> & { properties?: Readonly<Record<string, Schema>> } = Record<
      never,
      never
    >,
  >(
    options?: O,
  ): Schema<unknown, IsPresent<O>> =>
    ({ loose: true, ...options, type: 'object' }) as unknown as Schema<unknown, IsPresent<O>>,
  /** Anything at all, as sent. */
  any: <const O extends Options<unknown> = Record<never, never>>(options?: O): Schema<unknown, IsPresent<O>> =>
    ({ loose: true, ...options }) as Schema<unknown, IsPresent<O>>,
};

export type Args = Readonly<Record<string, Schema>>;

type ValueOf<S> = S extends Schema<infer V, infer P> ? (P extends true ? V : V | undefined) : never;
/** What a handler receives for its declared arguments. */
export type InputOf<A extends Args> = { readonly [K in keyof A]: ValueOf<A[K]> };
