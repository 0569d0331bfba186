/** A value that JSON can hold. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonRecord;

/** An object of JSON. */
export interface JsonRecord {
  readonly [name: string]: JsonValue;
}
