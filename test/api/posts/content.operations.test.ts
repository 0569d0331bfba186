import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { variants } from '../../../src/app/variants.ts';
import { createTextThreads } from '../../../src/app/worker-threads.ts';
import { createTextWork } from '../../../src/background/text-work.ts';
import { createJobs } from '../../../src/lib/jobs.ts';
import { system } from '../../../src/rules/capabilities.ts';
import { corePostTypes, coreTaxonomies } from '../../../src/rules/content/core-content-types.ts';
import { createMetaRegistry } from '../../../src/rules/meta-registry.ts';
import { siteFrom } from '../../../src/rules/site.ts';
import { everything } from '../../../src/rules/visibility.ts';
import { gmtAt } from '../../../src/rules/zone.ts';
import type { Store } from '../../../src/storage/store.ts';
import { createTextCache } from '../../../src/text/render/text-cache.ts';
import { coreShortcodes } from '../../../src/text/shortcodes/core-shortcodes.ts';
import type { OperationContext } from '../../../src/wp/context/core-context.ts';
import { createContentKinds } from '../../../src/wp/posts/content-kind.ts';
import { createPost } from '../../../src/wp/posts/operations/create-post.ts';
import { stickyIds } from '../../../src/wp/posts/operations/post-relations.ts';
import { restorePost, trashPost } from '../../../src/wp/posts/operations/trash-post.ts';
import { updatePost } from '../../../src/wp/posts/operations/update-post.ts';
import { publishDue, startPublisher } from '../../../src/wp/posts/publisher.ts';
import { testStore } from '../../support/test-store.ts';

const store = testStore();

/** The parts of a site, with one meta key that nobody may write. */
const parts = {
  variant: variants.a,
  types: corePostTypes,
  taxonomies: coreTaxonomies,
  meta: createMetaRegistry([{ object: 'post', key: 'sealed', type: 'string', single: true, mayWrite: () => false }]),
  textCache: createTextCache(1024 * 1024),
  textWork: createTextWork(createTextThreads('a')),
  shortcodes: coreShortcodes,
};
const kinds = createContentKinds({
  ...parts,
  slugs: { slash: 'dash' },
  slugOutOfTrash: 'remembered',
  trashedLink: 'slug',
  orphanLink: 'slug',
  onPublish: async () => {},
  onReviewOver: async () => {},
});
const posts = kinds.of('post');

function work(on: Store = store(), now = Date.now()): OperationContext {
  const site = siteFrom(() => null, { url: 'http://site.test', fallbackUrl: '', permalinks: null, now: () => now });
  return { store: on, site, caller: system, now, hooks: null };
}

const soon = (ms: number) => {
  const gmt = gmtAt(Date.now() + ms);
  return { local: gmt, gmt };
};
const statusOf = async (id: number) => (await store().posts.byId(id))?.status;
const countPosts = () => store().posts.count({ types: ['post', 'revision'], visibility: everything });

