import { createRequire } from 'node:module';
import type { RE2JS } from 're2js';
import { createBoundedMap } from './bounded-map.ts';

/** Matches whole texts in a time that grows with their length alone. */
interface LinearPattern {
  matches(text: string): boolean;
}

// Loaded with the first pattern: most sites have none.
const load = createRequire(import.meta.url);
const compiled = createBoundedMap<string, LinearPattern | 'unsupported'>(500);

/**
 * The pattern in an engine whose time is linear; null where it has what only an engine that backtracks can do, such as
 * looking around and references to groups.
 */
export function linearPattern(pattern: string): LinearPattern | null {
  const known = compiled.get(pattern) ?? compile(pattern);
  compiled.set(pattern, known);
  return known === 'unsupported' ? null : known;
}

function compile(pattern: string): LinearPattern | 'unsupported' {
  const { RE2JS: Engine }: { readonly RE2JS: typeof RE2JS } = load('re2js');
  try {
    return Engine.compile(Engine.translateRegExp(pattern));
  } catch {
    // The engine says what it cannot do by an exception; the callers say it in their own words.
    return 'unsupported';
  }
}
