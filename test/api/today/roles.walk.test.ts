import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, testPlaten } from '../../support/platen.ts';
import { type MediaSite, mediaSite, picture } from '../media/media-client.ts';

const roles: readonly Role[] = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'];

/** Things of the administrator that operations are tried on. */
interface Things {
  readonly post: number;
  readonly page: number;
  readonly block: number;
  readonly navigation: number;
  readonly blockRevision: number;
  readonly navigationRevision: number;
  readonly category: number;
  readonly menu: number;
  readonly item: number;
  readonly password: string;
}

let site: MediaSite;
let photo: { readonly id: number; readonly source_url: string };
let stylesId: number;
let made = 0;

beforeAll(async () => {
  site = await mediaSite({ variant: 'c' });
  const admin = site.as('administrator');
  photo = (await site.upload('administrator', { name: 'a.jpg', content: await picture(40, 20), type: 'image/jpeg' }))
    .body;
  const { body: themes } = await admin.get('/wp/v2/themes?status=active');
  stylesId = Number(themes[0]._links['wp:user-global-styles'][0].href.split('/').at(-1));
});
afterAll(() => site.close());

async function makeThings(): Promise<Things> {
  const admin = site.as('administrator');
  const make = async (path: string, body: object) => (await admin.post(`/wp/v2/${path}`, body)).body;
  made += 1;
  const texts = { title: `Thing ${made}`, content: 'Text', status: 'publish' };
  const [{ id: post }, { id: page }] = [await make('posts', texts), await make('pages', texts)];
  const [{ id: block }, { id: navigation }] = [await make('blocks', texts), await make('navigation', texts)];
  const { id: menu } = await make('menus', { name: `Menu ${made}` });
  const revisionOf = async (path: string): Promise<number> => {
    await make(path, { content: 'Changed' });
    await make(`${path}/autosaves`, { content: 'Not finished' });
    return (await admin.get(`/wp/v2/${path}/revisions`)).body[0].id;
  };
  for (const path of [`posts/${post}`, `pages/${page}`]) await revisionOf(path);
  return {
    post,
    page,
    block,
    navigation,
    blockRevision: await revisionOf(`blocks/${block}`),
    navigationRevision: await revisionOf(`navigation/${navigation}`),
    category: (await make('wp_pattern_category', { name: `Category ${made}` })).id,
    menu,
    item: (await make('menu-items', { title: 'Home', url: 'http://site.test/', menus: menu })).id,
    password: (await make('users/1/application-passwords', { name: 'Phone' })).uuid,
  };
}

/** The status that each role gets, in the order of `roles`. */
type Statuses = readonly [number, number, number, number, number, number];
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A request to a route, and what each role is answered. */
interface Row {
  readonly path: (things: Things) => string;
  readonly body?: object | ((role: Role) => object);
  readonly methods: Partial<Record<Method, Statuses>>;
}

const everyone: Statuses = [200, 200, 200, 200, 200, 200];
const members: Statuses = [401, 200, 200, 200, 200, 200];
const writers: Statuses = [401, 403, 200, 200, 200, 200];
const editors: Statuses = [401, 403, 403, 403, 200, 200];
const administrators: Statuses = [401, 403, 403, 403, 403, 200];
const madeByWriters: Statuses = [401, 403, 201, 201, 201, 201];
const madeByEditors: Statuses = [401, 403, 403, 403, 201, 201];
const madeByAdministrators: Statuses = [401, 403, 403, 403, 403, 201];
/** Each editor has an autosave of his or her own, or none. */
const ownOfEditors: Statuses = [401, 403, 403, 403, 404, 200];
/** The method says that it changes something, and it does not. */
const notThisWay: Statuses = [405, 405, 405, 405, 405, 405];
const nobody: Statuses = [401, 403, 403, 403, 403, 403];
/** What is not there is told to those who might see or change it. */
const absentToWriters: Statuses = [401, 403, 404, 404, 404, 404];
const absentToAdministrators: Statuses = [401, 403, 403, 403, 403, 404];

/** `POST`, `PUT` and `PATCH` of an item. */
const changed = (statuses: Statuses) => ({ POST: statuses, PUT: statuses, PATCH: statuses });

const title = { title: 'Another title' };
const password = ({ password: uuid }: Things) => `/wp/v2/users/1/application-passwords/${uuid}`;
const autosave = { content: 'By somebody else' };
const theme = 'platen';
const template = `${theme}//index`;

/** Autosaves of an item: who may edit it may read and write them, and `/1` is the caller's own. */
const autosaves = (base: string, id: keyof Things, [who, own]: readonly [Statuses, Statuses]): Record<string, Row> => ({
  [`/wp/v2/${base}/{id:number}/autosaves`]: {
    path: (things) => `/wp/v2/${base}/${things[id]}/autosaves`,
    body: autosave,
    methods: { GET: who, POST: who },
  },
  [`/wp/v2/${base}/{parent:int}/autosaves/{id:int}`]: {
    path: (things) => `/wp/v2/${base}/${things[id]}/autosaves/1`,
    methods: { GET: own },
  },
});

