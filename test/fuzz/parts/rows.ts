import type { Random } from '../core/random.ts';
import type { FuzzSite } from '../world/fuzz-site.ts';

/** Numbers of rows by the words that cases use for them. */
export interface Rows {
  /** Replaces the words in a text by numbers. */
  fill(text: string, random: Random): string;
  /** Remembers what an answer made. */
  learn(path: string, text: string): void;
}

const collections = ['posts', 'pages', 'media', 'comments', 'categories', 'tags', 'users', 'revisions'] as const;
const mostKept = 40;

export function createRows(site: FuzzSite): Rows {
  const open = new Map<string, number[]>(collections.map((name) => [name, []]));
  const hidden: Readonly<Record<string, readonly number[]>> = { ...site.planted };
  const words: Readonly<Record<string, (random: Random) => string>> = {
    site: () => site.origin,
    form: () => String(site.formId),
    secret: (random) => random.pick(site.secrets).text,
  };
  const number = (word: string, random: Random): string | null => {
    const isHidden = word.startsWith('hidden-');
    const list = isHidden ? hidden[word.slice('hidden-'.length)] : open.get(word);
    if (!list) return words[word]?.(random) ?? null;
    return list.length > 0 ? String(random.pick(list)) : '1';
  };
  return {
    fill: (text, random) => text.replaceAll(/\{([a-z]+(?:-[a-z]+)?)\}/g, (all, word) => number(word, random) ?? all),
    learn(path, text) {
      const name = /\/(posts|pages|media|comments|categories|tags|users)$/.exec(path)?.[1];
      const id = Number(/^\{"id":(\d+)/.exec(text)?.[1] ?? 0);
      const known = name ? open.get(name) : undefined;
      if (!known || id === 0) return;
      known.push(id);
      if (known.length > mostKept) known.shift();
    },
  };
}
