export interface TextMeasures {
  readonly words: number;
  readonly characters: number;
  /** To read it, at the speed of most readers. */
  readonly minutes: number;
}

const wordsPerMinute = 230;

/** The length of a text without its markup, short codes and comments. */
export function measureText(source: string): TextMeasures {
  const text = source.replace(/<!--[\s\S]*?-->|<[^>]*>|\[[^\]]*\]/g, ' ').trim();
  const words = text === '' ? 0 : text.split(/\s+/).length;
  return {
    words,
    characters: text.replace(/\s+/g, ' ').length,
    minutes: Math.max(1, Math.round(words / wordsPerMinute)),
  };
}
