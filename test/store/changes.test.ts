import { DatabaseSync } from 'node:sqlite';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { describe, expect, it } from 'vitest';
import { everything } from '../../src/rules/visibility.ts';
import { openStore } from '../../src/storage/open/open-store.ts';
import type { Store } from '../../src/storage/store.ts';
import { storeKind } from '../support/database.ts';
import { commentRow, postRow, userRow } from '../support/rows.ts';
import { testStore, withStore } from '../support/test-store.ts';

const page = { limit: 10, offset: 0 };

describe('what a read depends on', () => {
  const store = testStore();

  async function noted(read: (store: Store) => unknown): Promise<string[]> {
    const tags = new Set<string>();
    await read(store().observe(tags));
    return [...tags].sort();
  }

  it('is noted by every read', async () => {
    const posts = { types: ['post'], visibility: everything };
    expect(await noted((s) => s.posts.byId(7))).toEqual(['post:7']);
    expect(await noted((s) => s.posts.find(posts, { by: 'date', direction: 'desc' }, page))).toEqual(['posts']);
    expect(await noted((s) => s.posts.count(posts))).toEqual(['posts']);
    expect(await noted((s) => s.terms.byId(3))).toEqual(['term:3']);
    expect(await noted((s) => s.terms.count({ taxonomy: 'category' }))).toEqual(['terms']);
    expect(await noted((s) => s.users.byIds([1, 2]))).toEqual(['user:1', 'user:2']);
    expect(await noted((s) => s.users.count({ withPublished: ['post'] }))).toEqual(['posts', 'users']);
    expect(await noted((s) => s.comments.byId(9))).toEqual(['comment:9']);
    expect(await noted((s) => s.comments.count({ visibility: { anyOf: [] } }))).toEqual(['comments', 'posts']);
    expect(await noted((s) => s.meta.of('term', [4]))).toEqual(['term:4']);
    expect(await noted((s) => s.options.get('x'))).toEqual(['options']);
    const table = { name: 'probe_noted', columns: { id: 'id' }, key: 'id' } as const;
    expect(await noted((s) => s.table<{ id: number }>(table).count({}))).toEqual(['table:probe_noted']);
  });

  it('includes the terms that a post holds', async () => {
    const term = await store().terms.insert({
      name: 'T',
      slug: 't',
      taxonomy: 'category',
      description: '',
      parentId: 0,
    });
    const post = await store().posts.insert(postRow());
    await store().terms.assign(post, 'category', [term]);
    expect(await noted((s) => s.terms.ofPosts([post]))).toEqual([`held-term:${term}`, `post:${post}`]);
  });
});

