import { linearPattern } from '../lib/linear-pattern.ts';
import { type Schema, s } from '../lib/schema/schema.ts';
import { accept, Refusal } from '../lib/schema/validate.ts';
import { isRecord } from '../text/json.ts';
import { layoutMember, type MetaScalarType, type MetaSchema, membersIn } from './meta-schema.ts';

/** The value in the shape that the schema describes, or why it is refused. */
export function acceptMeta(schema: MetaSchema, value: unknown, name: string): unknown {
  const check = new Check(plainKeys);
  const accepted = check.value(schema, value, name);
  const [first] = check.refused.values();
  return first ?? accepted;
}

/** A value of a field in its shape, with everything in it that is refused, by path. */
export interface AcceptedField {
  readonly value: unknown;
  readonly refused: ReadonlyMap<string, Refusal>;
}

export function acceptField(schema: MetaSchema, value: unknown, path: string): AcceptedField {
  const check = new Check(fields);
  const accepted = check.value(schema, value, path);
  return { value: accepted, refused: check.refused };
}

/** How values are checked and named. */
interface Rules {
  /** The path of a member of what stands at a path. */
  readonly member: (at: string, key: string) => string;
  /** After so many refusals the rest is not looked at. */
  readonly mostRefusals: number;
  /** Whether null, and a text without characters, stand for no value: fields read like that. */
  readonly isField: boolean;
}

/** Refused values that an answer names. */
export const mostRefusals = 100;

const plainKeys: Rules = { member: (at, key) => `${at}[${key}]`, mostRefusals: 1, isField: false };
const fields: Rules = { member: (at, key) => `${at}.${key}`, mostRefusals, isField: true };

/** Values in one field, rows and members counted. */
const mostValues = 10_000;
/** Items of a list that declares no other limit. */
export const usualMaxItems = 1_000;
/** A regular expression of a declaration may take long on a longer text. */
const longestMatched = 10_000;

class Check {
  readonly refused = new Map<string, Refusal>();
  readonly #rules: Rules;
  #values = 0;

  constructor(rules: Rules) {
    this.#rules = rules;
  }

  value(schema: MetaSchema, value: unknown, at: string): unknown {
    if (this.#isDone) return undefined;
    if (this.#rules.isField) {
      if (++this.#values > mostValues) return this.#refuseRest(at);
      if (value === null || value === undefined) return undefined;
      if (value === '' && schema.type === 'string') return '';
    }
    if (schema.type === 'array') return this.#list(schema, value, at);
    if (schema.type === 'object') return this.#members(schema, value, at);
    if (schema.type === 'json') return this.#kept(storable(value, at), at);
    return this.#scalar(schema.type, schema, value, at);
  }

  #refuse(at: string, refusal: Refusal): undefined {
    if (!this.#isDone) this.refused.set(at, refusal);
  }

  get #isDone(): boolean {
    return this.#values > mostValues + 1 || this.refused.size >= this.#rules.mostRefusals;
  }

  #refuseRest(at: string): undefined {
    this.#refuse(
      at,
      new Refusal(`${at} is too much: a field has at most ${mostValues} values.`, 'rest_too_many_items'),
    );
    this.#values = Number.POSITIVE_INFINITY;
  }

  /** What is accepted, or undefined with the refusal noted. */
  #kept(accepted: unknown, at: string): unknown {
    return accepted instanceof Refusal ? this.#refuse(at, accepted) : accepted;
  }

  #scalar(type: MetaScalarType, schema: MetaSchema, value: unknown, at: string): unknown {
    const accepted = this.#kept(accept(scalarSchema(type, schema), value, at), at);
    if (typeof accepted !== 'string' || !this.#rules.isField) return accepted;
    const refusal = textRefusal(schema, accepted, at);
    return refusal ? this.#refuse(at, refusal) : accepted;
  }

  #list(schema: MetaSchema, value: unknown, at: string): unknown {
    const list = asList(value);
    if (!list) return this.#refuse(at, Refusal.ofType(at, 'a list'));
    const refusal = this.#rules.isField ? lengthRefusal(schema, list.length, at) : null;
    if (refusal) return this.#refuse(at, refusal);
    const items = schema.items ?? { type: 'string' };
    const accepted = list.map((item, index) => this.value(items, item, `${at}[${index}]`));
    return this.#rules.isField ? this.#withoutGaps(items, list, accepted, at) : accepted;
  }

  /** A list has no items without a value; rows may be empty. */
  #withoutGaps(items: MetaSchema, sent: readonly unknown[], accepted: readonly unknown[], at: string): unknown {
    const gap = sent.findIndex((item) => item === null || (item === '' && items.type === 'string'));
    if (gap >= 0) return this.#refuse(`${at}[${gap}]`, new Refusal(`${at}[${gap}] must have a value.`));
    return accepted;
  }

  #members(schema: MetaSchema, value: unknown, at: string): unknown {
    // An empty object reads back as an empty list, so it is accepted as one.
    if (Array.isArray(value) && value.length === 0 && !schema.layouts) return {};
    if (!isRecord(value)) return this.#refuse(at, Refusal.ofType(at, 'an object'));
    const known = membersIn(schema, value);
    if (schema.layouts && !known[layoutMember]?.enum?.some((name) => name === value[layoutMember]))
      return this.#refuseLayout(Object.keys(schema.layouts), at);
    const accepted: [string, unknown][] = [];
    for (const [key, member] of Object.entries(value)) {
      const one = this.#member(known, schema, key, member, at);
      if (one !== undefined) accepted.push([key, one]);
    }
    return Object.fromEntries(accepted);
  }

  #member(known: NonNullable<MetaSchema['properties']>, schema: MetaSchema, key: string, value: unknown, at: string) {
    const declared = Object.hasOwn(known, key) ? known[key] : undefined;
    const wanted = declared ?? schema.additionalProperties ?? false;
    const path = this.#rules.member(at, key);
    if (wanted === true) return this.#kept(shallow(value, path), path);
    if (wanted !== false) return this.value(wanted, value, path);
    return this.#refuse(
      this.#rules.isField ? path : at,
      new Refusal(`${at} has no member ${key}.`, 'rest_additional_properties_forbidden'),
    );
  }

  #refuseLayout(names: readonly string[], at: string): undefined {
    const path = this.#rules.member(at, layoutMember);
    return this.#refuse(path, new Refusal(`${path} must be one of: ${names.join(', ')}.`, 'rest_not_in_enum'));
  }
}

