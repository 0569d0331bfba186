import { pairAt } from '../scan/characters.ts';

/** Words that begin with an apostrophe, written without it; a longer word comes before its own prefixes. */
const words: readonly string[] = "tain't twere twas tis twill til bout nuff round cause em".split(' ');

/** Their first two letters rule out nearly all other text after an apostrophe. */
const byTwoLetters = Map.groupBy(words, (word) => pairAt(word, 0));

/** Turns two apostrophes into a closing quote, and the leading quote of these words into an apostrophe. */
export function contract(text: string): string {
  const closed = text.includes("''") ? text.replaceAll("''", '&#8221;') : text;
  let out = '';
  let copied = 0;
  for (let at = closed.indexOf("'"); at !== -1; at = closed.indexOf("'", Math.max(at + 1, copied))) {
    const word = wordAt(closed, at + 1);
    if (word === undefined) continue;
    out += `${closed.slice(copied, at)}&#8217;${word.replaceAll("'", '&#8217;')}`;
    copied = at + 1 + word.length;
  }
  return copied === 0 ? closed : out + closed.slice(copied);
}

function wordAt(text: string, at: number): string | undefined {
  if (at + 1 >= text.length) return undefined;
  return byTwoLetters.get(pairAt(text, at))?.find((word) => text.startsWith(word, at));
}
