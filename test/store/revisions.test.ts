import { describe, expect, it } from 'vitest';
import { everything } from '../../src/rules/visibility.ts';
import { postRow } from '../support/rows.ts';
import { testStore } from '../support/test-store.ts';

describe('rows that hang on a post', () => {
  const store = testStore();
  const child = (parentId: number, type = 'revision') =>
    store().posts.insert(postRow({ type, parentId, status: 'inherit' }));

  it('tell how many revisions there are and which is the newest, one statement for any number of posts', async () => {
    const [first, second, bare] = [
      await store().posts.insert(postRow()),
      await store().posts.insert(postRow()),
      await store().posts.insert(postRow()),
    ];
    await child(first);
    const onSecond = await child(second);
    const onFirst = await child(first);
    await child(bare, 'attachment');
    const before = store().statements();
    expect(await store().posts.revisionFacts([first, second, bare, 999])).toEqual(
      new Map([
        [first, { count: 2, latestId: onFirst }],
        [second, { count: 1, latestId: onSecond }],
      ]),
    );
    expect(store().statements() - before).toBe(1);
    expect(await store().posts.revisionFacts([])).toEqual(new Map());
  });

  it('go together with their meta and terms, and nothing else goes', async () => {
    const tag = await store().terms.insert({
      name: 'T',
      slug: 't',
      taxonomy: 'post_tag',
      description: '',
      parentId: 0,
    });
    const [post, other] = [await store().posts.insert(postRow()), await store().posts.insert(postRow())];
    const gone = [await child(post), await child(post)];
    const tagged = await store().posts.insert(postRow({ type: 'revision', parentId: post, status: 'publish' }));
    const kept = [await child(other), await child(post, 'attachment')];
    for (const id of [...gone, ...kept, tagged]) await store().meta.set('post', id, 'note', ['x']);
    for (const id of [tagged, post]) await store().terms.assign(id, 'post_tag', [tag]);

    await store().posts.removeChildren(post, ['revision']);

    const everyone = [...gone, tagged, ...kept, post, other];
    const left = (await store().posts.byIds(everyone)).map(({ id }) => id).sort((a, b) => a - b);
    expect(left).toEqual([post, other, ...kept].sort((a, b) => a - b));
    const meta = await store().meta.of('post', everyone, ['note']);
    expect(everyone.filter((id) => (meta.get(id)?.length ?? 0) > 0)).toEqual(kept);
    expect((await store().terms.byId(tag))?.count).toBe(1);
    expect(await store().terms.postIds(tag, 'post_tag')).toEqual([post]);
  });

  it('go in a few statements however many they are', async () => {
    const post = await store().posts.insert(postRow());
    const cost = async (rows: number): Promise<number> => {
      await store().transaction(async (inside) => {
        for (let n = 0; n < rows; n++) {
          await inside.posts.insert(postRow({ type: 'revision', parentId: post, status: 'inherit' }));
        }
      });
      return store().statementsDuring(async () => {
        await store().posts.removeChildren(post, ['revision']);
        const filter = { types: ['revision'], visibility: everything };
        expect(await store().posts.count(filter)).toBe(0);
      });
    };
    // A reading and four removals for each thousand rows.
    expect(await cost(2100)).toBeLessThanOrEqual((await cost(2)) + 2 * 5);
  });
});
