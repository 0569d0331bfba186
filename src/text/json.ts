/** A value that JSON can hold. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonRecord;

/** True for a list of JSON values. */
export const isJsonList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

/** An object of JSON. */
export interface JsonRecord {
  readonly [name: string]: JsonValue;
}

/** True for a plain object; false for arrays and null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses JSON; undefined where the text is not valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses a JSON object; null for any other text. */
export function parseJsonRecord(text: string): Readonly<Record<string, unknown>> | null {
  const value = parseJson(text);
  return isRecord(value) ? value : null;
}
