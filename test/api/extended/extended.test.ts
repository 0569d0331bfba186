import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';
import { countStatements, forgetRead } from '../../support/statements/count-statements.ts';

const everyone: readonly Role[] = ['administrator', 'editor', 'author', 'contributor', 'subscriber', 'anonymous'];

/** Paths of the extended interface, each with something that exists. */
const paths = [
  '/batch/v1',
  '/wp/v2/menus',
  '/wp/v2/menu-items',
  '/wp/v2/menu-locations',
  '/wp/v2/search',
  '/wp/v2/blocks',
  '/wp/v2/posts/1/autosaves',
  '/wp/v2/users/me/application-passwords',
  '/wp/v2/types/wp_block',
];

const endpointsOf = ({ platen }: TestPlaten): string[] =>
  platen.registry.paths.flatMap(({ path, methods }) => methods.map((method) => `${method} ${path.template}`));

describe.each(['a', 'b'] as const)('variant %s', (variant) => {
  let standard: TestPlaten;
  let extended: TestPlaten;
  beforeAll(async () => {
    standard = await testPlaten({ variant });
    extended = await testPlaten({ variant, interface: 'extended' });
  });
  afterAll(() => Promise.all([standard.close(), extended.close()]));

  it('has none of it without the switch', async () => {
    for (const path of paths) expect((await standard.as('administrator').get(path)).status).toBe(404);
    const { body } = await standard.as('anonymous').get('/');
    expect(
      Object.keys(body.routes).filter((path) => /menu|search|blocks|autosaves|batch|application/.test(path)),
    ).toEqual([]);
  });

  it('keeps the description of its own routes with the switch', async () => {
    const [before, after] = [await standard.as('anonymous').get('/'), await extended.as('anonymous').get('/')];
    const added = ['wp-block-editor/v1', 'wp-abilities/v1'];
    expect(after.body.namespaces.toSorted()).toEqual([...before.body.namespaces, ...added].toSorted());
    for (const [path, description] of Object.entries(before.body.routes))
      expect([path, after.body.routes[path]]).toEqual([path, description]);
    expect(
      after.body.routes['/wp/v2/users/(?P<user_id>(?:[\\d]+|me))/application-passwords/(?P<uuid>[\\w\\-]+)'],
    ).toBeTruthy();
    for (const base of ['posts', 'pages', 'media', 'tags', 'comments', 'users', 'settings']) {
      const [own, same] = [standard, extended].map((site) =>
        site.as('administrator').send('OPTIONS', `/wp/v2/${base}`),
      );
      expect([base, (await same)?.body]).toEqual([base, (await own)?.body]);
    }
    expect(Object.keys((await extended.as('anonymous').get('/wp/v2/types')).body)).toContain('wp_block');
    expect(Object.keys((await extended.as('anonymous').get('/wp/v2/taxonomies')).body)).toContain('nav_menu');
  });

  it('has every route of variant c that it has not itself, described in the same way', async () => {
    const today = await testPlaten({ variant: 'c' });
    try {
      const own = new Set(endpointsOf(standard));
      const all = new Set(endpointsOf(extended));
      // Files and embeds are those of the variant.
      const later = endpointsOf(today).filter((name) => !own.has(name) && !/\/media\/|oembed/.test(name));
      expect(later.length).toBeGreaterThan(100);
      expect(later.filter((name) => !all.has(name))).toEqual([]);
      const fixed = later.filter((name) => !name.includes('{')).map((name) => name.slice(name.indexOf('/')));
      expect(fixed).toContain('/wp/v2/blocks');
      for (const path of new Set(fixed)) {
        const [here, there] = [extended, today].map((site) => site.as('administrator').send('OPTIONS', path));
        const { endpoints, schema } = (await here)?.body ?? {};
        const expected = (await there)?.body;
        expect([path, endpoints]).toEqual([path, expected.endpoints]);
        expect([path, Object.keys(schema?.properties ?? {})]).toEqual([
          path,
          Object.keys(expected.schema?.properties ?? {}),
        ]);
      }
    } finally {
      await today.close();
    }
  });

  it('never fails on odd values', async () => {
    const odd = [null, '', 'x', -1, 0, 1e300, [], ['x', {}], { raw: 5 }, { a: { b: [] } }, true, 'é\u0000\ud800'];
    const writes: readonly (readonly [string, readonly string[]])[] = [
      ['/wp/v2/menus', ['name', 'description', 'slug', 'locations', 'auto_add', 'meta']],
      [
        '/wp/v2/menu-items',
        ['title', 'url', 'type', 'object', 'object_id', 'menus', 'classes', 'xfn', 'parent', 'menu_order', 'status'],
      ],
      ['/wp/v2/users/me/application-passwords', ['name', 'app_id']],
      ['/wp/v2/blocks', ['title', 'content', 'status', 'date', 'template', 'password']],
      ['/batch/v1', ['requests', 'validation']],
      ['/platen/v1/batch', ['requests', 'atomic']],
    ];
    const admin = extended.as('administrator');
    for (const [path, names] of writes) {
      for (const name of names) {
        for (const value of odd) {
          const { status } = await admin.post(path, { name: 'n', title: 't', url: '/', requests: [], [name]: value });
          expect([path, name, value, status < 500]).toEqual([path, name, value, true]);
        }
      }
    }
    for (const query of [
      'menus[terms][a]=1',
      'menus=x,y',
      'orderby=odd',
      'page=1e9',
      'after=odd',
      'search=%00',
      'subtype[a][b]=c',
    ]) {
      for (const path of ['/wp/v2/menu-items', '/wp/v2/menus', '/wp/v2/search', '/wp/v2/blocks'])
        expect((await admin.get(`${path}?${query}`)).status).toBeLessThan(500);
    }
  });
});

