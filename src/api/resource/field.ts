import type { ApiError } from '../../errors.ts';
import type { TextLimit } from '../../rules/text-limits.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import type { ArgumentValue, Schema } from '../../schema/schema.ts';
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
  readonly shown?: JsonSchema;
  /** Items may lack it: `read` returns undefined for them. */
  readonly optional?: true;
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

/** Defines a field so that `write` receives a value of the schema's type. */
export function fieldsOf<Subject, Draft = never, Need extends string = never>() {
  return <Value extends ArgumentValue, const ReadOnly extends true | undefined = undefined>(
    field: Omit<Field<Subject, Draft, Need>, 'schema' | 'readonly' | 'write'> & {
      readonly schema: Schema<Value>;
      readonly readonly?: ReadOnly;
      readonly write?: (draft: Draft, value: Value, call: Call) => void | Promise<void>;
    },
    // `write` is only called with a value that the validator has accepted against this schema.
  ): FieldOf<Value, ReadOnly, Subject, Draft, Need> => field as FieldOf<Value, ReadOnly, Subject, Draft, Need>;
}
