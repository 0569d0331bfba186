/** What a registered key may hold. */
export type MetaType = 'string' | 'integer' | 'number' | 'boolean';

/** A value as the public table layout stores it: plain text, true as `1`, false as nothing. */
export function storeMetaValue(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? '1' : '';
  return typeof value === 'number' ? String(value) : wrap(value);
}

/** A stored value as its registered type; null where the row holds something a plain type cannot say. */
export function readMetaValue(stored: string | null, type: MetaType): string | number | boolean | null {
  const text = unwrap(stored ?? '');
  return text === null ? null : casts[type](text);
}

const casts: Readonly<Record<MetaType, (text: string) => string | number | boolean>> = {
  string: (text) => text,
  integer: (text) => Math.trunc(Number.parseFloat(text)) || 0,
  number: (text) => Number.parseFloat(text) || 0,
  boolean: (text) => text !== '' && text !== '0' && text.toLowerCase() !== 'false',
};

/**
 * Text that would read as a serialised value is stored as a serialised text, so that the programs which share these
 * tables give back the text and never build what it describes.
 */
function wrap(text: string): string {
  return looksSerialised(text) ? `s:${Buffer.byteLength(text)}:"${text}";` : text;
}

/** The text inside a serialised text, other text as it is; null for a list or an object. */
function unwrap(stored: string): string | null {
  if (!looksSerialised(stored)) return stored;
  const quoted = /^s:(\d+):"([\s\S]*)";$/.exec(stored.trim());
  if (quoted && Buffer.byteLength(quoted[2] as string) === Number(quoted[1])) return quoted[2] as string;
  const scalar = /^[bid]:([-+.\dEe]+);$/.exec(stored.trim());
  return scalar ? (scalar[1] as string) : null;
}

const serialised = /^(?:N;|[bid]:[-+.\dEe]+;|s:\d+:"[\s\S]*";|[aOC]:\d+:[\s\S]*[;}])$/;

function looksSerialised(text: string): boolean {
  return serialised.test(text.trim());
}
