import type { Random } from '../core/random.ts';
import type { FuzzSite } from '../world/fuzz-site.ts';
import { ownCollections } from './request-case.ts';

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
  const open = new Map<string, (number | string)[]>([...collections, ...ownCollections].map((name) => [name, []]));
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
      const name = path.split('/').at(-1) ?? '';
      const known = open.get(name);
      if (!known) return;
      const isOwn = (ownCollections as readonly string[]).includes(name);
      // What others made is learnt of lists too, but not of lists that show the users of the run.
      const found = isOwn
        ? [...text.matchAll(/"(?:id|uuid)":"?([\w-]+)/g)].slice(0, 5).map(([, id = '']) => id)
        : [Number(/^\{"id":(\d+)/.exec(text)?.[1] ?? 0)].filter((id) => id > 0);
      known.push(...found);
      if (known.length > mostKept) known.splice(0, known.length - mostKept);
    },
  };
}