const scalarSchemas: Readonly<Record<MetaScalarType, (limits: Limits) => Schema>> = {
  string: (limits) => s.string(limits),
  integer: (limits) => s.integer(limits),
  number: (limits) => s.number(limits),
  boolean: () => s.boolean(),
};

type Limits = Pick<MetaSchema, 'enum' | 'format' | 'minimum' | 'maximum'>;

function scalarSchema(type: MetaScalarType, { enum: choices, format, minimum, maximum }: Limits): Schema {
  return scalarSchemas[type]({
    ...(choices ? { enum: choices } : {}),
    ...(format ? { format } : {}),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  });
}

function textRefusal({ minLength = 0, maxLength, pattern }: MetaSchema, text: string, at: string): Refusal | null {
  if (text.includes('\0')) return new Refusal(`${at} must not contain the character NUL.`);
  const length = text.length > 2 * (maxLength ?? text.length) ? text.length : [...text].length;
  if (length < minLength) return new Refusal(`${at} must have at least ${minLength} characters.`, 'rest_too_short');
  if (maxLength !== undefined && length > maxLength)
    return new Refusal(`${at} must have at most ${maxLength} characters.`, 'rest_too_long');
  if (pattern === undefined) return null;
  const matches =
    length <= longestMatched && (linearPattern(pattern)?.matches(text) ?? wholePattern(pattern).test(text));
  return matches ? null : new Refusal(`${at} must match the pattern ${pattern}.`, 'rest_invalid_pattern');
}

/** The expression of a declaration, for the whole text. */
export const wholePattern = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`, 'u');

function lengthRefusal({ minItems = 0, maxItems = usualMaxItems }: MetaSchema, length: number, at: string) {
  // A list without items is no value; whether there must be one is asked when the item is published.
  if (length > 0 && length < minItems)
    return new Refusal(`${at} must have at least ${minItems} items.`, 'rest_too_few_items');
  return length > maxItems ? new Refusal(`${at} must have at most ${maxItems} items.`, 'rest_too_many_items') : null;
}

/** A list, or a single value as clients may send it: a text with commas or blanks, a number. */
function asList(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return value.split(/[\s,]+/).filter((part) => part !== '');
  return typeof value === 'number' || typeof value === 'boolean' ? [value] : null;
}

/** Any value, as long as it is not nested so deeply that storing it would exhaust the stack. */
function shallow(value: unknown, name: string): unknown {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return new Refusal(`${name} is nested more than ${deepest} levels deep.`);
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return value;
}

const deepest = 64;

/** A value of any form that is not too deep and not too long. */
function storable(value: unknown, name: string): unknown {
  const accepted = shallow(value, name);
  if (accepted instanceof Refusal || JSON.stringify(accepted).length <= longestJson) return accepted;
  return new Refusal(`${name} must have at most ${longestJson} characters as JSON.`, 'rest_too_long');
}

const longestJson = 1_048_576;
