import { pairAt } from '../scan/characters.ts';

/** Words that begin with an apostrophe, without it; a word before those it begins with. */
const words: readonly string[] = "tain't twere twas tis twill til bout nuff round cause em".split(' ');

/** Two letters tell nearly every one of them from all else that follows an apostrophe. */
const byTwoLetters = Map.groupBy(words, (word) => pairAt(word, 0));

/** Two apostrophes close a quotation; the words that begin with one keep it as an apostrophe. */
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
