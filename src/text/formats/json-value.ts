/** A value that JSON can hold. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonRecord;

/** True for a list of JSON values. */
export const isJsonList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

/** An object of JSON. */
export interface JsonRecord {
  readonly [name: string]: JsonValue;
}
