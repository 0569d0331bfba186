import { createRequire } from 'node:module';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account, type ClientSite, clientSite } from '../client-site.ts';

/** The types of a client are those that its test states. */
const load = (name: string) => import(name);

interface Made {
  readonly id: number;
  readonly title: { readonly rendered: string };
  readonly name: string;
  readonly slug: string;
  readonly source_url: string;
}

let site: ClientSite;
beforeAll(async () => {
  site = await clientSite({ PLATEN_VARIANT: 'c' });
});
afterAll(() => site?.remove());

describe('fluent-wp-client', () => {
  type Method = (...args: readonly unknown[]) => Promise<unknown>;
  let client: Readonly<Record<string, Method>>;
  const call = async <T>(name: string, ...args: readonly unknown[]): Promise<T> => {
    const method = client[name];
    if (!method) throw new Error(`The client has no method "${name}".`);
    // What a method returns is what its test reads from it.
    return (await method.call(client, ...args)) as T;
  };
  beforeAll(async () => {
    const { WordPressClient } = (await load('fluent-wp-client')) as {
      WordPressClient: new (options: object) => typeof client;
    };
    client = new WordPressClient({ baseUrl: site.origin, auth: account });
  });

  it.each([
    ['Posts', 'Post', { title: 'A', content: 'x', status: 'publish' }, { title: 'B' }],
    ['Pages', 'Page', { title: 'A', content: 'x', status: 'publish' }, { title: 'B' }],
    ['Categories', 'Category', { name: 'A' }, { name: 'B' }],
    ['Tags', 'Tag', { name: 'A' }, { name: 'B' }],
  ])('creates, changes, lists, finds and deletes: %s', async (many, one, fields, changes) => {
    const made = await call<Made>(`create${one}`, fields);
    await call(`update${one}`, made.id, changes);
    expect((await call<Made[]>(`getAll${many}`)).map(({ id }) => id)).toContain(made.id);
    const paged = await call<{ data: Made[]; total: number }>(`get${many}Paginated`, { perPage: 1 });
    expect(paged.data).toHaveLength(1);
    expect(paged.total).toBeGreaterThanOrEqual(1);
    expect((await call<Made>(`get${one}BySlug`, made.slug)).id).toBe(made.id);
    const { title, name } = await call<Made>(`get${one}`, made.id);
    expect(title?.rendered ?? name).toBe('B');
    await call(`delete${one}`, made.id, { force: true });
    await expect(call(`get${one}`, made.id)).rejects.toMatchObject({ status: 404 });
  });

  it('reads comments, users and settings, and uploads a file', async () => {
    const comment = await call<Made>('createComment', { post: site.post.id, content: 'Well said.' });
    expect((await call<Made[]>('getAllComments')).map(({ id }) => id)).toEqual([comment.id]);
    expect(await call('getCurrentUser')).toMatchObject({ slug: 'admin' });
    expect(await call('getSettings')).toHaveProperty('title');
    const create = { width: 40, height: 30, channels: 3, background: '#36c' } as const;
    const file = new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())], { type: 'image/png' });
    const media = await call<Made>('uploadMedia', { file, filename: 'blue.png', mimeType: 'image/png' });
    expect((await fetch(media.source_url)).headers.get('content-type')).toBe('image/png');
  });
});

/** It takes texts in the form in which they are answered. */
const text = (title: string) => ({ title: { rendered: title }, content: { rendered: 'x' }, status: 'publish' });

describe('wordpress-api-client', () => {
  interface Endpoint {
    find(...which: readonly (number | URLSearchParams)[]): Promise<Made[]>;
    create(body: object): Promise<Made>;
    update(body: object, id: number): Promise<Made>;
    delete(...ids: readonly number[]): Promise<unknown[]>;
  }
  type Client = Readonly<
    Record<'post' | 'page' | 'postCategory' | 'postTag' | 'comment' | 'reusableBlock', () => Endpoint>
  > & {
    blockType(): Promise<unknown[]>;
    search(text: string): Promise<Made[]>;
    siteSettings(): { find(): Promise<object> };
    theme(): Promise<{ stylesheet: string }[]>;
    user(): { findMe(): Promise<Made> };
    media(): { create(name: string, file: Buffer, type: string): Promise<Made> };
  };
  let client: Client;
  beforeAll(async () => {
    const { default: WpApiClient } = createRequire(import.meta.url)('wordpress-api-client') as {
      default: new (url: string, options: object) => Client;
    };
    client = new WpApiClient(site.origin, { auth: { type: 'basic', ...account } });
  });

  it.each([
    ['post', text('A'), text('B')],
    ['page', text('A'), text('B')],
    ['reusableBlock', text('A'), text('B')],
    ['postCategory', { name: 'A' }, { name: 'B' }],
    ['postTag', { name: 'A' }, { name: 'B' }],
  ] as const)('creates, changes and finds: %s', async (name, fields, changes) => {
    const endpoint = client[name]();
    const { id } = await endpoint.create(fields);
    expect((await endpoint.update(changes, id)).id).toBe(id);
    expect((await endpoint.find(id)).map((one) => one.id)).toEqual([id]);
    expect((await endpoint.find(new URLSearchParams({ per_page: '100' }))).map((one) => one.id)).toContain(id);
  });

  it('reads the account, settings, themes and blocks, searches, and uploads a file', async () => {
    expect((await client.user().findMe()).slug).toBe('admin');
    expect(await client.siteSettings().find()).toHaveProperty('title');
    expect((await client.theme()).map(({ stylesheet }) => stylesheet)).toContain('platen');
    expect((await client.blockType()).length).toBeGreaterThan(10);
    expect((await client.search('post')).map(({ id }) => id)).toContain(site.post.id);
    const media = await client.media().create('grey.txt', Buffer.from('Grey.'), 'text/plain');
    expect(await (await fetch(media.source_url)).text()).toBe('Grey.');
  });
});
