import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fold } from '../../../src/rules/fold.ts';
import { everything } from '../../../src/rules/visibility.ts';
import { openStore } from '../../../src/storage/open/open-store.ts';
import type { OpenStore, PostFilter } from '../../../src/storage/store.ts';
import { searchedContent } from '../../../src/text/blocks/parse-blocks.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { postRow } from '../../support/rows.ts';

let database: FreshDatabase;
let store: OpenStore;
beforeAll(async () => {
  database = await freshDatabase();
  store = await openStore({ url: database.url });
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

/** Numbers from a seed, so that a failure can be repeated. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pieces = [
  ...['a', 'b', 'ab', 'Abba', 'élan', 'ELAN', 'Straße', 'STRASSE', 'ñandú', 'ø', 'Ørsted', 'æ', 'i', 'İ', 'ı', 'Œuvre'],
  ...[
    '日本',
    '日本語',
    '本',
    'ガ',
    'か',
    'ไทย',
    '한국',
    '😀',
    '😀😁',
    '𝒳',
    'а',
    'й',
    'Йод',
    'ς',
    'Σ',
    '١٢',
    '12',
    '123',
  ],
  ...['%', '_', "'", '"', '\\', '-', '--', '50%', 'a_b', "don't", 'e-mail', 'c++', '&amp;', '…', '\u0301', '\u200b'],
  ...['<p>', '</p>', '<!-- wp:x {"k":"hidden"} -->', '<!-- /wp:x -->', '<!-- hidden too -->', 'x'.repeat(60)],
];
const gaps = ['', ' ', ' ', '  ', '\n', '.', ', '];

const random = numbers(20_261_116);
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
const text = (most: number): string =>
  Array.from({ length: random(most + 1) }, () => pick(pieces) + pick(gaps)).join('');

interface Texts {
  title: string;
  excerpt: string;
  content: string;
}
const noTexts: Texts = { title: '', excerpt: '', content: '' };
const model = new Map<number, Texts & { password: string }>();
const invented = (): Texts => ({ title: text(3), excerpt: text(2), content: text(12) });

/** The rule without an index: every word somewhere in title, excerpt or content. */
function expected(words: readonly string[], unwanted: readonly string[], open: boolean): number[] {
  const has = (texts: Texts, word: string): boolean =>
    [texts.title, texts.excerpt, searchedContent(texts.content)].some((one) => fold(one).includes(fold(word)));
  return [...model]
    .filter(([, row]) => words.every((word) => has(row, word)) && !unwanted.some((word) => has(row, word)))
    .filter(([, row]) => !open || row.password === '')
    .map(([id]) => id)
    .sort((a, b) => b - a);
}

/** The better a post matches, the lower. */
function rankOf({ title, excerpt, content }: Texts, words: readonly string[]): number {
  const has = (text: string, word: string): boolean => fold(text).includes(fold(word));
  const phrase = words.join(' ');
  if (has(title, phrase)) return 0;
  if (words.every((word) => has(title, word))) return 1;
  if (words.some((word) => has(title, word))) return 2;
  if (has(excerpt, phrase)) return 3;
  return has(searchedContent(content), phrase) ? 4 : 5;
}

/** Words that occur, parts of words, words across gaps, and words that do not occur. */
function word(): string {
  const choice = random(4);
  if (choice === 0) return pick(pieces);
  const { title, content } = pick([...model.values()]);
  const characters = [...(choice === 1 ? title : content)];
  const from = random(characters.length + 1);
  const found = characters.slice(from, from + 1 + random(choice === 3 ? 9 : 3)).join('');
  return found.trim() === '' ? 'ab' : found;
}

async function check(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const words = Array.from({ length: 1 + random(2) }, word);
    const unwanted = random(4) === 0 ? [word()] : [];
    const open = random(2) === 0;
    const filter: PostFilter = {
      types: ['post'],
      visibility: everything,
      search: words,
      ...(unwanted.length > 0 ? { notSearch: unwanted } : {}),
      ...(open ? { withoutPassword: true } : {}),
    };
    const ids = expected(words, unwanted, open);
    const rank = (id: number): number => rankOf(model.get(id) ?? noTexts, words);
    const named = JSON.stringify({ words, unwanted, open });
    const rows = await store.posts.find(filter, { by: 'id', direction: 'desc' }, { limit: 1_000, offset: 0 }, ['id']);
    expect(
      rows.map(({ id }) => id),
      named,
    ).toEqual(ids);
    expect(await store.posts.count(filter), named).toBe(ids.length);
    const best = ids.toSorted((one, other) => rank(one) - rank(other)).slice(3, 40);
    const page = { limit: 37, offset: 3 };
    const ranked = await store.posts.find(filter, { by: 'relevance', direction: 'desc' }, page, ['id']);
    expect(
      ranked.map(({ id }) => id),
      `${named} by relevance`,
    ).toEqual(best);
    const where: PostFilter = {
      types: ['post'],
      visibility: everything,
      where: { kind: 'text', words, open: everything },
    };
    expect(await store.posts.count(where), named).toBe(expected(words, [], false).length);
  }
}

const waiting = async (): Promise<number> => (await store.searchIndex()).waiting;
const indexed = () => expect.poll(waiting, { interval: 100 }).toBe(0);

async function add(): Promise<void> {
  const texts = invented();
  const password = random(5) === 0 ? 'secret' : '';
  const id = await store.posts.insert(postRow({ slug: `p-${model.size}`, ...texts, password }));
  model.set(id, { ...texts, password });
}

describe('searching random texts for random words', () => {
  it('finds what the rule says while nothing is indexed, when all is, and when half is', async () => {
    for (let n = 0; n < 80; n += 1) await add();
    await check(25);
    await indexed();
    await check(60);
    const ids = [...model.keys()];
    for (const id of ids.filter((_, at) => at % 3 === 0)) {
      const texts = invented();
      await store.posts.update(id, texts);
      model.set(id, { ...texts, password: model.get(id)?.password ?? '' });
    }
    for (const id of ids.filter((_, at) => at % 7 === 1)) {
      await store.posts.remove(id);
      model.delete(id);
    }
    for (let n = 0; n < 20; n += 1) await add();
    await check(25);
    await indexed();
    await check(25);
  });

  it('finds within a transaction what it has written, and nothing of it when it is undone', async () => {
    const [changed = 0, removed = 0] = [...model.keys()];
    const search = (words: readonly string[]): PostFilter => ({
      types: ['post'],
      visibility: everything,
      search: words,
    });
    const before = await store.posts.count(search(['undone words']));
    const undo = new Error('undo');
    const work = store.transaction(async (inside) => {
      const id = await inside.posts.insert(postRow({ slug: 'undone', title: 'Some ündone words' }));
      await inside.posts.update(changed, { content: 'more undone words' });
      await inside.posts.remove(removed);
      const page = { limit: 1_000, offset: 0 };
      const rows = await inside.posts.find(search(['undone words']), { by: 'id', direction: 'asc' }, page, ['id']);
      expect(rows.map((row) => row.id)).toEqual([changed, id].sort((one, other) => one - other));
      for (const word of ['ab', 'élan', 'a_b', '日本'])
        expect(await inside.posts.count(search([word])), word).toBe(
          expected([word], [], false).filter((one) => one !== changed && one !== removed).length,
        );
      throw undo;
    });
    await expect(work).rejects.toBe(undo);
    expect(await store.posts.count(search(['undone words']))).toBe(before);
  });

  it('finds nothing by a word that stands only in the comment of a block', async () => {
    const content = '<!-- wp:quote {"label":"onlyattribute"} --><p>visibletext</p><!-- /wp:quote -->';
    const id = await store.posts.insert(postRow({ slug: 'blocks', content }));
    const found = async (words: readonly string[]) => {
      const filter = { types: ['post'], visibility: everything, search: words };
      const rows = await store.posts.find(filter, { by: 'date', direction: 'desc' }, { limit: 5, offset: 0 }, ['id']);
      return rows.map((row) => row.id);
    };
    for (const state of ['waiting', 'indexed']) {
      expect(await found(['onlyattribute']), state).toEqual([]);
      expect(await found(['visibletext']), state).toEqual([id]);
      await indexed();
    }
  });
});
