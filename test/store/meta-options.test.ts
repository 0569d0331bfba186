import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/storage/open/open-store.ts';
import { postRow } from '../support/rows.ts';
import { testStore, withStore } from '../support/test-store.ts';

describe('meta', () => {
  const store = testStore();
  const values = async (id: number, keys?: string[]) =>
    ((await store().meta.of('post', [id], keys)).get(id) ?? []).map((row) => [row.key, row.value]);

  it('keeps several values of a key in the order they came', async () => {
    await store().meta.set('post', 1, 'a', ['x', 'y', 'x']);
    await store().meta.set('post', 1, 'b', [null]);
    expect(await values(1)).toEqual([
      ['a', 'x'],
      ['a', 'y'],
      ['a', 'x'],
      ['b', null],
    ]);
    expect(await values(1, ['b', 'c'])).toEqual([['b', null]]);
    expect(await values(1, [])).toEqual([]);
  });

  it('touches only what differs', async () => {
    await store().meta.set('post', 1, 'a', ['x', 'y', 'z']);
    const before = (await store().meta.of('post', [1])).get(1)!;
    await store().meta.set('post', 1, 'a', ['x', 'new']);
    const after = (await store().meta.of('post', [1])).get(1)!;
    expect(after.map((row) => row.id)).toEqual(before.slice(0, 2).map((row) => row.id));
    expect(after.map((row) => row.value)).toEqual(['x', 'new']);
    await store().changes.poll();
    await store().meta.set('post', 1, 'a', ['x', 'new']);
    expect(await store().changes.poll()).toBeNull();
    await store().meta.set('post', 1, 'a', []);
    expect(await values(1)).toEqual([]);
  });

  it('reads many owners in one query', async () => {
    await store().meta.set('post', 1, 'a', ['1']);
    await store().meta.set('post', 3, 'a', ['3']);
    const before = store().statements();
    const found = await store().meta.of('post', [1, 2, 3]);
    expect(store().statements() - before).toBe(1);
    expect([...found].map(([id, rows]) => [id, rows.length])).toEqual([
      [1, 1],
      [2, 0],
      [3, 1],
    ]);
  });

  it('finds the owners of a value, or of any of several', async () => {
    const long = 'x'.repeat(100);
    for (const [id, value] of [
      [1, 'a'],
      [2, `${long}1`],
      [3, `${long}2`],
      [4, 'A'],
      [5, 'b'],
    ] as const)
      await store().meta.set('post', id, 'file', [value]);
    await store().meta.set('post', 6, 'other', ['a']);
    expect(await store().meta.owners('post', 'file', `${long}1`)).toEqual([2]);
    expect(await store().meta.owners('post', 'file', [`${long}2`, 'b', 'nothing'])).toEqual([3, 5]);
    expect(await store().meta.owners('post', 'file', [])).toEqual([]);
  });

  it('pages through the rows of a key of one type, its revisions included, and rewrites them', async () => {
    const books: number[] = [];
    for (const slug of ['a', 'b', 'c']) books.push(await store().posts.insert(postRow({ type: 'book', slug })));
    const other = await store().posts.insert(postRow({ slug: 'other' }));
    const [parentId = 0] = books;
    const revision = await store().posts.insert(postRow({ type: 'revision', status: 'inherit', slug: 'r', parentId }));
    for (const id of [...books, other, revision]) {
      await store().meta.set('post', id, 'size', [id === books[2] ? '' : String(id)]);
      await store().meta.set('post', id, 'Size', ['another key']);
    }
    const of = { owner: 'post', key: 'size', subtype: 'book' } as const;
    expect(await store().meta.countOwners(of)).toBe(2);
    expect(await store().meta.countOwners({ owner: 'post', key: 'size' })).toBe(3);
    const first = await store().meta.rowsOf(of, 0, 2);
    const rest = await store().meta.rowsOf(of, first[1]?.id ?? 0, 9);
    expect([...first, ...rest].map(({ ownerId }) => ownerId)).toEqual([...books, revision]);
    expect(first).toHaveLength(2);
    await store().changes.poll();
    await store().meta.rewrite(
      'post',
      first.map((row) => ({ ...row, key: 'length', value: `${row.value}!` })),
    );
    expect(await store().changes.poll()).toEqual(new Set(['posts', ...books.slice(0, 2).map((id) => `post:${id}`)]));
    expect(await values(books[1] ?? 0)).toEqual([
      ['length', `${books[1]}!`],
      ['Size', 'another key'],
    ]);
    expect(await store().meta.countOwners(of)).toBe(0);
  });

  it('removes one value wherever it stands', async () => {
    const long = 'é'.repeat(200);
    await store().meta.set('post', 1, 'thumb', ['7']);
    await store().meta.set('post', 2, 'thumb', ['7', '70']);
    await store().meta.set('post', 2, 'long', [long, `${long}!`]);
    await store().meta.removeValue('post', 'thumb', '7');
    await store().meta.removeValue('post', 'long', long);
    expect(await values(1)).toEqual([]);
    expect(await values(2)).toEqual([
      ['thumb', '70'],
      ['long', `${long}!`],
    ]);
  });
});

describe('options', () => {
  const store = testStore();

  it('reads what was written, and null for what was not', async () => {
    expect(await store().options.get('title')).toBeNull();
    await store().options.set('title', 'One');
    await store().options.set('late', 'L', 'late');
    expect(await store().options.get('title')).toBe('One');
    expect(await store().options.get('late')).toBe('L');
    await store().options.set('title', 'Two');
    expect(await store().options.get('title')).toBe('Two');
    await store().options.remove('title');
    expect(await store().options.get('title')).toBeNull();
  });

  it('answers from memory while nothing changes', async () => {
    await store().options.set('title', 'One');
    await store().options.get('title');
    await store().options.get('absent');
    const before = store().statements();
    for (let turn = 0; turn < 5; turn += 1)
      await Promise.all([store().options.get('title'), store().options.get('absent')]);
    expect(store().statements()).toBe(before);
  });

  it('sees in a transaction what the transaction wrote, and nobody else does', async () => {
    await store().options.set('title', 'Before');
    const undone = store().transaction(async (inside) => {
      await inside.options.set('title', 'During');
      expect(await inside.options.get('title')).toBe('During');
      expect(await store().options.get('title')).toBe('Before');
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect(await store().options.get('title')).toBe('Before');
  });

  it('is not what a snapshot of an earlier moment reads', async () => {
    await store().options.set('blogname', 'before');
    const { store: earlier, close } = await store().snapshot();
    await store().options.set('blogname', 'after');
    expect(await earlier.options.get('blogname')).toBe('before');
    expect(await store().options.get('blogname')).toBe('after');
    await close();
    expect(await store().options.get('blogname')).toBe('after');
  });

  it('is renewed when another store on the same database writes', async () => {
    await withStore(async (first, url) => {
      const second = await openStore({ url });
      try {
        expect(await first.options.get('title')).toBeNull();
        await second.options.set('title', 'From the other');
        expect(await first.options.get('title')).toBe('From the other');
        await second.posts.insert(postRow());
        expect(await first.options.get('title')).toBe('From the other');
      } finally {
        await second.close();
      }
    });
  });
});
