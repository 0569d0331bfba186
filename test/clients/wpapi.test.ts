import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account, type ClientSite, clientSite, type Item, requireClient } from './client-site.ts';

interface WpRequest extends PromiseLike<Item[] & { readonly _paging: { readonly total: string } }> {
  perPage(count: number): WpRequest;
  id(id: number): WpRequest;
  create(body: unknown): Promise<Item>;
  update(body: unknown): Promise<Item>;
  delete(body: unknown): Promise<{ readonly deleted: boolean }>;
}
interface WpClient {
  posts(): WpRequest;
  pages(): WpRequest;
  auth(credentials: { username: string; password: string }): WpClient;
}

const WPAPI = requireClient('wpapi') as { discover(url: string): Promise<WpClient> };

let site: ClientSite;
beforeAll(async () => {
  site = await clientSite();
});
afterAll(() => site?.remove());

describe('wpapi', () => {
  it.each([
    ['the site address', () => site.origin],
    ['the front page', () => `${site.origin}/`],
    ['a page', () => site.page.link],
    ['a post', () => site.post.link],
  ])('finds the interface from %s', async (_, address) => {
    const client = await WPAPI.discover(address());
    const posts = await client.posts().perPage(5);
    expect(posts.map(({ id }) => id)).toContain(site.post.id);
    expect(Number(posts._paging.total)).toBeGreaterThanOrEqual(1);
  });

  it('lists, creates, changes and deletes with an account', async () => {
    const client = (await WPAPI.discover(site.origin)).auth(account);
    const made = await client.posts().create({ title: 'Made', content: 'x', status: 'draft' });
    expect(made.title.rendered).toBe('Made');
    const changed = await client.posts().id(made.id).update({ title: 'Changed' });
    expect(changed.title.rendered).toBe('Changed');
    expect((await client.posts().id(made.id).delete({ force: true })).deleted).toBe(true);
    expect((await client.pages()).map(({ id }) => id)).toEqual([site.page.id]);
  });
});
