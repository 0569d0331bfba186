import { describe, expect, it } from 'vitest';
import type { UserFilter, UserOrder } from '../../src/storage/store.ts';
import { postRow, userRow } from '../support/rows.ts';
import { testStore } from '../support/test-store.ts';

const all = { limit: 100, offset: 0 };

describe('users', () => {
  const store = testStore();

  const logins = async (filter: UserFilter, order: UserOrder = { by: 'name', direction: 'asc' }, page = all) =>
    (await store().users.find(filter, order, page)).map((user) => user.login);

  it('finds a user by login, e-mail and slug in any letter case', async () => {
    const id = await store().users.insert(userRow('Änne', { email: 'Anne@Example.org', slug: 'anne' }));
    expect((await store().users.byLogin('änne'))?.id).toBe(id);
    expect((await store().users.byEmail('ANNE@example.ORG'))?.id).toBe(id);
    expect(await store().users.byLogin('nobody')).toBeNull();
    expect(await store().users.slugTaken('ANNE', 0)).toBe(true);
    expect(await store().users.slugTaken('anne', id)).toBe(false);
  });

  it('keeps roles as existing sites store them', async () => {
    const id = await store().users.insert(userRow('one'));
    await store().users.setCapabilities(id, { editor: true, extra: false });
    expect((await store().users.capabilities([id, 99])).get(id)).toEqual({ editor: true, extra: false });
    expect((await store().users.capabilities([99])).get(99)).toEqual({});
    const meta = await store().meta.of('user', [id], ['wp_capabilities']);
    expect(meta.get(id)?.[0]?.value).toBe('a:2:{s:6:"editor";b:1;s:5:"extra";b:0;}');
  });

  it.each([
    [{ administrator: true }, '10'],
    [{ contributor: true, editor: true }, '7'],
    [{ author: true, editor: false }, '2'],
    [{ subscriber: true, level_4: true }, '4'],
    [{ editor: true, level_7: false }, '6'],
    [{ wizard: true, level_11: true }, '0'],
    [{}, '0'],
  ])('keeps the level of %j beside the capabilities', async (capabilities, level) => {
    const id = await store().users.insert(userRow('one'));
    await store().users.setCapabilities(id, { administrator: true });
    await store().users.setCapabilities(id, capabilities);
    const meta = await store().meta.of('user', [id], ['wp_user_level']);
    expect(meta.get(id)?.map(({ value }) => value)).toEqual([level]);
  });

  it('takes the level from the roles that the site keeps itself', async () => {
    const roles = 'a:1:{s:6:"keeper";a:2:{s:4:"name";s:6:"Keeper";s:12:"capabilities";a:1:{s:7:"level_5";b:1;}}}';
    await store().options.set('wp_user_roles', roles);
    const id = await store().users.insert(userRow('one'));
    await store().users.setCapabilities(id, { keeper: true, editor: true });
    const meta = await store().meta.of('user', [id], ['wp_user_level']);
    expect(meta.get(id)?.[0]?.value).toBe('5');
  });

  it('reads a broken capabilities value as none', async () => {
    const id = await store().users.insert(userRow('one'));
    await store().meta.set('user', id, 'wp_capabilities', ['a:1:{s:99:"editor";b:1;}']);
    expect((await store().users.capabilities([id])).get(id)).toEqual({});
  });

  it('filters by ids, slugs, roles, text and published posts', async () => {
    const [a, b, c] = [
      await store().users.insert(userRow('Anna', { displayName: 'Zeta' })),
      await store().users.insert(userRow('Bert', { url: 'https://bert.example' })),
      await store().users.insert(userRow('Cora', { email: 'hidden@mail.test' })),
    ];
    await store().users.setCapabilities(a, { author: true });
    await store().users.setCapabilities(b, { editor: true });
    await store().posts.insert(postRow({ authorId: b }));
    await store().posts.insert(postRow({ authorId: c, status: 'draft' }));
    expect(await logins({ ids: [a, c] })).toEqual(['Cora', 'Anna']);
    expect(await logins({ notIds: [a] })).toEqual(['Bert', 'Cora']);
    expect(await logins({ slugs: ['BERT'] })).toEqual(['Bert']);
    expect(await logins({ roles: ['author', 'editor'] })).toEqual(['Bert', 'Anna']);
    expect(await logins({ roles: ['auth'] })).toEqual([]);
    expect(await logins({ search: { text: 'BERT.ex', columns: ['username', 'url', 'slug', 'name'] } })).toEqual([
      'Bert',
    ]);
    expect(await logins({ search: { text: 'hidden', columns: ['username', 'url', 'slug', 'name'] } })).toEqual([]);
    expect(await logins({ search: { text: 'hidden', columns: ['name', 'email'] } })).toEqual(['Cora']);
    expect(await logins({ withPublished: ['post', 'page'] })).toEqual(['Bert']);
    expect(await store().users.count({ withPublished: ['page'] })).toBe(0);
  });

  it('orders by name, registration, e-mail and what was asked for', async () => {
    const [a, b, c] = [
      await store().users.insert(userRow('a', { displayName: 'mid', registered: '2020-01-03 00:00:00', email: 'z@x' })),
      await store().users.insert(userRow('b', { displayName: 'Äl', registered: '2020-01-01 00:00:00', email: 'm@x' })),
      await store().users.insert(userRow('c', { displayName: 'zed', registered: '2020-01-02 00:00:00', email: 'a@x' })),
    ];
    expect(await logins({}, { by: 'name', direction: 'asc' })).toEqual(['b', 'a', 'c']);
    expect(await logins({}, { by: 'registered', direction: 'desc' })).toEqual(['a', 'c', 'b']);
    expect(await logins({}, { by: 'email', direction: 'asc' }, { limit: 1, offset: 1 })).toEqual(['b']);
    expect(await logins({ ids: [c, a, b] }, { by: 'include', direction: 'asc' })).toEqual(['c', 'a', 'b']);
    expect(await logins({ slugs: ['b', 'c', 'a'] }, { by: 'includeSlugs', direction: 'asc' })).toEqual(['b', 'c', 'a']);
  });

  it('removes a user with their meta', async () => {
    const id = await store().users.insert(userRow('gone'));
    await store().users.setCapabilities(id, { author: true });
    await store().users.update(id, { displayName: 'Going' });
    expect((await store().users.byId(id))?.displayName).toBe('Going');
    await store().users.remove(id);
    expect(await store().users.byId(id)).toBeNull();
    expect((await store().meta.of('user', [id])).get(id)).toEqual([]);
  });

  it('tells which authors have posts of a type and status', async () => {
    await store().posts.insert(postRow({ authorId: 4 }));
    const moved = await store().posts.insert(postRow({ authorId: 5 }));
    await store().posts.insert(postRow({ authorId: 6, type: 'page' }));
    await store().posts.update(moved, { status: 'trash' });
    expect(await store().posts.authorsWith(['post'], ['publish'])).toEqual(new Set([4]));
    expect(await store().posts.authorsWith(['post', 'page'], ['publish', 'trash'], [5, 6])).toEqual(new Set([5, 6]));
  });
});
