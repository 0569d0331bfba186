import { readBlockAttributes } from '../blocks/block-attributes.ts';
import { delimiters } from '../blocks/delimiters.ts';
import { writeDelimiter } from '../blocks/write-delimiter.ts';
import { isJsonList, type JsonRecord, type JsonValue } from '../formats/json-value.ts';
import { cutSchemes } from './addresses.ts';
import type { TagSet } from './allowed-tags.ts';
import { sanitiseContent } from './sanitise.ts';

/**
 * Sanitises a text that may have blocks. The markup in their attributes is sanitised like any other, so that nothing
 * that is rendered from it can run. The result is stable, as that of `sanitiseContent` is.
 */
export function sanitiseBlocks(text: string, set: TagSet): string {
  let clean = sanitiseContent(cleanDelimiters(text, set), set);
  // Sanitising a comment that is no delimiter can make one of it.
  for (let rounds = 0; rounds < 4; rounds++) {
    const next = cleanDelimiters(clean, set);
    if (next === clean) break;
    clean = sanitiseContent(next, set);
  }
  return clean;
}

/** Writes all delimiters anew, with clean attributes. */
function cleanDelimiters(text: string, set: TagSet): string {
  let out = '';
  let copied = 0;
  for (const delimiter of delimiters(text)) {
    const attributes = cleanRecord(readBlockAttributes(delimiter.attributes), set);
    out += text.slice(copied, delimiter.start) + writeDelimiter(delimiter, attributes);
    copied = delimiter.end;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

const cleanRecord = (record: JsonRecord, set: TagSet): JsonRecord =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [sanitiseContent(name, set), cleanValue(value, name, set)]),
  );

function cleanValue(value: JsonValue, name: string, set: TagSet): JsonValue {
  if (typeof value === 'string') return cleanText(value, name, set);
  if (typeof value !== 'object' || value === null) return value;
  return isJsonList(value) ? value.map((one) => cleanValue(one, name, set)) : cleanRecord(value, set);
}

/** The names of attributes that hold an address. */
const holdsAddress = /(?:url|uri|href|src|link|poster)$/i;

function cleanText(text: string, name: string, set: TagSet): string {
  const clean = sanitiseContent(text, set);
  return holdsAddress.test(name) ? cutSchemes(clean) : clean;
}
