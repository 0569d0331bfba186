import { describe, expect, expectTypeOf, it } from 'vitest';
import { createClient, type ListPage, type PostEdit, type PostEmbed, type PostView } from '../src/client/client.ts';

/** What `platen types` writes for a site with a type and a route of its own, in short. */
interface OwnRoutes {
  readonly '/wp/v2/products': {
    readonly GET: {
      readonly input: { readonly context?: 'view' | 'edit'; readonly per_page?: number };
      readonly view: { readonly id: number; readonly price: number }[];
      readonly edit: { readonly id: number; readonly price: number; readonly cost: number }[];
    };
    readonly POST: { readonly input: { readonly price: number }; readonly edit: { readonly id: number } };
  };
  readonly '/wp/v2/products/{id}': {
    readonly GET: {
      readonly input: { readonly context?: 'view' | 'edit' };
      readonly view: { readonly id: number; readonly price: number };
      readonly edit: { readonly id: number; readonly price: number; readonly cost: number };
    };
  };
  readonly '/shop/v1/orders/{order}/lines/{line}': {
    readonly GET: { readonly input: { readonly full?: boolean }; readonly view: { readonly amount: number } };
  };
}

const client = createClient({ url: 'https://example.org' });
const own = createClient<OwnRoutes>({ url: 'https://example.org' });

/** Only compiled: the types are what is tested. */
const programs = {
  contexts: async () => {
    expectTypeOf(await client.posts.list()).toEqualTypeOf<ListPage<PostView>>();
    expectTypeOf((await client.posts.list({ context: 'edit' })).items).toEqualTypeOf<readonly PostEdit[]>();
    expectTypeOf(await client.posts.get(1)).toEqualTypeOf<PostView>();
    expectTypeOf(await client.posts.get(1, { context: 'embed' })).toEqualTypeOf<PostEmbed>();
    expectTypeOf((await client.posts.get(1, { context: 'edit' })).title.raw).toEqualTypeOf<string>();
    // @ts-expect-error readers are not shown what was written
    (await client.posts.get(1)).title.raw;
    // @ts-expect-error there is no such context
    await client.posts.get(1, { context: 'all' });
  },
  fields: async () => {
    const post = await client.posts.get(1, { _fields: ['id', 'title'] });
    expectTypeOf(post).toEqualTypeOf<Pick<PostView, 'id' | 'title'>>();
    for await (const one of client.posts.all({ _fields: ['slug'], cursor: '' }))
      expectTypeOf(one).toEqualTypeOf<Pick<PostView, 'slug'>>();
    // @ts-expect-error it was not asked for
    post.content;
    // @ts-expect-error there is no such member
    await client.posts.get(1, { _fields: ['body'] });
  },
  arguments: async () => {
    await client.posts.list({ per_page: 5, order: 'asc', categories: [1], _embed: ['author'] });
    // @ts-expect-error not an order
    await client.posts.list({ order: 'up' });
    // @ts-expect-error not an argument
    await client.posts.list({ perPage: 5 });
    // @ts-expect-error a name must be sent
    await client.tags.create({});
    await client.posts.update(1, { title: { raw: 'x' } }, { ifMatch: '"x"', signal: new AbortController().signal });
    await client.media.upload(new Blob(['x']), {
      filename: 'x.txt',
      onProgress: ({ loaded, total }) => loaded / total,
    });
    // @ts-expect-error only media take files
    client.posts.upload;
    // @ts-expect-error revisions are no collection of their own
    client.revisions;
    // @ts-expect-error types are not made by clients
    client.types.create;
    // @ts-expect-error settings have no list
    client.settings.list;
  },
  routes: async () => {
    const lines = await own.request('GET', '/shop/v1/orders/{order}/lines/{line}', { order: 7, line: 'a', full: true });
    expectTypeOf(lines.amount).toEqualTypeOf<number>();
    // @ts-expect-error the path has another argument
    await own.request('GET', '/shop/v1/orders/{order}/lines/{line}', { order: 7 });
    // @ts-expect-error it takes no such method
    await own.request('POST', '/shop/v1/orders/{order}/lines/{line}', { order: 7, line: 1 });
    expectTypeOf((await own.products.list({ context: 'edit' })).items[0]?.cost).toEqualTypeOf<number | undefined>();
    expectTypeOf((await own.products.create({ price: 5 })).id).toEqualTypeOf<number>();
    // @ts-expect-error this site has no posts
    own.posts;
    const revisions = await client.request('GET', '/wp/v2/posts/{parent}/revisions', { parent: 1, context: 'edit' });
    expectTypeOf(revisions[0]?.title.raw).toEqualTypeOf<string | undefined>();
    expectTypeOf((await client.request('GET', '/wp/v2/settings', {})).title).toEqualTypeOf<string>();
    const forms = await client.collection('/forms/v1/contact-forms').list();
    expectTypeOf(forms.items[0]?.slug).toEqualTypeOf<string | undefined>();
  },
};

describe('the types of the client', () => {
  it('are checked by the compiler', () => {
    expect(Object.keys(programs)).toHaveLength(4);
  });
});
