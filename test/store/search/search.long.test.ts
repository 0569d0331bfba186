import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everything } from '../../../src/rules/visibility.ts';
import { openStore } from '../../../src/storage/open/open-store.ts';
import type { OpenStore } from '../../../src/storage/store.ts';
import { type FreshDatabase, freshDatabase, storeKind } from '../../support/database.ts';
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

const filler = 'Lorem ipsum dolor sit amet. '.repeat(40_000);
const withWord = (word: string) => `${filler}${word}${filler}`;

async function found(...words: string[]): Promise<number[]> {
  const filter = { types: ['post'], visibility: everything, search: words };
  const page = { limit: 100, offset: 0 };
  return (await store.posts.find(filter, { by: 'id', direction: 'asc' }, page)).map(({ id }) => id);
}

/** How many texts wait to be indexed; a database server indexes none. */
function waiting(): number {
  if (storeKind() !== 'sqlite') return 0;
  const file = new DatabaseSync(database.url.replace('sqlite:', ''), { readOnly: true });
  try {
    return Number(file.prepare('select count(*) as n from wp_platen_search_waiting').get()?.['n']);
  } finally {
    file.close();
  }
}
const indexed = () => expect.poll(waiting).toBe(0);

describe('searching for what is in a long text', () => {
  it('finds it at once and after it was indexed, and nothing that is not there any more', async () => {
    const id = await store.posts.insert(postRow({ slug: 'long', title: 'Häystack', content: withWord('Nädel') }));
    const expectNeedle = async () => {
      expect(await found('nadel')).toEqual([id]);
      expect(await found('HAYSTACK', 'nädel')).toEqual([id]);
      expect(await found('näd')).toEqual([id]);
      expect(await found('nä')).toEqual([id]);
      expect(await found('nadel', 'missing')).toEqual([]);
    };
    await expectNeedle();
    await indexed();
    await expectNeedle();

    await store.posts.update(id, { content: withWord('Zwirn') });
    const expectThread = async () => {
      expect(await found('nadel')).toEqual([]);
      expect(await found('zwirn')).toEqual([id]);
    };
    await expectThread();
    await indexed();
    await expectThread();

    await store.posts.update(id, { content: 'Short now: Faden' });
    expect(await found('zwirn')).toEqual([]);
    expect(await found('faden')).toEqual([id]);
    await store.posts.update(id, { content: withWord('Garn') });
    await store.posts.remove(id);
    expect(await found('garn')).toEqual([]);
    await indexed();
    expect(await found('garn')).toEqual([]);
  });

  it.runIf(storeKind() === 'sqlite')('goes on with what an earlier process left waiting', async () => {
    const other = await freshDatabase();
    const opened = await openStore({ url: other.url });
    const id = await opened.posts.insert(postRow({ slug: 'left', content: withWord('Rest') }));
    await opened.close();
    const again = await openStore({ url: other.url });
    const file = new DatabaseSync(other.url.replace('sqlite:', ''), { readOnly: true });
    const left = () => file.prepare('select count(*) as n from wp_platen_search_waiting').get()?.['n'];
    await expect.poll(left).toBe(0);
    const filter = { types: ['post'], visibility: everything, search: ['rest'] };
    expect((await again.posts.find(filter, { by: 'id', direction: 'asc' }, { limit: 5, offset: 0 }))[0]?.id).toBe(id);
    file.close();
    await again.close();
    await other.drop();
  });
});
