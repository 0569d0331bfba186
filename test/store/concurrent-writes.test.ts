import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeState, readState, stateTable } from '../../src/extensions/cache/stored-state.ts';
import { tableCountStore } from '../../src/extensions/popups/popup-counter.ts';
import { counters, daily, logMarks } from '../../src/extensions/popups/popup-tables.ts';
import { openStore } from '../../src/storage/open/open-store.ts';
import type { DeclaredTable, OpenStore, Store } from '../../src/storage/store.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { postRow } from '../support/rows.ts';
import { patient } from '../support/test-store.ts';

const tables: readonly DeclaredTable[] = [stateTable, counters, daily, logMarks];

/** Changes that read before they write, made at once by two processes' worth of stores. */
describe('of many writers at once', () => {
  let database: FreshDatabase;
  let stores: readonly OpenStore[];
  beforeAll(async () => {
    database = await freshDatabase();
    const open = () => openStore({ url: database.url, deadlines: patient });
    stores = [await open(), await open()];
    // As at a start: creating a table needs a connection beside that of a transaction.
    for (const store of stores) for (const table of tables) await store.table(table).count({});
  });
  beforeEach(() => first().reset());
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await database.drop();
  });

  // There are two stores, whatever the index says to the compiler.
  const first = (): OpenStore => stores[0] as OpenStore;
  const writers = 24;
  const atOnce = <T>(write: (store: Store, writer: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: writers }, (_, n) => write(stores[n % stores.length] ?? first(), n)));

  it('a value that is stored for the first time is there once', async () => {
    const id = await first().posts.insert(postRow());
    await atOnce((store, n) => store.meta.set('post', id, 'only', [`value ${n}`]));
    expect((await first().meta.of('post', [id])).get(id)).toHaveLength(1);
  });

  it('a state that is stored for the first time has all changes', async () => {
    const entry = { name: 'list', blank: [] as readonly number[] };
    await atOnce((store, n) => changeState(store, entry, (numbers) => [...numbers, n]));
    const numbers = [...(await readState(first(), entry))].sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: writers }, (_, n) => n));
  });

  it('popups are counted for the first time without losing an event', async () => {
    await atOnce(async (store, n) => {
      const counts = tableCountStore(store);
      await counts.foldedBytes(`log ${n}`);
      const row = { popup: 7, event: 'open', day: '2024-03-01', count: 1, lastMs: n } as const;
      expect(await counts.add(`log ${n}`, 0, 10, [row])).toBe(true);
    });
    const [row] = await first().table(counters).find({ popup: 7, event: 'open' });
    expect(row).toMatchObject({ current: writers, total: writers });
  });

  it('an option keeps every change', async () => {
    await atOnce((store, n) => store.options.change('many', (value) => `${value ?? ''}[${n}]`));
    expect((await first().options.get('many'))?.match(/\[\d+\]/g)).toHaveLength(writers);
  });

  it('a category counts every post', async () => {
    const term = { name: 'T', slug: 't', taxonomy: 'category', description: '', parentId: 0 };
    const category = await first().terms.insert(term);
    await atOnce((store) =>
      store.transaction(async (inside) => {
        const id = await inside.posts.insert(postRow());
        await inside.terms.assign(id, 'category', [category]);
      }),
    );
    expect((await first().terms.byId(category))?.count).toBe(writers);
  });

  it('one post takes all updates, each after the other', async () => {
    const id = await first().posts.insert(postRow());
    const answers = await atOnce(async (store, n) => {
      for (let turn = 0; turn < 6; turn += 1) {
        await store.transaction(async (inside) => {
          await inside.posts.update(id, { title: `${n} ${turn}` });
          await inside.meta.set('post', id, 'turn', [`${n} ${turn}`]);
        });
      }
      return 'stored';
    });
    expect(answers).toEqual(Array.from({ length: writers }, () => 'stored'));
  });
});
