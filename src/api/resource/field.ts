import { type ApiError, errors } from '../../lib/errors.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import type { JsonSchema, Output } from '../../lib/schema/json-schema.ts';
import type { ArgumentValue, Schema } from '../../lib/schema/schema.ts';
import { sentLength, type TextLimit, textLimits } from '../../rules/text-limits.ts';
import type { Call } from '../call.ts';
import type { Context } from './context.ts';

/**
 * Complete definition of one member of a resource: its schema, the contexts that show it, what must be loaded for it,
 * how it is read and how it is written.
 */
export interface Field<Subject, Draft = never, Need extends string = never> {
  readonly schema: Schema;
  /** In the order the published schema shows; left out for resources without contexts. */
  readonly contexts?: readonly Context[];
  readonly readonly?: boolean;
  /** What must have been loaded before `read` runs. */
  readonly needs?: readonly Need[];
  /** The value, or a promise if it is slow to compute. */
  readonly read?: (subject: Subject, call: Call, context: Context) => unknown;
  /** What `read` returns, exactly; left out where `schema` says it already. Discovery does not show it. */
  readonly output?: JsonSchema;
  /** Items may lack it: `read` returns undefined for them. */
  readonly optional?: true;
  /** Shown as a whole only: names of its members in `_fields` do not choose it. */
  readonly undivided?: boolean;
  /** Members of an object field, each with contexts of its own. */
  readonly properties?: Readonly<Record<string, Field<Subject, never, Need>>>;
  /** Maximum length of the text sent; default `textLimits.other`. */
  readonly limit?: TextLimit;
  /** The error for longer text; default `rest_invalid_param`. */
  readonly tooLong?: () => ApiError;
  readonly write?: (draft: Draft, value: never, call: Call) => void | Promise<void>;
}

export type Fields<Subject, Draft = never, Need extends string = never> = Readonly<
  Record<string, Field<Subject, Draft, Need>>
>;

/** A field whose type records what its schema accepts and whether it is writable. */
export type FieldOf<Value, ReadOnly, Subject, Draft = never, Need extends string = never> = Omit<
  Field<Subject, Draft, Need>,
  'schema'
> & { readonly schema: Schema<Value> } & (ReadOnly extends true ? { readonly readonly: true } : unknown);

/** The arguments for writing a resource, derived from the types of its fields; each may be absent. */
export type WritableArgs<F> = {
  readonly [K in keyof F as F[K] extends { readonly readonly: true } ? never : K]: F[K] extends {
    readonly schema: Schema<infer Value extends ArgumentValue>;
  }
    ? Schema<Value, false>
    : Schema;
};

/** A value that is encoded as JSON already (`JSON.rawJSON`). */
interface EncodedJson {
  readonly rawJSON: string;
}

/** What a field without an exact schema of its own shows, from what it takes. */
type ReadValue<Value> = Value | (Value extends readonly (infer Item)[] ? readonly Item[] : never);

/** Defines a field so that `read` returns, and `write` receives, a value of the schema's type. */
export function fieldsOf<Subject, Draft = never, Need extends string = never>() {
  return <
    Value extends ArgumentValue,
    const ReadOnly extends true | undefined = undefined,
    Shown = ReadValue<Value>,
    const Optional extends true | undefined = undefined,
  >(
    field: Omit<Field<Subject, Draft, Need>, 'schema' | 'readonly' | 'read' | 'output' | 'optional' | 'write'> & {
      readonly schema: Schema<Value>;
      readonly readonly?: ReadOnly;
      readonly output?: Output<Shown>;
      readonly optional?: Optional;
      readonly read?: (
        subject: Subject,
        call: Call,
        context: Context,
      ) => MaybePromise<NoInfer<Shown> | EncodedJson | (Optional extends true ? undefined : never)>;
      readonly write?: (draft: Draft, value: Value, call: Call) => void | Promise<void>;
    },
    // `write` is only called with a value that the validator has accepted against this schema.
  ): FieldOf<Value, ReadOnly, Subject, Draft, Need> => field as FieldOf<Value, ReadOnly, Subject, Draft, Need>;
}

/**
 * Writes the input to a draft, field by field; a field may refuse its value. All lengths are checked first, so that no
 * work is done on text that is too long to be stored.
 */
export async function writeDraft<Subject, Draft, Need extends string>(
  fields: Fields<Subject, Draft, Need>,
  draft: Draft,
  input: Readonly<Record<string, unknown>>,
  call: Call,
): Promise<Draft> {
  for (const [name, field] of Object.entries(fields)) refuseTooLong(name, field, input[name]);
  for (const [name, { write }] of Object.entries(fields)) {
    const value = input[name];
    // The validator has accepted the value against this field's schema.
    const written = write && value !== undefined ? write(draft, value as never, call) : undefined;
    if (written) await written;
  }
  return draft;
}

function refuseTooLong(
  name: string,
  { limit = textLimits.other, readonly, tooLong }: Pick<Field<never>, 'limit' | 'readonly' | 'tooLong'>,
  value: unknown,
): void {
  if (readonly || sentLength(value) <= limit.sent) return;
  throw tooLong?.() ?? textTooLong(name, limit);
}

/** The error for text that is too long, under the name of its field. */
export function textTooLong(name: string, { stored, sent }: TextLimit): ApiError {
  const { most, unit } = stored ?? { most: sent, unit: 'characters' };
  const params = { [name]: `${name} has at most ${most} ${unit}. Shorten it.` };
  return errors.rest_invalid_param({ params }, { details: { params } });
}