describe('what a write touches', () => {
  const store = testStore();

  async function touched(write: (store: Store) => Promise<unknown>): Promise<string[] | 'everything' | null> {
    await store().changes.poll();
    await write(store());
    const tags = await store().changes.poll();
    return tags === null || tags === 'everything' ? tags : [...tags].sort();
  }

  it('is told once', async () => {
    expect(await touched((s) => s.posts.insert(postRow()))).toEqual(['author:1', 'month:2024-03', 'post:1', 'posts']);
    expect(await store().changes.poll()).toBeNull();
    expect(await touched((s) => s.posts.update(1, { title: 'New' }))).toEqual(['post:1', 'posts']);
    expect(await touched((s) => s.users.insert(userRow('u')))).toEqual(['user:1', 'users']);
    expect(await touched((s) => s.users.setCapabilities(1, { author: true }))).toEqual(['user:1', 'users']);
    expect(await touched((s) => s.comments.insert(commentRow(1)))).toEqual(['comment:1', 'comments']);
    expect(await touched((s) => s.comments.recount(1))).toEqual(['post:1', 'posts']);
    expect(await touched((s) => s.meta.set('post', 1, 'k', ['v']))).toEqual(['post:1', 'posts']);
    expect(await touched((s) => s.options.set('a', 'b'))).toEqual(['options']);
    const term = { name: 'T', slug: 't', taxonomy: 'category', description: '', parentId: 0 };
    expect(await touched((s) => s.terms.insert(term))).toEqual(['held-term:1', 'term:1', 'terms']);
    expect(await touched((s) => s.terms.assign(1, 'category', [1]))).toEqual(['post:1', 'posts', 'term:1', 'terms']);
    // Posts show the name of a term, which is not touched when its count changes.
    expect(await touched((s) => s.terms.update(1, 'category', { name: 'U' }))).toEqual([
      'held-term:1',
      'term:1',
      'terms',
    ]);
    expect(await touched((s) => s.posts.update(1, { status: 'publish' }))).toEqual(['post:1', 'posts']);
    expect(await touched((s) => s.posts.update(1, { status: 'draft' }))).toEqual([
      'author:1',
      'month:2024-03',
      'post:1',
      'posts',
      'term:1',
      'terms',
    ]);
    expect(await touched((s) => s.terms.remove(1, 'category'))).toEqual([
      'held-term:1',
      'post:1',
      'posts',
      'term:1',
      'terms',
    ]);
    expect(await touched((s) => s.posts.remove(1))).toEqual(['author:1', 'month:2024-03', 'post:1', 'posts']);
  });

  it('is told together for a transaction, and not at all for one that was undone', async () => {
    expect(
      await touched((s) =>
        s.transaction(async (inside) => {
          await inside.posts.insert(postRow());
          await inside.options.set('a', 'b');
        }),
      ),
    ).toEqual(['author:1', 'month:2024-03', 'options', 'post:1', 'posts']);
    const undo = (s: Store) =>
      s
        .transaction(async (inside) => {
          await inside.posts.insert(postRow());
          throw new Error('undo');
        })
        .catch(() => null);
    expect(await touched(undo)).toBeNull();
  });

  it('is told as everything where it is too much to list', async () => {
    const many = (s: Store) =>
      s.transaction(async (inside) => {
        for (let n = 0; n < 450; n += 1) await inside.posts.insert(postRow());
      });
    expect(await touched(many)).toBe('everything');
  });

  it('is told to another store on the same database', async () => {
    await withStore(async (first, url) => {
      const second = await openStore({ url });
      try {
        await first.changes.poll();
        await second.posts.insert(postRow());
        await second.options.set('a', 'b');
        expect(await first.changes.poll()).toEqual(
          new Set(['post:1', 'posts', 'author:1', 'month:2024-03', 'options']),
        );
        expect(await first.changes.poll()).toBeNull();
        await first.posts.update(1, { title: 'x' });
        expect(await second.changes.poll()).toEqual(
          new Set(['post:1', 'posts', 'author:1', 'month:2024-03', 'options']),
        );
      } finally {
        await second.close();
      }
    });
  });
});

describe.runIf(storeKind() === 'mariadb')('a database that we made', () => {
  const written: [string, string, string][] = [
    [
      'posts',
      'post_title, post_content, post_excerpt, to_ping, pinged, post_content_filtered',
      "'a', '', '', '', '', ''",
    ],
    ['postmeta', 'post_id, meta_key, meta_value', "1, 'a', 'b'"],
    ['terms', 'name, slug', "'a', 'a'"],
    ['term_taxonomy', 'term_id, taxonomy, description', "1, 'a', ''"],
    ['term_relationships', 'object_id, term_taxonomy_id', '1, 1'],
    ['termmeta', 'term_id, meta_key, meta_value', "1, 'a', 'b'"],
    ['comments', 'comment_content, comment_author', "'a', ''"],
    ['commentmeta', 'comment_id, meta_key, meta_value', "1, 'a', 'b'"],
    ['users', 'user_login', "'a'"],
    ['usermeta', 'user_id, meta_key, meta_value', "1, 'a', 'b'"],
    ['options', 'option_name, option_value', "'a', 'b'"],
  ];

  it('is taken as wholly changed after each statement of another program, and only then', async () => {
    await withStore(async (store, url) => {
      // What is indexed meanwhile would hold up the statements of the other program.
      store.holdIndexing();
      const other = await createConnection(url);
      const rows = async () => {
        const [found] = await other.query<RowDataPacket[]>(
          "select count(*) as n from wp_platen_changes where tags = '*'",
        );
        return Number(found[0]?.['n']);
      };
      for (const [table, columns, values] of written) {
        for (const text of [
          `insert into wp_${table} (${columns}) values (${values})`,
          `update wp_${table} set ${columns.split(', ').at(-1)} = ${table === 'term_relationships' ? 2 : "'c'"}`,
          `delete from wp_${table}`,
        ]) {
          await store.changes.poll();
          await other.query(text);
          expect([text, await store.changes.poll()]).toEqual([text, 'everything']);
        }
      }
      await store.posts.insert(postRow());
      await store.posts.insert(postRow());
      expect(await store.changes.poll()).not.toBe('everything');
      const before = await rows();
      await other.query("update wp_posts set post_title = 'many'");
      expect((await rows()) - before).toBe(1);
      // A session may give all its statements the same time.
      await other.query('set timestamp = 1700000000');
      for (const title of ['once', 'twice']) {
        await store.changes.poll();
        await other.query(`update wp_posts set post_title = '${title}'`);
        expect([title, await store.changes.poll()]).toEqual([title, 'everything']);
      }
      await other.end();
    });
  });
});

