import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account, type ClientSite, clientSite, requireClient } from './client-site.ts';

interface Made {
  readonly id: number;
  readonly status: string;
  readonly link: string;
}
interface RequestUtils {
  login(): Promise<string>;
  setupRest(): Promise<{ readonly nonce: string; readonly rootURL: string; readonly cookies: readonly unknown[] }>;
  rest(options: { path: string; method?: string; params?: object; data?: object }): Promise<unknown>;
  createPost(payload: object): Promise<Made>;
  createPage(payload: object): Promise<Made>;
  createRecord(base: string, payload: object): Promise<Made>;
  createUser(user: object): Promise<Made>;
  createComment(payload: object): Promise<Made>;
  uploadMedia(path: string): Promise<Made & { readonly source_url: string }>;
  listMedia(): Promise<Made[]>;
  deleteMedia(id: number): Promise<{ readonly deleted: boolean }>;
  deleteAllPosts(type?: string): Promise<void>;
  deleteAllPages(): Promise<void>;
  deleteAllUsers(): Promise<unknown[]>;
  deleteAllComments(): Promise<void>;
  deleteAllMedia(): Promise<unknown[]>;
  getSiteSettings(): Promise<Record<string, unknown>>;
  updateSiteSettings(settings: object): Promise<Record<string, unknown>>;
  readonly request: { dispose(): Promise<void> };
}

let site: ClientSite;
let utils: RequestUtils;
let folder: string;

beforeAll(async () => {
  site = await clientSite();
  folder = await mkdtemp(join(tmpdir(), 'platen-clients-'));
  // The kit reads the address of the site when it is loaded.
  process.env['WP_BASE_URL'] = site.origin;
  const kit = requireClient('@wordpress/e2e-test-utils-playwright') as {
    RequestUtils: { setup(options: object): Promise<RequestUtils> };
  };
  const storageStatePath = join(folder, 'state.json');
  utils = await kit.RequestUtils.setup({ user: account, baseURL: site.origin, storageStatePath });
});
afterAll(async () => {
  await utils?.request.dispose();
  await site?.remove();
  await rm(folder, { recursive: true, force: true });
});

const list = async (path: string, params: object = {}) => (await utils.rest({ path, params })) as Made[];

describe('RequestUtils of @wordpress/e2e-test-utils-playwright', () => {
  it('logs in and finds the interface', async () => {
    expect(await utils.login()).toMatch(/^[\w-]{10,}$/);
    const { nonce, rootURL, cookies } = await utils.setupRest();
    expect(nonce).toMatch(/^[\w-]{10,}$/);
    expect(rootURL).toBe(`${site.origin}/wp-json/`);
    expect(cookies).not.toEqual([]);
    expect(await utils.rest({ path: '/wp/v2/users/me' })).toMatchObject({ id: 1 });
  });

  it('passes errors on as they were sent', async () => {
    await expect(utils.rest({ path: '/wp/v2/posts/999999' })).rejects.toMatchObject({ code: 'rest_post_invalid_id' });
  });

  it('posts', async () => {
    await utils.deleteAllPosts();
    const post = await utils.createPost({ title: 'One', content: '<p>x</p>', status: 'publish' });
    expect((await fetch(post.link)).status).toBe(200);
    await utils.createPost({ title: 'Two', status: 'draft' });
    expect(await list('/wp/v2/posts', { status: 'publish,draft' })).toHaveLength(2);
    await utils.deleteAllPosts();
    expect(await list('/wp/v2/posts', { status: 'publish,draft,trash' })).toEqual([]);
  });

  it('pages', async () => {
    const page = await utils.createPage({ title: 'About', status: 'publish' });
    expect((await fetch(page.link)).status).toBe(200);
    await utils.deleteAllPages();
    expect(await list('/wp/v2/pages', { status: 'publish,draft,trash' })).toEqual([]);
  });

  it('terms as records', async () => {
    expect(await utils.createRecord('categories', { name: 'Food' })).toMatchObject({ name: 'Food' });
  });

  it('users', async () => {
    const names = { firstName: 'Ann', lastName: 'Other', password: 'a long password', roles: ['editor'] };
    await utils.createUser({ username: 'ann', email: 'ann@example.org', ...names });
    await utils.createPost({ title: 'By ann', status: 'publish' });
    expect(await utils.deleteAllUsers()).toHaveLength(1);
    expect(await list('/wp/v2/users', { context: 'edit' })).toHaveLength(1);
  });

  it('comments', async () => {
    const post = await utils.createPost({ title: 'Discussed', status: 'publish' });
    const comment = await utils.createComment({ content: 'Well said.', post: post.id });
    expect(comment).toMatchObject({ status: 'approved', author: 1 });
    await utils.deleteAllComments();
    expect(await list('/wp/v2/comments', { status: 'all' })).toEqual([]);
  });

  it('media', async () => {
    const path = join(folder, 'picture.png');
    const create = { width: 40, height: 30, channels: 3, background: '#36c' } as const;
    await writeFile(path, await sharp({ create }).png().toBuffer());
    const picture = await utils.uploadMedia(path);
    expect((await fetch(picture.source_url)).headers.get('content-type')).toBe('image/png');
    expect((await utils.listMedia()).map(({ id }) => id)).toEqual([picture.id]);
    expect((await utils.deleteMedia(picture.id)).deleted).toBe(true);
    await utils.uploadMedia(path);
    expect(await utils.deleteAllMedia()).toHaveLength(1);
  });

  it('settings', async () => {
    expect(await utils.getSiteSettings()).toHaveProperty('title');
    expect(await utils.updateSiteSettings({ title: 'Renamed' })).toMatchObject({ title: 'Renamed' });
    expect(await (await fetch(`${site.origin}/`)).text()).toContain('Renamed');
  });
});
