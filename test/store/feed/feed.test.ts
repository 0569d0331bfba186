import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../src/storage/open/open-store.ts';
import type { FeedRow, InsertablePost, OpenStore } from '../../../src/storage/store.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { patient } from '../../support/test-store.ts';

let database: FreshDatabase;
let store: OpenStore;
beforeEach(async () => {
  database = await freshDatabase();
  store = await openStore({ url: database.url, deadlines: patient });
});
afterEach(async () => {
  await store.close();
  await database.drop();
});

const post = (more: Partial<InsertablePost> = {}): InsertablePost => ({
  authorId: 3,
  date: '2026-01-01 00:00:00',
  dateGmt: '2026-01-01 00:00:00',
  content: '',
  title: 'T',
  excerpt: '',
  status: 'publish',
  commentStatus: 'open',
  pingStatus: 'open',
  password: '',
  slug: 't',
  modified: '2026-01-01 00:00:00',
  modifiedGmt: '2026-01-01 00:00:00',
  parentId: 0,
  guid: '',
  menuOrder: 0,
  type: 'post',
  mimeType: '',
  ...more,
});

const said = ({ kind, id, change, type, status }: FeedRow) =>
  `${change} ${kind} ${id}${type ? ` ${type}` : ''}${status ? ` was ${status}` : ''}`;
const all = async () => store.feed.read(await store.feed.oldest(), 1000);

describe('the feed', () => {
  it('tells what happened to each item, in order, with what hides it', async () => {
    const id = await store.posts.insert(post());
    await store.posts.update(id, { title: 'Other', status: 'publish' });
    await store.posts.update(id, { status: 'trash' });
    await store.posts.update(id, { status: 'draft' });
    await store.meta.set('post', id, 'colour', ['red']);
    await store.options.set('blogname', 'Name');
    await store.posts.remove(id);
    const rows = (await all()).map(said).filter((text) => !text.includes('user 3'));
    expect(rows).toEqual([
      `create post ${id}`,
      `update post ${id}`,
      `trash post ${id} post was publish`,
      `restore post ${id} post was trash`,
      `update post ${id}`,
      'update settings 0',
      `delete post ${id} post was draft`,
    ]);
  });

  it('names the files, comments and author that a post hides or shows', async () => {
    const id = await store.posts.insert(post());
    const file = await store.posts.insert(post({ type: 'attachment', status: 'inherit', parentId: id }));
    const before = await store.feed.newest();
    await store.posts.update(id, { status: 'private' });
    const rows = (await store.feed.read(before, 10)).map(said);
    expect(rows).toEqual([
      `update post ${id} post was publish`,
      `update post ${file} attachment was inherit`,
      'update user 3 user was shown',
    ]);
  });

  it('gives what comes after any row, once, and forgets nothing in between', async () => {
    for (let n = 0; n < 7; n += 1) await store.posts.insert(post({ slug: `t${n}`, authorId: 0 }));
    const rows = await all();
    expect(rows.length).toBe(7);
    for (const [n, row] of rows.entries()) {
      expect(await store.feed.read(row, 1000)).toEqual(rows.slice(n + 1));
      expect(await store.feed.at(row)).toEqual(row);
    }
    expect(await store.feed.newest()).toEqual(rows.at(-1));
    expect(await store.feed.at({ seq: 999_999, pos: 0 })).toBeNull();
  });

  it('has nothing of a transaction that was undone, and nothing of a purge', async () => {
    const before = await store.feed.newest();
    const failing = store.transaction(async (inner) => {
      await inner.posts.insert(post());
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    await store.invalidateTags('everything');
    expect(await store.feed.read(before, 10)).toEqual([]);
  });

  it('says where everything was replaced', async () => {
    const before = await store.feed.newest();
    await store.reset();
    expect((await store.feed.read(before, 10)).map(said)).toEqual(['reset site 0']);
  });

  it('is complete and in order for a reader beside many writers', async () => {
    const second = await openStore({ url: database.url, deadlines: patient });
    const seen: FeedRow[] = [];
    let isOver = false;
    const reading = (async () => {
      let at: FeedRow = await second.feed.oldest();
      for (let quiet = 0; quiet < 2; ) {
        const wasOver = isOver;
        const rows = await second.feed.read(at, 5);
        seen.push(...rows);
        at = rows.at(-1) ?? at;
        quiet = rows.length === 0 && wasOver ? quiet + 1 : 0;
        if (rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    const ids = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 ? store : second).posts.insert(post({ slug: `m${n}`, authorId: 0 }))),
    );
    // A number that a transaction took in vain holds up what comes after it for a while.
    await expect.poll(() => new Set(seen.map((row) => row.id)).size).toBe(ids.length);
    isOver = true;
    await reading;
    await second.close();
    expect(seen.map((row) => row.id).sort((a, b) => a - b)).toEqual(ids.sort((a, b) => a - b));
    expect(seen.map((row) => row.seq)).toEqual(seen.map((row) => row.seq).sort((a, b) => a - b));
  });
});

describe('the change log', () => {
  it('tells the tags that were touched since a place', async () => {
    const first = await store.posts.insert(post());
    const place = await store.feed.logEnd();
    expect(await store.feed.touchedSince(place)).toEqual(new Set());
    const second = await store.posts.insert(post({ slug: 'u' }));
    await store.options.set('blogname', 'Other');
    const touched = await store.feed.touchedSince(place);
    expect(touched).not.toBe('everything');
    expect([...touched]).toEqual(expect.arrayContaining(['posts', `post:${second}`, 'options']));
    expect([...touched]).not.toContain(`post:${first}`);
    expect(await store.feed.touchedSince(await store.feed.logEnd())).toEqual(new Set());
  });

  it('takes everything as touched where the place is not one of this database', async () => {
    await store.posts.insert(post());
    const { seq, at } = await store.feed.logEnd();
    expect(await store.feed.touchedSince({ seq, at: at + 1 })).toBe('everything');
    expect(await store.feed.touchedSince({ seq: seq + 7, at })).toBe('everything');
    expect(await store.feed.touchedSince({ seq: 0, at: 0 })).toBe('everything');
  });
});
