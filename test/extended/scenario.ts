/** One request of the scenario, and what of its answer is compared. */
export interface Step {
  readonly as: 'administrator' | 'editor' | 'author' | 'contributor' | 'subscriber' | 'anonymous';
  /** Method and path; `{name}` stands for an id that an earlier step kept. */
  readonly send: string;
  readonly body?: unknown;
  /** Keeps the id in the answer under this name, as the number of a post, a term or a password. */
  readonly keep?: `${'post' | 'term' | 'uuid'} ${string}`;
  /** What ids in the answer are; posts where it is left out. */
  readonly ids?: 'term';
  /** The part of the answer that is compared; all of it where it is left out. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the server said
  readonly look?: (body: any) => unknown;
}

const admin = (send: string, more: Partial<Step> = {}): Step => ({ as: 'administrator', send, ...more });
const editor = (send: string, more: Partial<Step> = {}): Step => ({ as: 'editor', send, ...more });
const author = (send: string, more: Partial<Step> = {}): Step => ({ as: 'author', send, ...more });
const contributor = (send: string, more: Partial<Step> = {}): Step => ({ as: 'contributor', send, ...more });
const subscriber = (send: string, more: Partial<Step> = {}): Step => ({ as: 'subscriber', send, ...more });
const visitor = (send: string, more: Partial<Step> = {}): Step => ({ as: 'anonymous', send, ...more });
const brief = (body: { id: number }) => body.id > 0;
const term = { ids: 'term' } as const;

const content: readonly Step[] = [
  admin('POST /wp/v2/posts', {
    body: { title: 'Quince jam', content: 'quince', status: 'publish' },
    keep: 'post jam',
    look: brief,
  }),
  admin('POST /wp/v2/posts', {
    body: { title: 'Quince draft', content: 'quince', status: 'draft' },
    keep: 'post draft',
    look: brief,
  }),
  admin('POST /wp/v2/pages', {
    body: { title: 'Quince page', content: 'quince', status: 'publish' },
    keep: 'post page',
    look: brief,
  }),
  admin('POST /wp/v2/categories', { body: { name: 'Quince things' }, keep: 'term things', look: brief }),
  admin('POST /wp/v2/tags', { body: { name: 'Quince tag' }, keep: 'term tag', look: brief }),
  admin('POST /wp/v2/posts', {
    body: { title: 'A saying', content: 'x', status: 'publish', format: 'quote' },
    keep: 'post saying',
    look: brief,
  }),
];

const menus: readonly Step[] = [
  admin('OPTIONS /wp/v2/menus'),
  visitor('GET /wp/v2/menus'),
  subscriber('GET /wp/v2/menus'),
  admin('GET /wp/v2/menus'),
  admin('POST /wp/v2/menus', { body: { name: 'Main' }, keep: 'term main', ...term }),
  admin('POST /wp/v2/menus', { body: { name: 'Main' }, ...term }),
  admin('POST /wp/v2/menus', { body: { name: '' } }),
  admin('POST /wp/v2/menus', { body: { slug: 'x' } }),
  admin('POST /wp/v2/menus', { body: { name: 'Other', locations: ['nowhere'] } }),
  admin('POST /wp/v2/menus', {
    body: { name: 'Second', slug: 'own', auto_add: true, meta: { unknown: 1 } },
    keep: 'term second',
    ...term,
  }),
  admin('OPTIONS /wp/v2/menus/{main}'),
  admin('GET /wp/v2/menus', term),
  admin('GET /wp/v2/menus?context=edit&search=Second', term),
  admin('GET /wp/v2/menus?hide_empty=true'),
  admin('GET /wp/v2/menus?orderby=id&order=desc&per_page=1', term),
  contributor('GET /wp/v2/menus/{main}', term),
  author('GET /wp/v2/menus/{main}?context=edit'),
  contributor('GET /wp/v2/menus?context=edit'),
  contributor('GET /wp/v2/menus?post={jam}'),
  visitor('GET /wp/v2/menus?context=edit'),
  visitor('GET /wp/v2/menus/{main}'),
  visitor('GET /wp/v2/menus/{things}'),
  subscriber('GET /wp/v2/menus/{main}'),
  visitor('POST /wp/v2/menus', { body: { name: 'No' } }),
  editor('POST /wp/v2/menus', { body: { name: 'No' } }),
  editor('POST /wp/v2/menus/{main}', { body: { name: 'No' } }),
  editor('DELETE /wp/v2/menus/{main}?force=true'),
  admin('DELETE /wp/v2/menus/{main}'),
  admin('POST /wp/v2/menus/{things}', { body: { name: 'No' } }),
  admin('POST /wp/v2/menus/{second}', { body: { slug: 'other' }, ...term }),
  admin('POST /wp/v2/menus/{second}', { body: { name: 'Renamed', auto_add: false }, ...term }),
  admin('POST /wp/v2/menus/{main}', { body: { locations: ['primary'] }, ...term }),
];

const places: readonly Step[] = [
  admin('OPTIONS /wp/v2/menu-locations'),
  admin('OPTIONS /wp/v2/menu-locations/primary'),
  admin('GET /wp/v2/menu-locations', term),
  admin('GET /wp/v2/menu-locations/primary', term),
  admin('GET /wp/v2/menu-locations/footer', term),
  admin('GET /wp/v2/menu-locations/nowhere'),
  editor('GET /wp/v2/menu-locations'),
  author('GET /wp/v2/menu-locations/primary'),
  visitor('GET /wp/v2/menu-locations'),
  admin('GET /wp/v2/menu-locations/primary?_embed', term),
  admin('POST /wp/v2/menus/{second}', { body: { locations: ['primary', 'footer'] }, ...term }),
  admin('GET /wp/v2/menus/{main}', term),
  admin('GET /wp/v2/menus/{second}?_embed', term),
  admin('POST /wp/v2/menus/{second}', { body: { locations: [] }, ...term }),
  admin('GET /wp/v2/menu-locations', term),
];

const item = (more: object) => ({ title: 'Home', url: 'https://example.org/', ...more });

const items: readonly Step[] = [
  admin('OPTIONS /wp/v2/menu-items'),
  admin('POST /wp/v2/menu-items', { body: {} }),
  admin('POST /wp/v2/menu-items', { body: { title: 'No address' } }),
  admin('POST /wp/v2/menu-items', { body: item({ menus: '{main}' }), keep: 'post home' }),
  admin('OPTIONS /wp/v2/menu-items/{home}'),
  admin('POST /wp/v2/menu-items', {
    body: { type: 'post_type', object: 'page', object_id: '{page}', menus: '{main}', menu_order: 2, parent: '{home}' },
    keep: 'post toPage',
  }),
  admin('POST /wp/v2/menu-items', {
    body: { type: 'post_type', object_id: '{jam}', title: 'Jam', menus: '{main}', menu_order: 3 },
    keep: 'post toJam',
  }),
  admin('POST /wp/v2/menu-items', {
    body: { type: 'taxonomy', object: 'category', object_id: '{things}', menus: '{main}', menu_order: 4 },
    keep: 'post toThings',
  }),
  admin('POST /wp/v2/menu-items', {
    body: { type: 'taxonomy', object_id: '{tag}', menus: '{second}', menu_order: 5 },
    keep: 'post toTag',
  }),
  admin('POST /wp/v2/menu-items', {
    body: { type: 'post_type_archive', object: 'post', menus: '{second}', menu_order: 6 },
    keep: 'post toPosts',
    look: ({ title: _title, ...rest }) => rest,
  }),
  admin('POST /wp/v2/menu-items', {
    body: { type: 'taxonomy', object: 'category', object_id: 99999, menus: '{second}', menu_order: 7 },
    keep: 'post toNothing',
  }),
  admin('POST /wp/v2/menu-items', {
    body: item({
      title: { raw: '<b>X</b> & y' },
      url: 'https://e.org/a b',
      attr_title: '<i>t</i>',
      classes: ['one two', 'thr!ee'],
      xfn: ['friend met'],
      target: '_blank',
      menu_order: 8,
      menus: '{second}',
    }),
    keep: 'post rich',
  }),
  admin('POST /wp/v2/menu-items', {
    body: item({ status: 'private', menu_order: 9, menus: '{second}' }),
    keep: 'post hidden',
  }),
  admin('POST /wp/v2/menu-items?_fields=url', {
    body: item({ url: '/relative/?a=b&c', menu_order: 10, menus: '{main}' }),
  }),
  admin('POST /wp/v2/menu-items?_fields=url', { body: item({ url: '#anchor', menu_order: 11, menus: '{main}' }) }),
  admin('POST /wp/v2/menu-items?_fields=url', { body: item({ url: 'nope', menu_order: 12, menus: '{main}' }) }),
  admin('POST /wp/v2/menu-items', { body: item({ url: 'javascript:alert(1)' }) }),
  admin('POST /wp/v2/menu-items', { body: item({ menu_order: 0 }) }),
  admin('POST /wp/v2/menu-items', { body: item({ menus: 'x' }) }),
  admin('POST /wp/v2/menu-items', { body: item({ menus: 0 }) }),
  admin('POST /wp/v2/menu-items', { body: item({ menus: 99999 }) }),
  admin('POST /wp/v2/menu-items', { body: item({ target: '_top' }) }),
  admin('POST /wp/v2/menu-items', { body: item({ type: 'odd' }) }),
  admin('POST /wp/v2/menu-items', { body: item({ status: 'odd' }) }),
  admin('POST /wp/v2/menu-items', { body: item({ id: 4 }) }),
  admin('POST /wp/v2/menu-items', { body: { type: 'post_type' } }),
  admin('POST /wp/v2/menu-items', { body: { type: 'post_type', object_id: 99999 } }),
  admin('POST /wp/v2/menu-items', { body: { type: 'taxonomy', object_id: 99999 } }),
  admin('POST /wp/v2/menu-items', { body: { type: 'post_type_archive' } }),
  admin('POST /wp/v2/menu-items', { body: { type: 'post_type_archive', object: 'odd' } }),
  visitor('POST /wp/v2/menu-items', { body: item({}) }),
  editor('POST /wp/v2/menu-items', { body: item({}) }),
  editor('POST /wp/v2/menu-items/{home}', { body: { title: 'No' } }),
  editor('DELETE /wp/v2/menu-items/{home}?force=true'),
  visitor('GET /wp/v2/menu-items'),
  subscriber('GET /wp/v2/menu-items/{home}'),
  contributor('GET /wp/v2/menu-items/{home}'),
  author('GET /wp/v2/menu-items/{home}?context=edit'),
  author('GET /wp/v2/menu-items?context=edit'),
  author('GET /wp/v2/menu-items?status=draft'),
  visitor('GET /wp/v2/menu-items/{jam}'),
  admin('GET /wp/v2/menu-items?menus={main}'),
  admin('GET /wp/v2/menu-items?menus={main}&per_page=1&page=2&_fields=id'),
  admin('GET /wp/v2/menu-items?menus[terms][0]={main}&menus[operator]=AND&_fields=id'),
  admin('GET /wp/v2/menu-items?menus_exclude={main}&_fields=id,menu_order'),
  admin('GET /wp/v2/menu-items?menus[odd]=1&_fields=id'),
  admin('GET /wp/v2/menu-items?menus=99999'),
  admin('GET /wp/v2/menu-items?status=draft&_fields=id,status'),
  admin('GET /wp/v2/menu-items?menu_order=2&_fields=id'),
  admin('GET /wp/v2/menu-items?include={home},{toJam}&orderby=include&_fields=id'),
  admin('GET /wp/v2/menu-items?page=9'),
  admin('GET /wp/v2/menu-items?orderby=relevance'),
  admin('GET /wp/v2/menus?post={home}', term),
  admin('GET /wp/v2/menu-items/{toThings}?_embed=wp:menu-item-object', {
    look: ({ _embedded }) => Object.keys(_embedded),
  }),
  admin('GET /wp/v2/menu-items/{toPage}?_embed', {
    look: ({ _embedded }) => [Object.keys(_embedded), _embedded['wp:term']],
    ...term,
  }),
  admin('POST /wp/v2/menu-items/{rich}', { body: { title: 'new', classes: [], target: '' } }),
  admin('POST /wp/v2/menu-items/{rich}', { body: { menus: '{main}' } }),
  admin('POST /wp/v2/menus/{main}', { body: { description: 'The first' }, ...term }),
  admin('POST /wp/v2/menu-items/{rich}', { body: { url: '' } }),
  admin('POST /wp/v2/menu-items/{rich}', { body: { type: 'taxonomy', object: 'category', object_id: '{things}' } }),
  admin('POST /wp/v2/menu-items/{toJam}', { body: { title: '' } }),
  admin('DELETE /wp/v2/menu-items/{hidden}'),
  admin('DELETE /wp/v2/menu-items/{hidden}?force=true'),
  admin('GET /wp/v2/menu-items/{hidden}'),
  admin('DELETE /wp/v2/menus/{second}?force=true', term),
  admin('GET /wp/v2/menu-items?_fields=id,menu_order'),
];

const search: readonly Step[] = [
  visitor('OPTIONS /wp/v2/search'),
  visitor('GET /wp/v2/search?search=quince+page'),
  visitor('GET /wp/v2/search?search=quince&subtype=post'),
  visitor('GET /wp/v2/search?search=quince&per_page=1&subtype=page,post&_fields=type'),
  visitor('GET /wp/v2/search?search=quince&subtype[]=odd'),
  visitor('GET /wp/v2/search?search=quince&type=term', term),
  visitor('GET /wp/v2/search?search=quince&type=term&subtype=post_tag', term),
  visitor('GET /wp/v2/search?search=quince&type=term&page=9'),
  visitor('GET /wp/v2/search?type=post-format'),
  visitor('GET /wp/v2/search?type=post-format&search=zzz'),
  visitor('GET /wp/v2/search?type=post-format&page=3'),
  visitor('GET /wp/v2/search?type=odd'),
  visitor('GET /wp/v2/search?context=edit'),
  visitor('GET /wp/v2/search?search=zzzz'),
  admin('GET /wp/v2/search?search=quince+draft'),
  visitor('GET /wp/v2/search?include={jam}&_fields=id,url,title'),
  visitor('GET /wp/v2/search?search=quince&exclude={jam}&_fields=id,url,title'),
  visitor('GET /wp/v2/search?search=quince&type=term&_embed', {
    ...term,
    look: (found) => found.map((one: { _embedded: object }) => Object.keys(one._embedded)),
  }),
];

const passwords = '/wp/v2/users/me/application-passwords';

const applicationPasswords: readonly Step[] = [
  visitor('OPTIONS /wp/v2/users/1/application-passwords'),
  visitor('OPTIONS /wp/v2/users/1/application-passwords/introspect'),
  subscriber(`OPTIONS ${passwords}/x`),
  admin('GET /wp/v2/users/1/application-passwords'),
  editor(`GET ${passwords}?context=edit`),
  editor('GET /wp/v2/users/1/application-passwords'),
  visitor('GET /wp/v2/users/1/application-passwords'),
  visitor(`GET ${passwords}`),
  admin('GET /wp/v2/users/99999/application-passwords'),
  subscriber(`POST ${passwords}`, { body: { name: 'Phone' }, keep: 'uuid phone' }),
  subscriber(`POST ${passwords}`, { body: { name: 'Phone' } }),
  subscriber(`POST ${passwords}`, {
    body: { name: 'Tablet', app_id: '3c5b2a3e-8f6a-4a3b-9d7e-1f2a3b4c5d6e' },
    keep: 'uuid tablet',
  }),
  subscriber(`POST ${passwords}`, { body: { name: '' } }),
  subscriber(`POST ${passwords}`, { body: { name: '   ' } }),
  subscriber(`POST ${passwords}`, { body: { name: '<b>x</b>' } }),
  subscriber(`POST ${passwords}`, { body: { name: 'y', app_id: 'odd' } }),
  subscriber(`POST ${passwords}`, { body: {} }),
  subscriber(`GET ${passwords}?context=embed`),
  subscriber(`GET ${passwords}/introspect`),
  admin('GET /wp/v2/users/2/application-passwords/introspect'),
  visitor('GET /wp/v2/users/2/application-passwords/introspect'),
  subscriber(`GET ${passwords}/{phone}`),
  subscriber(`GET ${passwords}/odd`),
  subscriber('GET /wp/v2/users/1/application-passwords/{phone}'),
  subscriber(`POST ${passwords}/{phone}`, { body: { name: 'Renamed' } }),
  subscriber(`PUT ${passwords}/{phone}`, { body: { app_id: '3c5b2a3e-8f6a-4a3b-9d7e-1f2a3b4c5d6f' } }),
  subscriber(`POST ${passwords}/{phone}`, { body: { name: '' } }),
  editor('POST /wp/v2/users/1/application-passwords', { body: { name: 'No' } }),
  editor('POST /wp/v2/users/1/application-passwords/x', { body: { name: 'No' } }),
  editor('DELETE /wp/v2/users/1/application-passwords/x'),
  editor('DELETE /wp/v2/users/1/application-passwords'),
  subscriber(`DELETE ${passwords}/{phone}`),
  subscriber(`DELETE ${passwords}/{phone}`),
  subscriber(`DELETE ${passwords}`),
];

const autosaves: readonly Step[] = [
  admin('OPTIONS /wp/v2/posts/{jam}/autosaves', {
    look: ({ methods, schema, endpoints }) => [methods, Object.keys(schema.properties).sort(), endpoints[0]],
  }),
  admin('GET /wp/v2/posts/{jam}/autosaves'),
  admin('POST /wp/v2/posts/{jam}/autosaves', {
    body: { title: 'Auto', content: 'text', excerpt: 'ex' },
    keep: 'post auto',
  }),
  admin('POST /wp/v2/posts/{jam}/autosaves', { body: { content: 'text 2' } }),
  admin('GET /wp/v2/posts/{jam}/autosaves'),
  admin('GET /wp/v2/posts/{jam}/autosaves/{auto}?context=edit'),
  admin('POST /wp/v2/posts/{jam}/autosaves', { body: { title: 'Quince jam', content: 'quince', excerpt: '' } }),
  admin('GET /wp/v2/posts/{jam}/autosaves'),
  editor('POST /wp/v2/posts/{jam}/autosaves', { body: { title: 'By editor' }, keep: 'post byEditor' }),
  author('POST /wp/v2/posts/{jam}/autosaves', { body: { title: 'No' } }),
  author('GET /wp/v2/posts/{jam}/autosaves'),
  visitor('GET /wp/v2/posts/{jam}/autosaves'),
  admin('GET /wp/v2/posts/99999/autosaves'),
  admin('GET /wp/v2/posts/{page}/autosaves'),
  admin('POST /wp/v2/posts/{draft}/autosaves', { body: { title: 'Changed', content: 'direct' } }),
  admin('GET /wp/v2/posts/{draft}/autosaves'),
  admin('GET /wp/v2/posts/{draft}?_fields=id,title,status'),
  editor('POST /wp/v2/posts/{draft}/autosaves', { body: { title: 'By editor' } }),
  admin('POST /wp/v2/pages/{page}/autosaves', { body: { title: 'Page auto', content: 'x' } }),
];

const marked = '<!-- wp:paragraph --><p>Hi</p><!-- /wp:paragraph -->';

const blocks: readonly Step[] = [
  admin('OPTIONS /wp/v2/blocks'),
  visitor('GET /wp/v2/blocks'),
  admin('POST /wp/v2/blocks', { body: { title: 'Note', content: marked, status: 'publish' }, keep: 'post note' }),
  admin('OPTIONS /wp/v2/blocks/{note}', { look: ({ methods, schema }) => [methods, schema] }),
  admin('POST /wp/v2/blocks', { body: { title: 'Draft note', content: 'x' }, keep: 'post draftNote' }),
  contributor('GET /wp/v2/blocks'),
  contributor('GET /wp/v2/blocks/{note}'),
  contributor('GET /wp/v2/blocks/{draftNote}'),
  contributor('POST /wp/v2/blocks', { body: { title: 'No', content: 'x' } }),
  contributor('POST /wp/v2/blocks/{note}', { body: { title: 'No' } }),
  author('POST /wp/v2/blocks', { body: { title: 'Mine', content: 'x', status: 'publish' }, keep: 'post mine' }),
  author('GET /wp/v2/blocks/{note}?context=edit'),
  subscriber('GET /wp/v2/blocks/{note}'),
  visitor('GET /wp/v2/blocks/{note}'),
  visitor('GET /wp/v2/blocks?context=edit'),
  admin('GET /wp/v2/blocks/{jam}'),
  admin('POST /wp/v2/blocks/{note}/autosaves', { body: { title: 'x', content: 'y' } }),
  admin('DELETE /wp/v2/blocks/{note}?_fields=id,status'),
  visitor('GET /wp/v2/search?search=note'),
];

const choosing: readonly Step[] = [
  visitor('GET /wp/v2/posts/{jam}?_embed=author', { look: ({ _embedded }) => Object.keys(_embedded) }),
  visitor('GET /wp/v2/posts/{jam}?_embed=wp:term,author', { look: ({ _embedded }) => Object.keys(_embedded).sort() }),
  visitor('GET /wp/v2/posts/{jam}?_embed[]=author', { look: ({ _embedded }) => Object.keys(_embedded) }),
  visitor('GET /wp/v2/posts/{jam}?_embed=odd', { look: ({ _embedded }) => _embedded === undefined }),
  visitor('GET /wp/v2/posts/{jam}?_embed=true', { look: ({ _embedded }) => Object.keys(_embedded).sort() }),
  visitor('GET /wp/v2/posts/{jam}?_fields=id'),
  visitor('GET /wp/v2/posts/{jam}?_fields=id&_embed=1'),
  visitor('GET /wp/v2/posts/{jam}?_fields=id,_embedded&_embed=author', {
    look: (body) => [Object.keys(body), Object.keys(body._embedded)],
  }),
  visitor('GET /wp/v2/posts/{jam}?_fields=id,title.rendered,content.odd'),
  visitor('GET /wp/v2/posts/{jam}?_fields=id,_links.self', { look: (body) => [body.id > 0, Object.keys(body)] }),
  visitor('GET /wp/v2/posts?include={jam}&_fields=id,title.rendered,content.protected,_links.self'),
  visitor('GET /wp/v2/posts?include={jam}&_fields=id,title,title.rendered'),
  visitor('GET /wp/v2/posts?include={jam}&_fields=_links.author.href'),
  visitor('GET /wp/v2/posts?include={jam}&_fields=id,_embedded&_embed=author'),
  visitor('GET /wp/v2/posts?include={jam}&_fields=id,_links.author,_embedded&_embed=author', {
    look: ([one]) => [one._links, Object.keys(one._embedded)],
  }),
  visitor('GET /wp/v2/posts?include={jam}&_fields=id,_links.self&_embed=author'),
  visitor('GET /wp/v2/posts/99999?_fields=code,data.status'),
  admin('POST /wp/v2/tags?_fields=id', { body: { name: 'Fields' }, look: (body) => Object.keys(body) }),
];

const meta = (sent: unknown): Partial<Step> => ({ body: { meta: sent } });
const change = 'POST /wp/v2/posts/{jam}?_fields=meta';

const metaValues: readonly Step[] = [
  admin(change, meta({ unregistered: 'x' })),
  admin(change, meta({ unregistered: null })),
  admin(change, meta([])),
  admin(change, meta({ price: 'abc' })),
  admin(change, meta({ price: [1] })),
  admin(change, meta({ colour: 'blue' })),
  admin(change, meta({ sizes: ['x'] })),
  admin(change, meta({ locked: 'x' })),
  admin(change, meta({ locked: null })),
  admin(change, meta({ spec: { w: 'x' } })),
  admin(change, meta({ spec: { v: 1 } })),
  admin(change, meta({ price: 5, unknown: 1, sizes: [1, 2], colour: 'red' })),
  admin(change, meta({ price: null, sizes: null })),
  admin('POST /wp/v2/posts?_fields=meta', { body: { title: 'No', meta: { colour: 'blue' } } }),
];

const batch = (requests: readonly object[], more: object = {}): Partial<Step> => ({ body: { requests, ...more } });

const batches: readonly Step[] = [
  visitor('OPTIONS /batch/v1'),
  admin('POST /batch/v1', { body: {} }),
  admin('POST /batch/v1', batch([])),
  admin('POST /batch/v1', batch([], { validation: 'odd' })),
  admin('POST /batch/v1', batch([{}])),
  admin('POST /batch/v1', batch([{ path: '/wp/v2/posts', method: 'GET' }])),
  admin('POST /batch/v1', batch([{ path: '/wp/v2/tags', body: 'x' }])),
  admin('POST /batch/v1', batch(Array.from({ length: 26 }, () => ({ path: '/wp/v2/tags' })))),
  admin('POST /batch/v1', batch([{ path: '/batch/v1', body: { requests: [] } }])),
  visitor('POST /batch/v1', batch([{ path: '/wp/v2/categories', body: { name: 'No' } }])),
  admin('POST /batch/v1', {
    ...batch(
      [
        { path: '/wp/v2/categories?_fields=id', body: { name: 'Batched' } },
        { path: '/wp/v2/categories', body: {} },
      ],
      { validation: 'require-all-validate' },
    ),
    ...term,
  }),
  admin('GET /wp/v2/categories?search=Batched&_fields=name'),
  admin('POST /batch/v1', {
    ...batch(
      [
        { path: '/wp/v2/tags?_fields=name', body: { name: 'In a batch' } },
        { path: '/wp/v2/tags/{tag}?_fields=name', method: 'PUT', body: { name: 'Put' } },
        { path: '/wp/v2/categories/99999?_fields=id', body: { name: 'x' } },
        { path: '/wp/v2/users/1/application-passwords', body: { name: 'q' } },
        { path: '/wp/v2/search', body: {} },
        { path: '/wp/v2/odd' },
      ].slice(0, 5),
    ),
    ...term,
    look: ({ responses }) =>
      responses.map(
        ({ headers: { Location: _location, ...headers }, ...rest }: { headers: Record<string, string> }) => ({
          ...rest,
          headers,
        }),
      ),
  }),
  admin(
    'POST /batch/v1',
    batch([
      { path: '/wp/v2/menus', body: {} },
      { path: '/wp/v2/blocks/99999', method: 'DELETE' },
      { path: '/wp/v2/posts/{jam}/autosaves', body: { title: 'q' } },
      { path: '/wp/v2/menu-items/99999', body: { title: 'q' } },
    ]),
  ),
];

/** The scenario, in order; each part is recorded in a file of its own. */
export const scenario: Readonly<Record<string, readonly Step[]>> = {
  content,
  menus,
  'menu-locations': places,
  'menu-items': items,
  search,
  autosaves,
  blocks,
  choosing,
  meta: metaValues,
  batches,
  // The last one: it takes the password of a caller away.
  'application-passwords': applicationPasswords,
};