describe('the extended interface', () => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({ interface: 'extended' });
  });
  afterAll(() => site.close());

  const statusesOf = async (method: string, path: string, body?: object): Promise<number[]> => {
    const statuses: number[] = [];
    for (const who of everyone) statuses.push((await site.as(who).send(method, path, body ? { body } : {})).status);
    return statuses;
  };

  it('is open to each role as it should be', async () => {
    const admin = site.as('administrator');
    const { id } = (await admin.post('/wp/v2/menus', { name: 'Roles' })).body;
    const item = (await admin.post('/wp/v2/menu-items', { title: 'x', url: '/', menus: id })).body;
    const post = (await admin.post('/wp/v2/posts', { title: 'x', status: 'publish' })).body;
    const mine = `/wp/v2/users/1/application-passwords`;
    const table: readonly (readonly [string, string, object | undefined, readonly number[]])[] = [
      ['GET', '/wp/v2/menus', undefined, [200, 200, 200, 200, 403, 401]],
      ['GET', `/wp/v2/menu-items/${item.id}`, undefined, [200, 200, 200, 200, 403, 401]],
      ['POST', `/wp/v2/menu-items/${item.id}`, { title: 'y' }, [200, 403, 403, 403, 403, 401]],
      ['POST', `/wp/v2/menus/${id}`, { description: 'y' }, [200, 403, 403, 403, 403, 401]],
      ['GET', '/wp/v2/menu-locations', undefined, [200, 403, 403, 403, 403, 401]],
      ['GET', '/wp/v2/search', undefined, [200, 200, 200, 200, 200, 200]],
      ['POST', '/wp/v2/blocks', { title: 'z' }, [201, 201, 201, 403, 403, 401]],
      ['POST', `/wp/v2/posts/${post.id}/autosaves`, { title: 'z' }, [200, 200, 403, 403, 403, 401]],
      ['GET', `/wp/v2/posts/${post.id}/autosaves`, undefined, [200, 200, 403, 403, 403, 401]],
      ['GET', mine, undefined, [200, 403, 403, 403, 403, 401]],
      ['DELETE', mine, undefined, [200, 403, 403, 403, 403, 401]],
      ['GET', '/wp/v2/users/me/application-passwords', undefined, [200, 200, 200, 200, 200, 401]],
      ['DELETE', `/wp/v2/menus/${id}?force=true`, undefined, [200, 404, 404, 404, 404, 404]],
    ];
    for (const [method, path, body, expected] of table)
      expect([method, path, await statusesOf(method, path, body)]).toEqual([method, path, expected]);
  });

  it('shows what variant C shows', async () => {
    const admin = site.as('administrator');
    const pattern = (await admin.post('/wp/v2/blocks', { title: 'Note', content: 'Text', status: 'publish' })).body;
    expect(pattern).toMatchObject({
      title: { raw: 'Note' },
      content: { raw: 'Text', protected: false, block_version: 0 },
      excerpt: { raw: '' },
      meta: { footnotes: '' },
      wp_pattern_sync_status: '',
      wp_pattern_category: [],
    });
    const post = (await admin.post('/wp/v2/posts', { title: 'One', content: 'two', status: 'publish' })).body;
    expect([post.class_list, post.content.block_version, post.meta]).toEqual([undefined, undefined, []]);
    const autosaves = `/wp/v2/posts/${post.id}/autosaves`;
    const same = await admin.post(autosaves, { title: 'One', content: 'two' });
    expect(same).toMatchObject({ status: 200, body: { parent: post.id, meta: [] } });
    expect((await admin.get(`${autosaves}/1`)).body.id).toBe(same.body.id);
    const passwords = '/wp/v2/users/me/application-passwords';
    const names = [];
    for (let n = 0; n < 2; n += 1) names.push((await admin.post(passwords, { name: 'Same', app_id: '' })).body.name);
    expect(names).toEqual(['Same', 'Same']);
    expect((await admin.get('/wp/v2/block-types/core/paragraph')).body.name).toBe('core/paragraph');
    const made = await admin.post('/wp/v2/navigation', { title: 'Main', content: 'x', status: 'publish' });
    expect(made).toMatchObject({ status: 201, body: { content: { raw: 'x', block_version: 0 } } });
    expect((await site.as('anonymous').get('/wp-abilities/v1/abilities')).status).toBe(401);
  });

  it('tells nobody of a draft through a menu or a search', async () => {
    const admin = site.as('administrator');
    const draft = (await admin.post('/wp/v2/pages', { title: 'Secret plan' })).body;
    const item = (await admin.post('/wp/v2/menu-items', { type: 'post_type', object: 'page', object_id: draft.id }))
      .body;
    expect(item).toMatchObject({ title: { raw: 'Secret plan' }, invalid: false });
    const seen = (await site.as('contributor').get(`/wp/v2/menu-items/${item.id}?_embed`)).body;
    expect(seen).toMatchObject({ invalid: true, url: '' });
    expect(JSON.stringify(seen)).not.toContain('Secret');
    await admin.post('/wp/v2/posts', { title: 'Locked', content: 'hushhush', password: 'pw', status: 'publish' });
    for (const search of ['secret', 'hushhush'])
      expect((await site.as('anonymous').get(`/wp/v2/search?search=${search}`)).body).toEqual([]);
  });

  it('makes passwords that work until they are revoked', async () => {
    const mine = '/wp/v2/users/me/application-passwords';
    const made = (await site.as('author').post(mine, { name: 'Editor on my phone' })).body;
    const phone = site.as(`the-author:${made.password}`);
    expect((await phone.get(`${mine}/introspect`)).body).toMatchObject({ uuid: made.uuid, name: 'Editor on my phone' });
    expect((await site.as('author').get(`${mine}/introspect`)).body.code).toBe('rest_no_authenticated_app_password');
    const listed = await site.as('author').get(`${mine}?context=edit`);
    expect(JSON.stringify(listed.body)).not.toContain(made.password);
    expect(listed.body[0].password).toBeUndefined();
    await site.as('author').delete(`${mine}/${made.uuid}`);
    expect((await phone.get(mine)).status).toBe(401);
  });

  it('keeps one autosave for each writer, however many save at once', async () => {
    const { id } = (await site.as('author').post('/wp/v2/posts', { title: 'Live', status: 'publish' })).body;
    const save = (title: string) => site.as('editor').post(`/wp/v2/posts/${id}/autosaves`, { title });
    const saved = await Promise.all(['one', 'two', 'three'].map(save));
    expect(saved.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await site.as('administrator').get(`/wp/v2/posts/${id}/autosaves`)).body).toHaveLength(1);
    expect((await site.as('anonymous').get(`/wp/v2/posts/${id}`)).body.title.rendered).toBe('Live');
  });

  it('costs the same number of queries for one item of a menu and for many', async () => {
    const admin = site.as('administrator');
    const { id } = (await admin.post('/wp/v2/menus', { name: 'Long' })).body;
    const cost = async () => {
      await forgetRead(site);
      return countStatements(site.platen.store, async () => {
        await admin.get(`/wp/v2/menu-items?menus=${id}&_embed`);
      });
    };
    const add = async (n: number) => {
      const page = (await admin.post('/wp/v2/pages', { title: `P${n}`, status: 'publish' })).body;
      await admin.post('/wp/v2/menu-items', { type: 'post_type', object_id: page.id, menus: id, menu_order: n });
    };
    await add(1);
    const one = await cost();
    for (let n = 2; n < 9; n++) await add(n);
    expect(await cost()).toBe(one);
  });

  it('adopts the menus of an existing site', async () => {
    const { store } = site.platen;
    const { id } = (await site.as('administrator').post('/wp/v2/menus', { name: 'Adopted' })).body;
    await store.options.set('stylesheet', 'twentyseventeen');
    const mods = `a:2:{s:18:"nav_menu_locations";a:1:{s:3:"top";i:${id};}s:6:"colour";s:3:"red";}`;
    await store.options.set('theme_mods_twentyseventeen', mods);
    const listed = (await site.as('administrator').get('/wp/v2/menu-locations')).body;
    expect(Object.keys(listed)).toEqual(['primary', 'footer', 'top']);
    expect(listed.top).toMatchObject({ description: 'top', menu: id });
    await site.as('administrator').post(`/wp/v2/menus/${id}`, { locations: ['top', 'primary'] });
    const stored = await store.options.get('theme_mods_twentyseventeen');
    expect(stored).toContain('s:6:"colour";s:3:"red";');
    expect(stored).toContain(`s:7:"primary";i:${id};`);
  });
});
