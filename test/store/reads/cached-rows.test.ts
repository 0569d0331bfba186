import { DatabaseSync } from 'node:sqlite';
import { createConnection } from 'mysql2/promise';
import { describe, expect, it } from 'vitest';
import { everything } from '../../../src/rules/visibility.ts';
import { openStore } from '../../../src/storage/open/open-store.ts';
import type { OpenStore, Store } from '../../../src/storage/store.ts';
import { storeKind } from '../../support/database.ts';
import { postRow } from '../../support/rows.ts';
import { withStore } from '../../support/test-store.ts';

const published = { types: ['post'], statuses: ['publish'], visibility: everything };
const byDate = { by: 'date', direction: 'desc' } as const;
const page = { limit: 10, offset: 0 };

/** A store as a request has it. */
const request = (store: OpenStore): Store => store.observe(new Set());

/** All that a visit reads of the published posts. */
async function shown(store: OpenStore) {
  const reads = await request(store).forVisitor();
  const rows = await reads.posts.find(published, byDate, page);
  const ids = rows.map(({ id }) => id);
  const [terms, meta, revisions, total] = await Promise.all([
    reads.terms.ofPosts(ids),
    reads.meta.of('post', ids, ['colour']),
    reads.posts.revisionFacts(ids),
    reads.posts.count(published),
  ]);
  const posts = rows.map(({ id, title }) => ({
    title,
    terms: terms.get(id)?.map(({ name }) => name),
    colour: meta.get(id)?.[0]?.value,
    revisions: revisions.get(id)?.count,
  }));
  return { posts, total };
}

/** A store with one published post that was read several times, and a second store on the same database. */
async function withKnownPost(work: (first: OpenStore, second: OpenStore, url: string) => Promise<void>): Promise<void> {
  await withStore(async (first, url) => {
    const second = await openStore({ url });
    try {
      await first.posts.insert(postRow({ title: 'Old', status: 'publish' }));
      for (let n = 0; n < 3; n += 1)
        expect(await shown(first)).toEqual({
          posts: [{ title: 'Old', terms: [], colour: undefined, revisions: undefined }],
          total: 1,
        });
      await work(first, second, url);
    } finally {
      await second.close();
    }
  });
}

describe('posts that were read before', () => {
  it('are shown as another process has changed them', () =>
    withKnownPost(async (first, second) => {
      await second.posts.update(1, { title: 'New' });
      expect((await shown(first)).posts[0]?.title).toBe('New');
      const term = await second.terms.insert({
        name: 'Sea',
        slug: 'sea',
        taxonomy: 'category',
        description: '',
        parentId: 0,
      });
      await second.terms.assign(1, 'category', [term]);
      expect((await shown(first)).posts[0]?.terms).toEqual(['Sea']);
      await second.terms.update(term, 'category', { name: 'Shore' });
      expect((await shown(first)).posts[0]?.terms).toEqual(['Shore']);
      await second.meta.set('post', 1, 'colour', ['red']);
      expect((await shown(first)).posts[0]?.colour).toBe('red');
      await second.posts.insert(postRow({ type: 'revision', status: 'inherit', parentId: 1 }));
      expect((await shown(first)).posts[0]?.revisions).toBe(1);
      await second.posts.update(1, { status: 'draft' });
      expect(await shown(first)).toEqual({ posts: [], total: 0 });
    }));

  it('are shown with what belongs to them, whatever the list showed before', () =>
    withKnownPost(async (first, second) => {
      await second.meta.set('post', 1, 'colour', ['red']);
      await second.posts.insert(postRow({ title: 'Newer', status: 'publish', date: '2030-01-01 00:00:00' }));
      await second.meta.set('post', 2, 'colour', ['blue']);
      const both = [
        { title: 'Newer', terms: [], colour: 'blue', revisions: undefined },
        { title: 'Old', terms: [], colour: 'red', revisions: undefined },
      ];
      for (let n = 0; n < 3; n += 1) expect(await shown(first)).toEqual({ posts: both, total: 2 });
      await second.posts.update(1, { date: '2031-01-01 00:00:00' });
      for (let n = 0; n < 3; n += 1) expect((await shown(first)).posts).toEqual([...both].reverse());
      await second.posts.remove(2);
      for (let n = 0; n < 3; n += 1) expect(await shown(first)).toEqual({ posts: both.slice(1), total: 1 });
    }));

  it('are read one by one as visitors read them', () =>
    withKnownPost(async (first, second) => {
      const item = async () => {
        const visit = await request(first).forVisitor();
        const post = await visit.posts.byId(1);
        const [terms, meta, revisions] = await Promise.all([
          visit.terms.ofPosts([1]),
          visit.meta.of('post', [1]),
          visit.posts.revisionFacts([1]),
        ]);
        const values = meta.get(1)?.map(({ value }) => value);
        return [post?.title, terms.get(1)?.length, values, revisions.get(1)?.count];
      };
      for (let n = 0; n < 3; n += 1) expect(await item()).toEqual(['Old', 0, [], undefined]);
      await second.meta.set('post', 1, 'colour', ['red']);
      await second.posts.insert(postRow({ type: 'revision', status: 'inherit', parentId: 1 }));
      expect(await item()).toEqual(['Old', 0, ['red'], 1]);
      await second.posts.remove(1);
      expect((await item())[0]).toBeUndefined();
    }));

  it('are shown as the same request has changed them, and not as it changed its mind', () =>
    withKnownPost(async (first) => {
      const reads = request(first);
      await reads.posts.byId(1);
      await reads.posts.update(1, { title: 'New' });
      expect((await reads.posts.byId(1))?.title).toBe('New');
      const undone = reads.transaction(async (inside) => {
        await inside.posts.update(1, { title: 'Never' });
        expect((await inside.posts.byId(1))?.title).toBe('Never');
        throw new Error('undo');
      });
      await expect(undone).rejects.toThrow('undo');
      expect((await shown(first)).posts[0]?.title).toBe('New');
    }));

  it('are shown as another program has changed them', () =>
    withKnownPost(async (first, _second, url) => {
      const run = await otherProgram(url);
      await run("update wp_posts set post_title = 'Foreign', post_modified_gmt = post_modified_gmt where ID = 1");
      expect((await shown(first)).posts[0]?.title).toBe('Foreign');
      expect((await request(first).posts.byId(1))?.title).toBe('Foreign');
      await run("insert into wp_postmeta (post_id, meta_key, meta_value) values (1, 'colour', 'blue')");
      expect((await shown(first)).posts[0]?.colour).toBe('blue');
      await run("update wp_posts set post_password = 'x' where ID = 1");
      expect((await request(first).posts.byId(1))?.password).toBe('x');
      await run('delete from wp_posts where ID = 1');
      expect((await shown(first)).posts).toEqual([]);
      expect(await request(first).posts.byId(1)).toBeNull();
    }));
});

/** Runs statements over a connection of its own, which knows nothing of our log. */
async function otherProgram(url: string): Promise<(text: string) => Promise<void>> {
  return async (text) => {
    if (storeKind() === 'sqlite') {
      // It waits while texts are indexed.
      const file = new DatabaseSync(url.slice('sqlite:'.length), { timeout: 60_000 });
      // The triggers of our tables use it.
      file.function('fold', { deterministic: true }, (value) => value);
      file.exec(text);
      file.close();
      return;
    }
    const connection = await createConnection(url);
    await connection.query(text);
    await connection.end();
  };
}
