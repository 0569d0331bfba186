/** True for a plain object; false for arrays and null. */
export function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
/** Parses JSON; undefined where the text is not valid JSON. */
export function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
/** Parses a JSON object; null for any other text. */
export function parseJsonRecord(text) {
  const value = parseJson(text);
  return isRecord(value) ? value : null;
}
