/** A text that stands in an answer as it was written before: it is copied, not looked through once more. */
export interface JsonText {
  readonly rawJSON: string;
}

const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => JsonText };

export function jsonText(text: string): JsonText {
  return rawJSON(JSON.stringify(text));
}
