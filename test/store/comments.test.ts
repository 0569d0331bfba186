import { beforeEach, describe, expect, it } from 'vitest';
import type { CommentVisibility } from '../../src/rules/visibility.ts';
import { everything } from '../../src/rules/visibility.ts';
import type { CommentFilter, CommentOrder } from '../../src/storage/store.ts';
import { commentRow, postRow } from '../support/rows.ts';
import { testStore } from '../support/test-store.ts';

const all = { limit: 100, offset: 0 };
const whole: CommentVisibility = { anyOf: [{ approved: 'any' }] };
const visitor: CommentVisibility = {
  anyOf: [
    {
      approved: ['1'],
      post: { anyOf: [{ types: ['post'], statuses: ['publish'] }] },
      unprotected: { exceptPostIds: [] },
    },
  ],
};

describe('comments', () => {
  const store = testStore();
  let [open, draft, secret] = [0, 0, 0];

  beforeEach(async () => {
    open = await store().posts.insert(postRow());
    draft = await store().posts.insert(postRow({ status: 'draft' }));
    secret = await store().posts.insert(postRow({ password: 'x' }));
  });

  const ids = async (
    filter: Partial<CommentFilter>,
    order: CommentOrder = { by: 'id', direction: 'asc' },
    page = all,
  ) => (await store().comments.find({ visibility: whole, ...filter }, order, page)).map((comment) => comment.id);

  it('shows a visitor approved comments on open posts only', async () => {
    const seen = await store().comments.insert(commentRow(open));
    await store().comments.insert(commentRow(open, { approved: '0' }));
    await store().comments.insert(commentRow(draft));
    const locked = await store().comments.insert(commentRow(secret));
    const orphan = await store().comments.insert(commentRow(999));
    expect(await ids({ visibility: visitor })).toEqual([seen]);
    expect(await store().comments.count({ visibility: visitor })).toBe(1);
    const [clause] = visitor.anyOf;
    const withKey: CommentVisibility = { anyOf: [{ ...clause!, unprotected: { exceptPostIds: [secret] } }] };
    expect(await ids({ visibility: withKey })).toEqual([seen, locked]);
    expect(await ids({ visibility: { anyOf: [{ approved: ['1'], post: 'none' }] } })).toEqual([orphan]);
    expect(await ids({ visibility: { anyOf: [] } })).toEqual([]);
  });

  it('counts them by kind, follows every change of them and of their posts, and counts once for the same', async () => {
    const total = (filter: Partial<CommentFilter> = {}) => store().comments.count({ visibility: visitor, ...filter });
    const [one] = [await store().comments.insert(commentRow(open)), await store().comments.insert(commentRow(open))];
    await store().comments.insert(commentRow(open, { approved: '0' }));
    await store().comments.insert(commentRow(draft, { type: 'pingback' }));
    await store().comments.insert(commentRow(secret));
    await store().comments.insert(commentRow(999));
    expect(await total()).toBe(2);
    const before = store().statements();
    expect([await total(), await total({ types: ['comment'] })]).toEqual([2, 2]);
    if (store().dialect.name === 'mariadb') expect(store().statements() - before).toBeLessThanOrEqual(2);
    expect(await total({ visibility: whole })).toBe(6);
    expect(await total({ visibility: whole, types: ['pingback'] })).toBe(1);
    expect(await total({ visibility: whole, approved: ['0'] })).toBe(1);
    await store().comments.update(one, { approved: 'spam' });
    expect(await total()).toBe(1);
    await store().posts.update(draft, { status: 'publish' });
    expect(await total()).toBe(2);
    await store().posts.update(secret, { password: '' });
    expect(await total()).toBe(3);
    await store().transaction(async (inside) => {
      await inside.comments.insert(commentRow(open));
      expect(await inside.comments.count({ visibility: visitor })).toBe(4);
      expect(await total()).toBe(3);
    });
    expect(await total()).toBe(4);
    await store().comments.removeOfPost(open);
    expect(await total()).toBe(2);
  });

  it('joins what several clauses open', async () => {
    const other = await store().comments.insert(commentRow(open, { approved: '1' }));
    const own = await store().comments.insert(commentRow(open, { approved: '0', userId: 7 }));
    await store().comments.insert(commentRow(open, { approved: '0' }));
    const note = await store().comments.insert(commentRow(open, { approved: '0', type: 'note' }));
    const visibility: CommentVisibility = {
      anyOf: [...visitor.anyOf, { approved: 'any', userId: 7, post: everything }, { approved: ['0'], types: ['note'] }],
    };
    expect(await ids({ visibility })).toEqual([other, own, note]);
  });

  it('filters by each field', async () => {
    const a = await store().comments.insert(
      commentRow(open, { authorEmail: 'Ann@x.test', content: 'Grüße an alle', userId: 3, authorIp: '10.0.0.1' }),
    );
    const b = await store().comments.insert(
      commentRow(secret, {
        parentId: a,
        approved: 'spam',
        type: 'pingback',
        dateGmt: '2020-01-01 00:00:00',
        authorName: 'Bo',
      }),
    );
    expect(await ids({ ids: [a] })).toEqual([a]);
    expect(await ids({ notIds: [a] })).toEqual([b]);
    expect(await ids({ approved: ['spam'] })).toEqual([b]);
    expect(await ids({ types: ['comment'] })).toEqual([a]);
    expect(await ids({ postIds: [secret, draft] })).toEqual([b]);
    expect(await ids({ parentIds: [a] })).toEqual([b]);
    expect(await ids({ notParentIds: [a] })).toEqual([a]);
    expect(await ids({ userIds: [3] })).toEqual([a]);
    expect(await ids({ notUserIds: [3] })).toEqual([b]);
    expect(await ids({ authorEmail: 'ann@X.test' })).toEqual([a]);
    expect(await ids({ authorIp: '10.0.0.1' })).toEqual([a]);
    expect(await ids({ authorName: 'Bo' })).toEqual([b]);
    expect(await ids({ content: 'Grüße an alle' })).toEqual([a]);
    expect(await ids({ after: '2020-01-01 00:00:00' })).toEqual([a]);
    expect(await ids({ before: '2020-01-01 00:00:01' })).toEqual([b]);
    expect(await ids({ search: { text: 'GRÜ', details: false } })).toEqual([a]);
    expect(await ids({ search: { text: 'ann@', details: true } })).toEqual([a]);
    expect(await ids({ search: { text: 'ann@', details: false } })).toEqual([]);
  });

  it('breaks ties newest first, whatever the direction', async () => {
    const [a, b] = [await store().comments.insert(commentRow(open)), await store().comments.insert(commentRow(open))];
    const c = await store().comments.insert(commentRow(open, { dateGmt: '2025-01-01 00:00:00' }));
    expect(await ids({}, { by: 'dateGmt', direction: 'asc' })).toEqual([b, a, c]);
    expect(await ids({}, { by: 'dateGmt', direction: 'desc' })).toEqual([c, b, a]);
    expect(await ids({ ids: [b, c, a] }, { by: 'include', direction: 'asc' })).toEqual([b, c, a]);
    expect(await ids({}, { by: 'id', direction: 'asc' }, { limit: 1, offset: 1 })).toEqual([b]);
  });

  it('tells which comments have children that may be seen', async () => {
    const a = await store().comments.insert(commentRow(open));
    const b = await store().comments.insert(commentRow(open));
    await store().comments.insert(commentRow(open, { parentId: a }));
    await store().comments.insert(commentRow(open, { parentId: b, approved: '0' }));
    expect(await store().comments.withChildren([a, b], { visibility: visitor })).toEqual(new Set([a]));
    expect(await store().comments.withChildren([a, b], { visibility: whole })).toEqual(new Set([a, b]));
    expect(await store().comments.withChildren([], { visibility: whole })).toEqual(new Set());
  });

  it('changes and removes many at once, with their meta', async () => {
    const a = await store().comments.insert(commentRow(open));
    await store().comments.insert(commentRow(open, { approved: '0' }));
    await store().comments.insert(commentRow(draft));
    await store().meta.set('comment', a, 'k', ['v']);
    await store().comments.recount(open);
    expect((await store().posts.byId(open))?.commentCount).toBe(1);
    expect(await store().comments.updateWhere({ postId: open }, { approved: 'post-trashed' })).toBe(2);
    await store().comments.recount(open);
    expect((await store().posts.byId(open))?.commentCount).toBe(0);
    await store().comments.removeOfPost(open);
    expect(await store().comments.count({ visibility: whole })).toBe(1);
    expect((await store().meta.of('comment', [a])).get(a)).toEqual([]);
  });
});
