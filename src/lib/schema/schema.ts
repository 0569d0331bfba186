declare const described: unique symbol;

/**
 * Describes a value: the validator, the discovery document, OPTIONS, the docs and the types are derived from it.
 * Only the functions in `s` create one, so every schema has a shape and the matching static type.
 */
export interface Schema<Value = ArgumentValue, Present extends boolean = boolean> {
  /** The shape of the value; the validator refuses any other. */
  readonly shape: Shape;
  /** The type shown in the discovery document; none where it is left out. */
  readonly type?: SchemaType;
  readonly description?: string;
  readonly enum?: readonly string[];
  /** Texts that are accepted besides `enum`, and not announced. */
  readonly alsoMatches?: RegExp;
  readonly items?: Schema;
  readonly default?: unknown;
  readonly required?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Most characters that may be sent; discovery does not show it. */
  readonly maxLength?: number;
  /** A refused value is named, without a code of its own. */
  readonly plainRefusal?: true;
  readonly format?: TextFormat;
  /** Which of the two passes reports an invalid value; the second pass runs only when the first finds no error. */
  readonly pass?: 1 | 2;
  /** Negative numbers become positive (ids and offsets in lists). */
  readonly absolute?: boolean;
  /** Brings a text to the form in which it is compared with `enum`, handled and repeated in links. */
  readonly clean?: (text: string) => string;
  /** An explicit null reaches the handler instead of counting as absent. */
  readonly nullable?: boolean;
  /** The value that replaces an explicit null, where it is neither absent nor passed on as null. */
  readonly nullAs?: ArgumentValue;
  /** An empty list is accepted as an empty object, since responses show one that way. */
  readonly emptyList?: boolean;
  /** An argument that is accepted, or a member that is shown, but not listed in discovery. */
  readonly unlisted?: boolean;
  /** Replaces a refused value when it is checked what else the caller may do; without it the value counts as not sent. */
  readonly whenInvalid?: ArgumentValue | ((sent: unknown) => ArgumentValue | undefined);
  /** A further check: returns why the value is refused, or null to accept it. */
  check?(value: Value): string | Refusal | null;
  /** Further members of the published schema, such as `targetSchema`. */
  readonly published?: Readonly<Record<string, unknown>>;
  /** For types only; no value has it at run time. */
  readonly [described]: { readonly value: Value; readonly present: Present };
}

/** The forms of texts that the validator knows. */
export type TextFormat =
  | 'date-time'
  | 'local-date-time'
  | 'date'
  | 'time'
  | 'hex-color'
  | 'email'
  | 'ip'
  | 'uri'
  | 'link'
  | 'uuid';

export type SchemaType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
export type Shape = SchemaType | 'scalar' | 'words' | 'text' | 'termQuery' | 'anything';

export type Scalar = string | number | boolean;
/** An object whose members are not validated yet. */
export type Members = Readonly<Record<string, unknown>>;
/** A text as clients may send it: a string, or the member `raw` of an object. */
export type SentText = string | { readonly raw: string };
/** Ids of terms, and whether an item must have all of them or one. */
export interface TermQuery {
  readonly terms: readonly number[];
  readonly operator: 'AND' | 'OR';
  /** Whether the terms below these count too. */
  readonly includeChildren: boolean;
}
/** Every type an argument can have. `unknown` is not one of them, so no handler has to guess. */
export type ArgumentValue = Scalar | null | readonly ArgumentValue[] | Members | SentText | TermQuery;

type Options<Value> = Omit<Schema<Value>, 'shape' | 'type' | 'items' | 'check' | typeof described> & {
  check?(value: Value): string | Refusal | null;
  /** The type shown in discovery where it differs from the shape; null for none. */
  readonly documentedType?: SchemaType | null;
};
type None = Record<never, never>;

type IsPresent<O> = O extends { required: true }
  ? true
  : O extends { default: string | number | boolean | readonly unknown[] }
    ? true
    : false;

type StringValue<O> = O extends { enum: readonly (infer E extends string)[] } ? E : string;
/** The value, null where it is nullable, and the default where it has another type. */
type Received<Value, O> =
  | Value
  | (O extends { nullable: true } ? null : never)
  | (O extends { default: infer D extends Scalar } ? (D extends Value ? never : D) : never);
type Made<Value, O> = Schema<Received<Value, O>, IsPresent<O>>;