/** A program that waits while texts are indexed, which happens a second after a write. */
const otherProgram = (url: string) => new DatabaseSync(url.slice('sqlite:'.length), { timeout: 60_000 });

describe.runIf(storeKind() === 'sqlite')('a file', () => {
  it('that another program writes to between two writes of ours is taken as wholly changed', async () => {
    await withStore(async (store, url) => {
      await store.posts.insert(postRow());
      await store.changes.poll();
      await store.options.set('a', 'b');
      const other = otherProgram(url);
      other.exec("update wp_options set option_value = 'c'");
      other.close();
      await store.options.set('d', 'e');
      expect(store.changes.poll()).toBe('everything');
      await store.options.set('f', 'g');
      expect(store.changes.poll()).toEqual(new Set(['options']));
    });
  });

  it.each([
    ['before', 0],
    ['between', 1],
    ['after', 2],
  ])(
    'that another program writes to %s writes of another process of ours is taken as wholly changed',
    async (_, at) => {
      await withStore(async (store, url) => {
        await store.options.set('a', 'b');
        const second = await openStore({ url });
        const other = otherProgram(url);
        try {
          // Twice: what was marked once is marked again.
          for (const value of ['1', '2']) {
            store.changes.poll();
            for (let turn = 0; turn < 3; turn += 1) {
              if (turn === at) other.exec("update wp_options set option_value = 'c'");
              if (turn < 2) await second.posts.insert(postRow({ title: value }));
            }
            expect(store.changes.poll()).toBe('everything');
          }
          await second.options.set('f', 'g');
          store.changes.poll();
          await second.options.set('f', 'h');
          await store.options.set('i', 'j');
          expect(store.changes.poll()).toEqual(new Set(['options']));
          expect(other.prepare('select count(*) as n from wp_platen_changes where at = 0').get()).toEqual({ n: 0 });
        } finally {
          other.close();
          await second.close();
        }
      });
    },
  );

  it('that another program writes to before texts are indexed is taken as wholly changed', async () => {
    await withStore(async (store, url) => {
      const goOn = store.holdIndexing();
      await store.options.set('a', 'b');
      await store.posts.insert(postRow({ title: 'waits for the index' }));
      const other = otherProgram(url);
      const last = () => other.prepare('select tags from wp_platen_changes order by seq desc limit 1').get()?.['tags'];
      other.exec("update wp_options set option_value = 'c'");
      expect(store.changes.poll()).toBe('everything');
      other.exec("update wp_options set option_value = 'd'");
      goOn();
      await expect.poll(last).toBe('[]');
      other.close();
      expect(store.changes.poll()).toBe('everything');
    });
  });

  it('that another program writes to in many rows keeps a short log', async () => {
    await withStore(async (store, url) => {
      await store.options.set('a', 'b');
      const other = otherProgram(url);
      const count = () => other.prepare('select count(*) as n from wp_platen_changes').get()?.['n'];
      const before = Number(count());
      other.exec('begin');
      const add = other.prepare("insert into wp_options (option_name, option_value) values (?, '')");
      for (let n = 0; n < 1_000; n += 1) add.run(`foreign ${n}`);
      other.exec('commit');
      expect(count()).toBe(before + 1);
      other.close();
      expect(store.changes.poll()).toBe('everything');
      expect(await store.options.get('foreign 7')).toBe('');
    });
  });

  it('whose log was replaced by one that reuses its numbers is taken as wholly changed', async () => {
    await withStore(async (store, url) => {
      for (const value of ['1', '2', '3']) await store.options.set('a', value);
      store.changes.poll();
      const other = otherProgram(url);
      other.exec(
        "update wp_platen_changes set at = at - 1 where seq = 3; insert into wp_platen_changes (tags, at) values ('[]', 1)",
      );
      other.close();
      expect(store.changes.poll()).toBe('everything');
    });
  });
});
