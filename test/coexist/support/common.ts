/** Two answers, each reduced to the members that both have; lists are compared item by item. */
export function common(a: unknown, b: unknown): [unknown, unknown] {
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return [a, b];
    const pairs = a.map((one, i) => common(one, b[i]));
    return [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
  }
  // Without any members, an object looks like an empty list.
  if (isEmptyList(a) && isRecord(b)) return [[], []];
  if (typeof a === 'string' && typeof b === 'string') return [a, withoutHints(b)];
  if (!isRecord(a) || !isRecord(b)) return [a, b];
  const shared = Object.keys(a).filter((key) => key in b && !isOwn(key));
  const pairs = shared.map((key) => [key, common(a[key], b[key])] as const);
  return [
    Object.fromEntries(pairs.map(([key, [one]]) => [key, one])),
    Object.fromEntries(pairs.map(([key, [, other]]) => [key, other])),
  ];
}

/** Names that new versions use and the contract does not have. */
const isOwn = (key: string): boolean => key === 'predecessor-version' || key === 'curies';

/** New versions tell browsers when to load a picture. */
const withoutHints = (text: string): string => text.replaceAll(/ (?:decoding="async"|loading="lazy")/g, '');

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
