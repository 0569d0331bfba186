import { describe, expect, it } from 'vitest';
import { everything } from '../../src/rules/visibility.ts';
import { openStore } from '../../src/storage/open/open-store.ts';
import { commentRow, postRow, userRow } from '../support/rows.ts';
import { patient, testStore, withStore } from '../support/test-store.ts';

const anyPost = { types: ['post'], visibility: everything };

describe('a transaction', () => {
  const store = testStore();

  it('keeps all of its work or none', async () => {
    const undone = store().transaction(async (inside) => {
      const post = await inside.posts.insert(postRow());
      await inside.meta.set('post', post, 'k', ['v']);
      await inside.users.insert(userRow('someone'));
      expect(await inside.posts.count(anyPost)).toBe(1);
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect(await store().posts.count(anyPost)).toBe(0);
    expect(await store().users.count({})).toBe(0);
    expect((await store().meta.of('post', [1])).get(1)).toEqual([]);
  });

  it('stores nothing of work that goes on after it has failed', async () => {
    const late: Promise<unknown>[] = [];
    const undone = store().transaction(async (inside) => {
      const goOn = async () => {
        await new Promise(setImmediate);
        await inside.posts.insert(postRow());
      };
      late.push(goOn());
      await Promise.all([late[0], Promise.reject(new Error('undo'))]);
    });
    await expect(undone).rejects.toThrow('undo');
    await expect(late[0]).rejects.toThrow('has ended');
    expect(await store().posts.count(anyPost)).toBe(0);
  });

  it('joins the one around it', async () => {
    const undone = store().transaction(async (outer) => {
      await outer.transaction((inner) => inner.posts.insert(postRow()));
      expect(await outer.posts.count(anyPost)).toBe(1);
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect(await store().posts.count(anyPost)).toBe(0);
  });

  it('is not seen from outside before it ends, and does not hold up readers', async () => {
    await store().transaction(async (inside) => {
      await inside.posts.insert(postRow());
      expect(await store().posts.count(anyPost)).toBe(0);
    });
    expect(await store().posts.count(anyPost)).toBe(1);
  });

  it('reads at the same time what it has written, and asks a server once for that', async () => {
    await store().transaction(async (inside) => {
      const [one, other] = [await inside.posts.insert(postRow({ title: 'One' })), await inside.posts.insert(postRow())];
      await inside.posts.update(other, { title: 'Other' });
      const before = store().roundTrips();
      const posts = await Promise.all([inside.posts.byId(one), inside.posts.byId(other)]);
      expect(posts.map((post) => post?.title)).toEqual(['One', 'Other']);
      expect(store().roundTrips() - before).toBe(store().dialect.name === 'mariadb' ? 1 : 2);
    });
  });

  it('inserts a row and tells whether its slug was taken before, and asks a server once for both', async () => {
    const among = { types: ['post'], exceptId: 0 };
    await store().transaction(async (inside) => {
      const before = store().roundTrips();
      const first = await inside.posts.insertUnderSlug(postRow({ slug: 'ash' }), among);
      expect(store().roundTrips() - before).toBe(store().dialect.name === 'mariadb' ? 1 : 2);
      const second = await inside.posts.insertUnderSlug(postRow({ slug: 'ash' }), among);
      expect([first.isTaken, second.isTaken]).toEqual([false, true]);
      expect((await inside.posts.byIds([first.id, second.id])).map(({ slug }) => slug)).toEqual(['ash', 'ash']);
    });
    expect(await store().posts.count(anyPost)).toBe(2);
  });

  it('runs no read that was asked for but not waited for', async () => {
    let late: Promise<unknown> = Promise.resolve();
    const undone = store().transaction(async (inside) => {
      await inside.posts.insert(postRow({ id: 7 }));
      late = Promise.resolve(inside.posts.byId(7)).catch(() => null);
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    await late;
    expect(await store().posts.byId(7)).toBeNull();
  });

  it('is undone whole by an error of the database', async () => {
    const undone = store().transaction(async (inside) => {
      await inside.posts.insert(postRow({ id: 5 }));
      await inside.posts.insert(postRow({ id: 5 }));
    });
    await expect(undone).rejects.toMatchObject({ failure: 'duplicate' });
    expect(await store().posts.byId(5)).toBeNull();
    expect(await store().posts.insert(postRow({ id: 5 }))).toBe(5);
  });

  it('is undone without those that end at the same time', async () => {
    const insert = (id: number) =>
      store().transaction(async (inside) => {
        await inside.posts.insert(postRow({ id }));
        if (id % 2 === 0) throw new Error('undo');
        return id;
      });
    const ends = await Promise.allSettled([1, 2, 3, 4, 5].map(insert));
    expect(ends.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, false, true]);
    for (const id of [1, 2, 3, 4, 5]) expect((await store().posts.byId(id))?.id).toBe(id % 2 === 0 ? undefined : id);
  });

  it('finds the options that the one before it has set', async () => {
    await store().options.set('n', '0');
    expect(await store().options.get('n')).toBe('0');
    const found: (string | null)[] = [];
    const step = () =>
      store().transaction(async (inside) => {
        await inside.lock('steps');
        await inside.posts.insert(postRow());
        const n = await inside.options.get('n');
        found.push(n);
        await inside.options.set('n', String(Number(n) + 1));
      });
    await Promise.all([step(), step(), step()]);
    expect(await store().options.get('n')).toBe('3');
    expect(found).toEqual(expect.arrayContaining(['0', '1', '2']));
  });

  it('lets many writers in one after the other', async () => {
    await store().options.set('n', '0');
    const add = () =>
      store().transaction(async (inside) => {
        const post = await inside.posts.insert(postRow());
        await inside.posts.update(post, { title: `Post ${post}` });
        return post;
      });
    const made = await Promise.all(Array.from({ length: 25 }, add));
    expect(new Set(made).size).toBe(25);
    expect(await store().posts.count(anyPost)).toBe(25);
  });

  it('lets writers of two processes in one after the other', async () => {
    await withStore(async (first, url) => {
      const second = await openStore({ url, deadlines: patient });
      try {
        const writes = Array.from({ length: 20 }, (_, place) => (place % 2 ? first : second).posts.insert(postRow()));
        expect(new Set(await Promise.all(writes)).size).toBe(20);
        expect(await first.posts.count(anyPost)).toBe(20);
        expect(await second.posts.count(anyPost)).toBe(20);
      } finally {
        await second.close();
      }
    });
  });
});

describe('reset', () => {
  const store = testStore();

  it('empties every table and begins ids again', async () => {
    expect(await store().posts.insert(postRow())).toBe(1);
    await store().users.insert(userRow('someone'));
    await store().options.set('title', 'x');
    await store().changes.poll();
    await store().reset();
    expect(await store().changes.poll()).toBe('everything');
    expect(await store().posts.count(anyPost)).toBe(0);
    expect(await store().options.get('title')).toBeNull();
    expect(await store().posts.insert(postRow())).toBe(1);
    expect(await store().users.insert(userRow('someone'))).toBe(1);
  });
});

describe('counts', () => {
  const store = testStore();

  it('stay true when many write at once', async () => {
    const term = await store().terms.insert({
      name: 'T',
      slug: 't',
      taxonomy: 'category',
      description: '',
      parentId: 0,
    });
    const article = await store().posts.insert(postRow());
    const work = async () => {
      await store().transaction(async (inside) => {
        const post = await inside.posts.insert(postRow());
        await inside.terms.assign(post, 'category', [term]);
      });
      await store().transaction(async (inside) => {
        await inside.comments.insert(commentRow(article));
        await inside.comments.recount(article);
      });
    };
    await Promise.all(Array.from({ length: 12 }, work));
    expect((await store().terms.byId(term))?.count).toBe(12);
    expect((await store().posts.byId(article))?.commentCount).toBe(12);
  });

  it('take the same assignment and the same option twice at once', async () => {
    const term = await store().terms.insert({
      name: 'T',
      slug: 't',
      taxonomy: 'category',
      description: '',
      parentId: 0,
    });
    const post = await store().posts.insert(postRow());
    await Promise.all(Array.from({ length: 8 }, () => store().terms.assign(post, 'category', [term])));
    await Promise.all(Array.from({ length: 8 }, (_, n) => store().options.set('same', String(n))));
    expect((await store().terms.byId(term))?.count).toBe(1);
    expect(await store().options.get('same')).toMatch(/^[0-7]$/);
  });
});