function make<Value, O>(
  shape: Shape,
  type: SchemaType | null,
  options: Options<Value> = {},
  items?: Schema,
): Made<Value, O> {
  const { documentedType = type, ...rest } = options;
  const facts = { ...rest, shape, ...(documentedType ? { type: documentedType } : {}), ...(items ? { items } : {}) };
  // The types are attached to a member that no value has at run time.
  return facts as Made<Value, O>;
}

/** Creates schemas; `s.integer({ default: 1 })` is typed `number`, `s.string()` is `string | undefined`. */
export const s = {
  string: <const O extends Options<string> = None>(options?: O) => make<StringValue<O>, O>('string', 'string', options),
  /** In that check an empty value counts as 0 and any other as an id that does not exist, which differs from no id. */
  integer: <const O extends Options<number> = None>(options?: O) =>
    make<number, O>('integer', 'integer', {
      whenInvalid: (sent) => (sent === '' || sent === false ? 0 : -1),
      ...options,
    }),
  number: <const O extends Options<number> = None>(options?: O) => make<number, O>('number', 'number', options),
  boolean: <const O extends Options<boolean> = None>(options?: O) => make<boolean, O>('boolean', 'boolean', options),
  array: <Item extends ArgumentValue, const O extends Options<Item[]> = None>(items: Schema<Item>, options?: O) =>
    make<Item[], O>('array', 'array', options, items),
  /** An object; the handler validates its members. */
  object: <const O extends Options<Members> = None>(options?: O) => make<Members, O>('object', 'object', options),
  /** A string, number or boolean that the handler validates itself; objects and lists are refused. */
  scalar: <const O extends Options<Scalar> = None>(options?: O) => make<Scalar, O>('scalar', null, options),
  /** Any value at all; the handler validates it. */
  anything: <const O extends Options<ArgumentValue> = None>(options?: O) =>
    make<ArgumentValue, O>('anything', null, options),
  /** A list of strings; a single string is passed on unsplit. */
  stringOrList: <const O extends Options<string | string[]> = None>(options?: O) =>
    make<string | string[], O>('words', 'array', options, s.string()),
  /** A list of ids, or an object with `terms` and `operator`. */
  termQuery: <const O extends Options<TermQuery> = None>(options?: O) =>
    make<TermQuery, O>('termQuery', 'array', options),
  /** A string, or an object with `raw` (a string or a number). Anything else counts as not sent. */
  text: <const O extends Options<SentText> = None>(options?: O) => make<SentText, O>('text', 'object', options),
};

export type Args = Readonly<Record<string, Schema>>;

type ValueOf<S> = S extends Schema<infer V, infer P> ? (P extends true ? V : V | undefined) : never;
/** What a handler receives for its declared arguments. */
export type InputOf<A extends Args> = { readonly [K in keyof A]: ValueOf<A[K]> };

/** What is wrong with a refused value, as clients of this interface name it. */
export const refusalCodes = [
  'rest_invalid_param',
  'rest_invalid_type',
  'rest_not_in_enum',
  'rest_out_of_bounds',
  'rest_too_short',
  'rest_too_long',
  'rest_too_many_items',
  'rest_too_few_items',
  'rest_invalid_pattern',
  'rest_invalid_date',
  'rest_invalid_email',
  'rest_invalid_ip',
  'rest_invalid_uuid',
  'rest_invalid_url',
  'rest_property_required',
  'rest_no_matching_schema',
  'rest_one_of_multiple_matches',
  'rest_additional_properties_forbidden',
  'rest_forbidden_status',
  'rest_invalid_menu_location',
  'rest_user_invalid_username',
  'rest_user_invalid_password',
] as const;

/** `none` where clients are told the reason only. */
export type RefusalCode = (typeof refusalCodes)[number] | 'none';

/** Why a value was refused, as a human-readable sentence. */
export class Refusal {
  readonly why: string;
  readonly code: RefusalCode;
  /** What belongs to the code, such as the name of the refused value. */
  readonly data: Readonly<Record<string, unknown>> | null;

  constructor(
    why: string,
    code: RefusalCode = 'rest_invalid_param',
    data: Readonly<Record<string, unknown>> | null = null,
  ) {
    this.why = why;
    this.code = code;
    this.data = data;
  }

  /** A refusal that has no code of its own: clients read its reason only. */
  static withoutCode(why: string): Refusal {
    return new Refusal(why, 'none');
  }

  /** The value is of another type. */
  static ofType(name: string, expected: string): Refusal {
    return new Refusal(`${name} must be ${expected}.`, 'rest_invalid_type', { param: name });
  }
}