const revisions = (base: 'blocks' | 'navigation', who: Statuses): Record<string, Row> => {
  const [of, one] =
    base === 'blocks' ? (['block', 'blockRevision'] as const) : (['navigation', 'navigationRevision'] as const);
  return {
    [`/wp/v2/${base}/{parent:int}/revisions`]: {
      path: (things) => `/wp/v2/${base}/${things[of]}/revisions`,
      methods: { GET: who },
    },
    [`/wp/v2/${base}/{parent:int}/revisions/{id:int}`]: {
      path: (things) => `/wp/v2/${base}/${things[of]}/revisions/${things[one]}?force=true`,
      methods: { GET: who, DELETE: nobody },
    },
  };
};

const templates = (base: 'templates' | 'template-parts'): Record<string, Row> => ({
  [`/wp/v2/${base}`]: {
    path: () => `/wp/v2/${base}`,
    body: { slug: 'x', content: 'x', area: 'header' },
    methods: { GET: writers, POST: [401, 403, 403, 403, 403, 400] },
  },
  [`/wp/v2/${base}/lookup`]: { path: () => `/wp/v2/${base}/lookup?slug=single`, methods: { GET: writers } },
  [`/wp/v2/${base}/{id:template}`]: {
    path: () => `/wp/v2/${base}/${template}`,
    body: title,
    methods: { GET: absentToWriters, ...changed(absentToAdministrators), DELETE: absentToAdministrators },
  },
  [`/wp/v2/${base}/{parent:template}/revisions`]: {
    path: () => `/wp/v2/${base}/${template}/revisions`,
    methods: { GET: absentToAdministrators },
  },
  [`/wp/v2/${base}/{parent:template}/revisions/{id:int}`]: {
    path: () => `/wp/v2/${base}/${template}/revisions/1`,
    methods: { GET: absentToAdministrators, DELETE: absentToAdministrators },
  },
  [`/wp/v2/${base}/{id:template}/autosaves`]: {
    path: () => `/wp/v2/${base}/${template}/autosaves`,
    body: autosave,
    methods: { GET: absentToAdministrators, POST: absentToAdministrators },
  },
  [`/wp/v2/${base}/{parent:template}/autosaves/{id:int}`]: {
    path: () => `/wp/v2/${base}/${template}/autosaves/1`,
    methods: { GET: absentToAdministrators },
  },
});

