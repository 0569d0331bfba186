const mostWords = 9;

export interface SearchWords {
  /** Words and phrases that must each occur. */
  readonly wanted: readonly string[];
  /** Words that must not. */
  readonly unwanted: readonly string[];
}

/**
 * Parses a search: words, phrases in double quotes, and words excluded by a leading dash. A search of very many words
 * is treated as one phrase, so that its cost stays bounded.
 */
export function searchWords(text: string): SearchWords {
  const wanted: string[] = [];
  const unwanted: string[] = [];
  for (const [found] of text.matchAll(/"[^"]*"?|[^\s",+]+/g)) {
    const isPhrase = found.startsWith('"');
    const word = isPhrase ? found.replaceAll('"', '').trim() : found;
    if (!isPhrase && word.length > 1 && word.startsWith('-')) unwanted.push(word.slice(1));
    else if (word !== '') wanted.push(word);
  }
  if (wanted.length + unwanted.length > mostWords) return { wanted: [text.trim()], unwanted: [] };
  return { wanted, unwanted };
}
