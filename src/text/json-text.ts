/** A string already encoded as JSON: it is copied into the response and not encoded again. */
export interface JsonText {
  readonly rawJSON: string;
}

declare global {
  /** Part of ECMAScript 2026, which the type library does not know yet. */
  interface JSON {
    rawJSON(text: string): JsonText;
  }
}

export function jsonText(text: string): JsonText {
  return JSON.rawJSON(JSON.stringify(text));
}

/** Marks a string as already encoded JSON. */
export const writtenJson = (json: string): JsonText => JSON.rawJSON(json);