/** Every operation that only this variant has. One that is not here fails the walk. */
const table: Readonly<Record<string, Row>> = {
  '/batch/v1': {
    path: () => '/batch/v1',
    body: { requests: [] },
    methods: { POST: [207, 207, 207, 207, 207, 207] },
  },
  ...autosaves('posts', 'post', [editors, ownOfEditors]),
  ...autosaves('pages', 'page', [editors, ownOfEditors]),
  '/wp/v2/media/{id:int}/post-process': {
    path: () => `/wp/v2/media/${photo.id}/post-process`,
    body: { action: 'create-image-subsizes' },
    methods: { POST: editors },
  },
  '/wp/v2/media/{id:number}/edit': {
    path: () => `/wp/v2/media/${photo.id}/edit`,
    body: () => ({ src: photo.source_url, modifiers: [{ type: 'rotate', args: { angle: 90 } }] }),
    methods: { POST: madeByEditors },
  },
  '/wp/v2/blocks': {
    path: () => '/wp/v2/blocks',
    body: { title: 'Mine' },
    // Others get an empty list.
    methods: { GET: everyone, POST: [401, 403, 403, 201, 201, 201] },
  },
  '/wp/v2/blocks/{id:int}': {
    path: ({ block }) => `/wp/v2/blocks/${block}`,
    body: title,
    methods: { GET: writers, ...changed(editors), DELETE: editors },
  },
  ...revisions('blocks', editors),
  ...autosaves('blocks', 'block', [editors, ownOfEditors]),
  '/wp/v2/navigation': {
    path: () => '/wp/v2/navigation',
    body: { title: 'Mine' },
    methods: { GET: everyone, POST: madeByAdministrators },
  },
  '/wp/v2/navigation/{id:int}': {
    path: ({ navigation }) => `/wp/v2/navigation/${navigation}`,
    body: title,
    methods: { GET: everyone, ...changed(administrators), DELETE: administrators },
  },
  ...revisions('navigation', administrators),
  ...autosaves('navigation', 'navigation', [administrators, administrators]),
  '/wp/v2/wp_pattern_category': {
    path: () => '/wp/v2/wp_pattern_category',
    body: (role) => ({ name: `Of the ${role}` }),
    methods: { GET: everyone, POST: madeByWriters },
  },
  '/wp/v2/wp_pattern_category/{id:int}': {
    path: ({ category }) => `/wp/v2/wp_pattern_category/${category}?force=true`,
    body: { description: 'Changed' },
    methods: { GET: everyone, ...changed(editors), DELETE: editors },
  },
  '/wp/v2/users/{user_id:account}/application-passwords': {
    path: () => '/wp/v2/users/1/application-passwords',
    body: { name: 'Laptop' },
    methods: { GET: administrators, POST: madeByAdministrators, DELETE: administrators },
  },
  '/wp/v2/users/{user_id:account}/application-passwords/introspect': {
    path: () => '/wp/v2/users/1/application-passwords/introspect',
    methods: { GET: absentToAdministrators },
  },
  '/wp/v2/users/{user_id:account}/application-passwords/{uuid:token}': {
    path: password,
    body: { name: 'Renamed' },
    methods: { GET: administrators, ...changed(administrators), DELETE: administrators },
  },
  '/wp/v2/menu-items': {
    path: () => '/wp/v2/menu-items',
    body: { title: 'New', url: 'http://site.test/' },
    methods: { GET: writers, POST: madeByAdministrators },
  },
  '/wp/v2/menu-items/{id:int}': {
    path: ({ item }) => `/wp/v2/menu-items/${item}?force=true`,
    body: title,
    methods: { GET: writers, ...changed(administrators), DELETE: administrators },
  },
  ...autosaves('menu-items', 'item', [administrators, absentToAdministrators]),
  '/wp/v2/menus': {
    path: () => '/wp/v2/menus',
    body: { name: 'New menu' },
    methods: { GET: writers, POST: madeByAdministrators },
  },
  '/wp/v2/menus/{id:int}': {
    path: ({ menu }) => `/wp/v2/menus/${menu}?force=true`,
    body: { description: 'Changed' },
    methods: { GET: writers, ...changed(administrators), DELETE: administrators },
  },
  '/wp/v2/menu-locations': { path: () => '/wp/v2/menu-locations', methods: { GET: administrators } },
  '/wp/v2/menu-locations/{location:word}': {
    path: () => '/wp/v2/menu-locations/primary',
    methods: { GET: administrators },
  },
  '/wp/v2/search': { path: () => '/wp/v2/search?search=thing', methods: { GET: everyone } },
  '/wp/v2/block-renderer/{name:block}': {
    path: () => '/wp/v2/block-renderer/core/latest-posts?context=edit',
    methods: { GET: writers, POST: writers },
  },
  ...templates('templates'),
  ...templates('template-parts'),
  '/wp/v2/global-styles/{id:slashedInt}': {
    path: () => `/wp/v2/global-styles/${stylesId}`,
    body: { styles: {} },
    methods: { GET: writers, ...changed(administrators) },
  },
  '/wp/v2/global-styles/{parent:int}/revisions': {
    path: () => `/wp/v2/global-styles/${stylesId}/revisions`,
    methods: { GET: administrators },
  },
  '/wp/v2/global-styles/{parent:int}/revisions/{id:int}': {
    path: () => `/wp/v2/global-styles/${stylesId}/revisions/1`,
    methods: { GET: absentToAdministrators },
  },
  '/wp/v2/global-styles/themes/{stylesheet:theme}': {
    path: () => `/wp/v2/global-styles/themes/${theme}`,
    methods: { GET: writers },
  },
  '/wp/v2/global-styles/themes/{stylesheet:themePath}/variations': {
    path: () => `/wp/v2/global-styles/themes/${theme}/variations`,
    methods: { GET: writers },
  },
  '/wp/v2/block-types': { path: () => '/wp/v2/block-types', methods: { GET: writers } },
  '/wp/v2/block-types/{namespace:name}': { path: () => '/wp/v2/block-types/core', methods: { GET: writers } },
  '/wp/v2/block-types/{namespace:name}/{name:name}': {
    path: () => '/wp/v2/block-types/core/paragraph',
    methods: { GET: writers },
  },
  '/wp/v2/themes': { path: () => '/wp/v2/themes', methods: { GET: administrators } },
  '/wp/v2/themes/{stylesheet:theme}': { path: () => `/wp/v2/themes/${theme}`, methods: { GET: writers } },
  '/wp/v2/block-patterns/patterns': { path: () => '/wp/v2/block-patterns/patterns', methods: { GET: writers } },
  '/wp/v2/block-patterns/categories': { path: () => '/wp/v2/block-patterns/categories', methods: { GET: writers } },
  '/wp/v2/view-config': { path: () => '/wp/v2/view-config?kind=postType&name=post', methods: { GET: writers } },
  '/wp-block-editor/v1': { path: () => '/wp-block-editor/v1', methods: { GET: everyone } },
  '/wp-block-editor/v1/url-details': {
    path: () => '/wp-block-editor/v1/url-details?url=http://127.0.0.1/',
    methods: { GET: absentToWriters },
  },
  '/wp-block-editor/v1/navigation-fallback': {
    path: () => '/wp-block-editor/v1/navigation-fallback',
    methods: { GET: administrators },
  },
  '/wp-abilities/v1': { path: () => '/wp-abilities/v1', methods: { GET: everyone } },
  '/wp-abilities/v1/categories': { path: () => '/wp-abilities/v1/categories', methods: { GET: members } },
  '/wp-abilities/v1/categories/{slug:slug}': {
    path: () => '/wp-abilities/v1/categories/site',
    methods: { GET: members },
  },
  '/wp-abilities/v1/abilities': { path: () => '/wp-abilities/v1/abilities', methods: { GET: members } },
  '/wp-abilities/v1/abilities/{name:names}': {
    path: () => '/wp-abilities/v1/abilities/core/get-site-info',
    methods: { GET: members },
  },
  '/wp-abilities/v1/abilities/{name:shortNames}/run': {
    path: () => '/wp-abilities/v1/abilities/core/get-site-info/run',
    methods: { GET: administrators, ...changed(notThisWay), DELETE: notThisWay },
  },
};

