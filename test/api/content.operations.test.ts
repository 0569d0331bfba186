import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { system } from '../../src/content/caller.ts';
import { createMetaRegistry } from '../../src/content/meta-registry.ts';
import { corePostTypes } from '../../src/content/post-types.ts';
import { everything } from '../../src/content/sight.ts';
import { siteFrom } from '../../src/content/site.ts';
import { coreTaxonomies } from '../../src/content/taxonomies.ts';
import { coreShortcodes } from '../../src/content/text/core-shortcodes.ts';
import { createTextCache } from '../../src/content/text/text-cache.ts';
import { gmtAt } from '../../src/content/zone.ts';
import { startPublisher } from '../../src/jobs/publisher.ts';
import { contentKind } from '../../src/kinds/content-kind.ts';
import type { ContentWork } from '../../src/kinds/content-work.ts';
import { createPost } from '../../src/kinds/post-create.ts';
import { publishDue } from '../../src/kinds/post-publish-due.ts';
import { restorePost, trashPost } from '../../src/kinds/post-trash.ts';
import { updatePost } from '../../src/kinds/post-update.ts';
import type { Store } from '../../src/storage/store.ts';
import { variants } from '../../src/variants.ts';
import { testStore } from '../support/test-store.ts';

const store = testStore();

/** The parts of a site, with one meta key that nobody may write. */
const parts = {
  variant: variants.a,
  types: corePostTypes,
  taxonomies: coreTaxonomies,
  meta: createMetaRegistry([{ object: 'post', key: 'sealed', type: 'string', single: true, mayWrite: () => false }]),
  textCache: createTextCache(1024 * 1024),
  shortcodes: coreShortcodes,
};
const posts = contentKind(
  'post',
  { openStatus: 'publish', sticky: true, siteDiscussion: { comments: true, pings: true } },
  parts,
);

function work(on: Store = store(), now = Date.now()): ContentWork {
  const site = siteFrom(() => null, { url: 'http://site.test', fallbackUrl: '', permalinks: null, now: () => now });
  return { store: on, site, caller: system, now };
}

const soon = (ms: number) => {
  const gmt = gmtAt(Date.now() + ms);
  return { local: gmt, gmt };
};
const statusOf = async (id: number) => (await store().posts.byId(id))?.status;
const countPosts = () => store().posts.count({ types: ['post', 'revision'], sight: everything });

describe('a write', () => {
  it('happens whole or not at all', async () => {
    const refused = createPost(posts, { title: 'Half', status: 'publish', meta: { sealed: 'x' } }, work());
    await expect(refused).rejects.toMatchObject({ code: 'rest_cannot_update' });
    expect(await countPosts()).toBe(0);
    const post = await createPost(posts, { title: 'Whole' }, work());
    const update = updatePost(posts, post.id, { title: 'Half', status: 'publish', meta: { sealed: 'x' } }, work());
    await expect(update).rejects.toMatchObject({ code: 'rest_cannot_update' });
    expect(await store().posts.byId(post.id)).toMatchObject({ title: 'Whole', status: 'draft' });
    expect(await countPosts()).toBe(1);
  });

  const slugsOf = (made: readonly { id: number }[]) =>
    Promise.all(made.map(async (post) => (await store().posts.byId(post.id))?.slug));

  it('gives each of many writers a slug of its own', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, place) =>
        createPost(posts, { title: 'Same', status: 'publish', ...(place % 4 === 0 ? { slug: 'same-2' } : {}) }, work()),
      ),
    );
    expect(new Set(await slugsOf(made)).size).toBe(8);
  });

  it('keeps slugs apart when many rows are changed, published or restored at once', async () => {
    const drafts = await Promise.all(Array.from({ length: 6 }, () => createPost(posts, { title: 'Twin' }, work())));
    const [taken, later] = [
      await createPost(posts, { title: 'Twin', status: 'publish' }, work()),
      await createPost(posts, { title: 'Twin', status: 'publish', date: soon(60_000) }, work()),
    ];
    await trashPost(posts, taken.id, work());
    await store().posts.update(later.id, { slug: '' });
    await Promise.all([
      restorePost(posts, taken.id, work()),
      publishDue([posts], work(store(), Date.now() + 120_000)),
      ...drafts.map((post, place) =>
        updatePost(posts, post.id, place % 2 === 0 ? { status: 'publish' } : { slug: 'twin' }, work()),
      ),
    ]);
    expect(new Set(await slugsOf([...drafts, taken, later])).size).toBe(8);
  });
});

describe('out of the trash', () => {
  it('a post comes back as it was, its comments with it', async () => {
    const post = await createPost(posts, { title: 'Back', status: 'publish' }, work());
    const comment = (approved: string) =>
      store().comments.insert({
        postId: post.id,
        authorName: 'A',
        authorEmail: '',
        authorUrl: '',
        authorIp: '',
        date: '2020-01-01 00:00:00',
        dateGmt: '2020-01-01 00:00:00',
        content: approved,
        karma: 0,
        approved,
        userAgent: '',
        type: 'comment',
        parentId: 0,
        userId: 0,
      });
    const ids = [await comment('1'), await comment('0'), await comment('spam')];
    await trashPost(posts, post.id, work());
    expect(await restorePost(posts, post.id, work())).toMatchObject({ status: 'publish', slug: 'back' });
    const states = await Promise.all(ids.map(async (id) => (await store().comments.byId(id))?.approved));
    expect(states).toEqual(['1', '0', 'spam']);
    expect((await store().posts.byId(post.id))?.commentCount).toBe(1);
  });
});

describe('scheduled posts', () => {
  const schedule = (ms: number) => createPost(posts, { title: 'Later', status: 'publish', date: soon(ms) }, work());

  it('are published when their time has come, and not before', async () => {
    const [near, far] = [await schedule(60_000), await schedule(3_600_000)];
    expect(await publishDue([posts], work())).toBe(0);
    expect(await publishDue([posts], work(store(), Date.now() + 120_000))).toBe(1);
    expect([await statusOf(near.id), await statusOf(far.id)]).toEqual(['publish', 'future']);
  });

  it('are left alone when they were taken back', async () => {
    const post = await schedule(60_000);
    await updatePost(posts, post.id, { status: 'draft' }, work());
    expect(await publishDue([posts], work(store(), Date.now() + 120_000))).toBe(0);
    expect(await statusOf(post.id)).toBe('draft');
  });

  it('are published once by any number of workers, with no one asking, and after a restart', async () => {
    const failures: unknown[] = [];
    const start = () =>
      startPublisher({
        store: store(),
        site: async () => work().site,
        clock: Date.now,
        kinds: [posts],
        report: (error) => failures.push(error),
        longestPauseMs: 50,
      });
    const overdue = await schedule(1000);
    await sleep(1200);
    const workers = [start(), start(), start()];
    const next = await schedule(2000);
    expect(await statusOf(next.id)).toBe('future');
    for (let waited = 0; waited < 8000 && (await statusOf(next.id)) !== 'publish'; waited += 50) await sleep(50);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect([await statusOf(overdue.id), await statusOf(next.id)]).toEqual(['publish', 'publish']);
    expect(failures).toEqual([]);
  });
});
