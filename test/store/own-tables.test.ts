import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/storage/open/open-store.ts';
import type { ExtensionTable } from '../../src/storage/store.ts';
import { testStore, withStore } from '../support/test-store.ts';

interface Entry {
  id: number;
  name: string;
  body: string;
  data: unknown;
  hits: number;
  at: string | null;
}

const entries: ExtensionTable<Entry> = {
  name: 'probe_entries',
  columns: { id: 'id', name: 'short', body: 'text', data: 'json', hits: 'integer', at: 'datetime' },
  key: 'id',
  unique: [['name']],
  indexes: [['hits', 'at']],
};

describe('a table of an extension', () => {
  const store = testStore();
  const rows = () => store().table(entries);

  it('keeps rows as they were given, with blanks for what was left out', async () => {
    const id = await rows().insert({ name: 'one', data: { deep: [1, null, 'ü'] }, at: '2024-01-02 03:04:05' });
    expect(await rows().find({ id })).toEqual([
      { id, name: 'one', body: '', data: { deep: [1, null, 'ü'] }, hits: 0, at: '2024-01-02 03:04:05' },
    ]);
    await rows().insert({ name: 'two' });
    expect(await rows().find({ at: null })).toMatchObject([{ name: 'two', data: null }]);
  });

  it('finds by value, list, range and text', async () => {
    for (const [place, name] of ['ant', 'Bee', 'cat'].entries()) {
      await rows().insert({ name, hits: place * 10, body: `about ${name}` });
    }
    const names = async (...asked: Parameters<ReturnType<typeof rows>['find']>) =>
      (await rows().find(...asked)).map((row) => row.name);
    expect(await names({ name: 'Bee' })).toEqual(['Bee']);
    expect(await names({ name: 'bee' })).toEqual([]);
    expect(await names({ name: { in: ['cat', 'ant', 'dog'] } })).toEqual(['ant', 'cat']);
    expect(await names({ name: { in: [] } })).toEqual([]);
    expect(await names({ hits: { from: 10, below: 20 } })).toEqual(['Bee']);
    expect(await names({ hits: { from: 10 } }, { by: 'hits', direction: 'desc' })).toEqual(['cat', 'Bee']);
    expect(await names({ body: { contains: 'BÉE' } })).toEqual(['Bee']);
    expect(await names({}, { by: 'name', direction: 'asc' }, { limit: 1, offset: 1 })).toEqual(['ant']);
    expect(await rows().count({ hits: { below: 20 } })).toBe(2);
  });

  it('changes, adds up and removes', async () => {
    const id = await rows().insert({ name: 'one' });
    expect(await rows().update({ id }, { body: 'new', data: [1] })).toBe(1);
    expect(await rows().update({ id }, { body: 'new' })).toBe(1);
    expect(await rows().increase({ id }, { hits: 3 })).toBe(1);
    expect(await rows().find({ id })).toMatchObject([{ body: 'new', data: [1], hits: 3 }]);
    expect(await rows().remove({ id: { in: [id, 99] } })).toBe(1);
    expect(await rows().count({})).toBe(0);
  });

  it('counts every one of many increases at once', async () => {
    const id = await rows().insert({ name: 'one' });
    await Promise.all(Array.from({ length: 40 }, () => rows().increase({ id }, { hits: 1 })));
    expect(await rows().find({ id })).toMatchObject([{ hits: 40 }]);
  });

  it('refuses a second row of a unique value', async () => {
    await rows().insert({ name: 'one' });
    await expect(rows().insert({ name: 'one' })).rejects.toMatchObject({ failure: 'duplicate' });
  });

  it('is undone with its transaction, even with its first use inside', async () => {
    const fresh: ExtensionTable<{ id: number; n: number }> = {
      name: 'probe_fresh',
      columns: { id: 'id', n: 'integer' },
      key: 'id',
    };
    const undone = store().transaction(async (inside) => {
      await inside.table(fresh).insert({ n: 1 });
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect(await store().table(fresh).count({})).toBe(0);
    await store().table(fresh).insert({ n: 2 });
    expect(await store().table(fresh).count({})).toBe(1);
  });

  it('gets a column that a later release declares', async () => {
    await withStore(async (first, url) => {
      await first.table<{ id: number }>({ name: 'probe_grown', columns: { id: 'id' }, key: 'id' }).insert({});
      const second = await openStore({ url });
      try {
        const grown: ExtensionTable<{ id: number; note: string }> = {
          name: 'probe_grown',
          columns: { id: 'id', note: 'short' },
          key: 'id',
        };
        await second.table(grown).insert({ note: 'new' });
        expect(await second.table(grown).find({})).toEqual([
          { id: 1, note: null },
          { id: 2, note: 'new' },
        ]);
      } finally {
        await second.close();
      }
    });
  });

  it('takes a name of its own as key', async () => {
    const named: ExtensionTable<{ name: string; n: number }> = {
      name: 'probe_named',
      columns: { name: 'short', n: 'integer' },
      key: 'name',
    };
    await store().table(named).insert({ name: 'a', n: 1 });
    await expect(store().table(named).insert({ name: 'a' })).rejects.toMatchObject({ failure: 'duplicate' });
    expect(() => store().table({ ...named, name: 'no; such' })).toThrow(TypeError);
  });

  it('puts rows in the place of those with their keys', async () => {
    const placed: ExtensionTable<{ place: number; text: string }> = {
      name: 'probe_placed',
      columns: { place: 'integer', text: 'text' },
      key: 'place',
    };
    await store().table(placed).put({ place: 7, text: 'first' });
    await store().transaction(async (inner) => {
      await inner.table(placed).put({ place: 7, text: 'second' });
      await inner.table(placed).put({ place: 8, text: 'other' });
    });
    expect(await store().table(placed).find({})).toEqual([
      { place: 7, text: 'second' },
      { place: 8, text: 'other' },
    ]);
  });
});