describe('a write', () => {
  it('makes a format that two posts need for the first time at once only once', async () => {
    const [one, other] = [
      await createPost(posts, { title: 'One' }, work()),
      await createPost(posts, { title: 'Other' }, work()),
    ];
    const inFirst = Promise.withResolvers<void>();
    const first = store().transaction(async (inner) => {
      await updatePost(posts, one.id, { format: 'aside' }, work(inner));
      inFirst.resolve();
      await sleep(300);
    });
    await inFirst.promise;
    await Promise.all([first, updatePost(posts, other.id, { format: 'aside' }, work())]);
    expect(await store().terms.count({ taxonomy: 'post_format' })).toBe(1);
  });

  it('does not give a default category to a post that another write gives one', async () => {
    const category = (name: string) =>
      store().terms.insert({ name, slug: name, taxonomy: 'category', description: '', parentId: 0 });
    const [common, chosen] = [await category('common'), await category('chosen')];
    const context = (on?: Store) => {
      const at = { url: 'http://site.test', fallbackUrl: '', permalinks: null, now: () => Date.now() };
      return { ...work(on), site: siteFrom((name) => (name === 'default_category' ? String(common) : null), at) };
    };
    const post = await createPost(posts, { title: 'One' }, context());
    await store().terms.assign(post.id, 'category', []);
    const inFirst = Promise.withResolvers<void>();
    const first = store().transaction(async (inner) => {
      await updatePost(posts, post.id, { terms: { category: [chosen] } }, context(inner));
      inFirst.resolve();
      await sleep(300);
    });
    await inFirst.promise;
    await Promise.all([first, updatePost(posts, post.id, { title: 'Two' }, context())]);
    const held = (await store().terms.ofPosts([post.id])).get(post.id);
    expect(held?.map(({ name }) => name)).toEqual(['chosen']);
  });

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
      publishDue(kinds, work(store(), Date.now() + 120_000)),
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

describe('out of the trash by those who may edit what is public, but not publish', () => {
  const reviser = { ...system, can: (capability: string) => capability !== 'publish_posts' };

  it.each([
    ['publish', 'pending'],
    ['private', 'pending'],
    ['draft', 'draft'],
  ])('what was %s is then %s', async (status, then) => {
    const post = await createPost(posts, { title: 'Back', status, sticky: status === 'publish' }, work());
    await trashPost(posts, post.id, work());
    expect((await restorePost(posts, post.id, { ...work(), caller: reviser })).status).toBe(then);
    expect(await stickyIds(store())).toEqual([]);
  });
});

describe('scheduled posts', () => {
  const schedule = (ms: number) => createPost(posts, { title: 'Later', status: 'publish', date: soon(ms) }, work());

  it('are published when their time has come, and not before', async () => {
    const [near, far] = [await schedule(60_000), await schedule(3_600_000)];
    expect(await publishDue(kinds, work())).toBe(0);
    expect(await publishDue(kinds, work(store(), Date.now() + 120_000))).toBe(1);
    expect([await statusOf(near.id), await statusOf(far.id)]).toEqual(['publish', 'future']);
  });

  it('are filed under the default category where they have none', async () => {
    const date = soon(60_000);
    const category = { name: 'Default', slug: 'default', taxonomy: 'category', description: '', parentId: 0 };
    await store().terms.insert({ ...category, id: work().site.defaultCategoryId });
    const bare = await createPost(posts, { title: 'Bare', status: 'publish', date, terms: { category: [] } }, work());
    await publishDue(kinds, work(store(), Date.now() + 120_000));
    const held = (await store().terms.ofPosts([bare.id])).get(bare.id);
    expect(held?.map(({ taxonomy, id }) => [taxonomy, id])).toEqual([['category', 1]]);
  });

  it('are left alone when they were taken back', async () => {
    const post = await schedule(60_000);
    await updatePost(posts, post.id, { status: 'draft' }, work());
    expect(await publishDue(kinds, work(store(), Date.now() + 120_000))).toBe(0);
    expect(await statusOf(post.id)).toBe('draft');
  });

  it('are published once by any number of workers, with no one asking, and after a restart', async () => {
    const failures: unknown[] = [];
    let ahead = 0;
    const start = () =>
      startPublisher({
        store: store(),
        site: async () => work().site,
        clock: () => Date.now() + ahead,
        kinds: kinds,
        hooks: null,
        job: createJobs((_, error) => failures.push(error), Date.now).of('scheduled posts'),
        longestPauseMs: 50,
      });
    const overdue = await schedule(60_000);
    const next = await schedule(3_600_000);
    ahead = 120_000;
    const workers = [start(), start(), start()];
    await expect.poll(() => statusOf(overdue.id), { timeout: 300_000 }).toBe('publish');
    expect(await statusOf(next.id)).toBe('future');
    ahead = 7_200_000;
    await expect.poll(() => statusOf(next.id), { timeout: 300_000 }).toBe('publish');
    await Promise.all(workers.map((worker) => worker.stop()));
    expect([await statusOf(overdue.id), await statusOf(next.id)]).toEqual(['publish', 'publish']);
    expect(failures).toEqual([]);
  });
});