describe('every operation that only variant C has', () => {
  it('is in the table', async () => {
    const earlier = await testPlaten({ variant: 'a' });
    const [own = [], before = []] = [site, earlier].map(({ platen }) =>
      platen.registry.paths.flatMap(({ path, methods }) => methods.map((method) => `${method} ${path.template}`)),
    );
    await earlier.close();
    const listed = Object.entries(table).flatMap(([path, { methods }]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(listed.sort()).toEqual(own.filter((name) => !before.includes(name)).sort());
  });

  it.each(Object.entries(table))('%s is open to exactly those who may', async (_template, { path, body, methods }) => {
    let things = await makeThings();
    for (const [method, expected] of Object.entries(methods)) {
      const statuses: number[] = [];
      for (const role of roles) {
        const sent = typeof body === 'function' ? body(role) : body;
        const options = sent && method !== 'GET' ? { body: sent } : {};
        const { status } = await site.as(role).send(method, path(things), options);
        statuses.push(status);
        if (method === 'DELETE' && status < 400) things = await makeThings();
      }
      expect([method, statuses]).toEqual([method, expected]);
    }
  });
});

it('asks the permission of each step of a batch', async () => {
  const steps = [
    { path: '/wp/v2/posts', body: { title: 'x' } },
    { path: '/wp/v2/pages', body: { title: 'x' } },
    { path: '/wp/v2/menus', body: { name: 'Batched' } },
  ];
  const outcome: number[][] = [];
  for (const role of roles) {
    const { body } = await site.as(role).post('/batch/v1', { requests: steps });
    outcome.push(body.responses.map(({ status }: { status: number }) => status));
  }
  expect(outcome).toEqual([
    [401, 401, 401],
    [403, 403, 403],
    [201, 403, 403],
    [201, 403, 403],
    [201, 201, 403],
    [201, 201, 201],
  ]);
});

it('lists patterns to those who may edit posts only', async () => {
  await makeThings();
  for (const role of roles) {
    const { headers, body } = await site.as(role).get('/wp/v2/blocks');
    const isEmpty = role === 'anonymous' || role === 'subscriber';
    expect([role, headers['x-wp-total'] === '0', body.length === 0]).toEqual([role, isEmpty, isEmpty]);
  }
});

it('tells of drafts only to those who may edit them', async () => {
  const admin = site.as('administrator');
  const draft = async (base: string): Promise<number> =>
    (await admin.post(`/wp/v2/${base}`, { title: 'Hidden plan', content: 'Hidden plan', status: 'draft' })).body.id;
  const [block, navigation] = [await draft('blocks'), await draft('navigation')];
  const seen = async (path: string) => {
    const statuses: number[] = [];
    for (const role of roles) statuses.push((await site.as(role).get(path)).status);
    return statuses;
  };
  expect(await seen(`/wp/v2/blocks/${block}`)).toEqual([401, 403, 403, 403, 200, 200]);
  expect(await seen(`/wp/v2/navigation/${navigation}`)).toEqual([401, 403, 403, 403, 403, 200]);
  for (const role of roles.slice(0, -1))
    for (const path of ['/wp/v2/navigation', '/wp/v2/search?search=hidden', '/wp/v2/navigation?search=hidden'])
      expect([role, path, JSON.stringify((await site.as(role).get(path)).body)]).toEqual([
        role,
        path,
        expect.not.stringContaining('Hidden plan'),
      ]);
});
