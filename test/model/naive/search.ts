import { fold } from '../../../src/rules/fold.ts';
import type { PostRow } from './rows.ts';

export interface Wanted {
  readonly wanted: readonly string[];
  readonly unwanted: readonly string[];
}

let last: { readonly search: string; readonly words: Wanted } | null = null;

/** Words, phrases in double quotes, and words with a dash before them that must not occur. */
export function wordsOf(search: string): Wanted {
  // One text after the other is looked through for the same words.
  if (last?.search !== search) last = { search, words: readWords(search) };
  return last.words;
}

function readWords(search: string): Wanted {
  const parts = search.match(/"[^"]*"|[^\s",+]+/g) ?? [];
  const isUnwanted = (part: string) => /^-./.test(part);
  return {
    wanted: parts.filter((part) => !isUnwanted(part)).map((part) => fold(part.replaceAll('"', '').trim())),
    unwanted: parts.filter(isUnwanted).map((part) => fold(part.slice(1))),
  };
}

const occurs = ({ folded }: PostRow, word: string): boolean =>
  folded.title.includes(word) || folded.excerpt.includes(word) || folded.content.includes(word);

export const matches = (post: PostRow, { wanted, unwanted }: Wanted): boolean =>
  wanted.every((word) => occurs(post, word)) && !unwanted.some((word) => occurs(post, word));

/** The better a post matches, the lower. */
export function rankOf({ folded: { title, excerpt, content } }: PostRow, { wanted }: Wanted, search: string): number {
  if (wanted.length === 0) return 0;
  const whole = fold(search);
  if (title.includes(whole)) return 0;
  if (wanted.every((word) => title.includes(word))) return 1;
  if (wanted.some((word) => title.includes(word))) return 2;
  if (excerpt.includes(whole)) return 3;
  return content.includes(whole) ? 4 : 5;
}
