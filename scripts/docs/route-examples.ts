import { readFile } from 'node:fs/promises';
import { startPlaten, type TestSite } from '../../src/testing/index.ts';
import { shortened } from './shortened.ts';

/** A request that was made, and what the site answered. */
export interface RouteExample {
  readonly request: string;
  readonly status: number;
  readonly answer: string;
}

/** Makes a request of a route and writes it down; writes are undone. */
export type MakeExample = (method: string, template: string) => Promise<RouteExample>;

type Ids = Readonly<Record<string, number | string>>;

/** What is sent to a route: JSON fields, or the fields of a form. */
const sent: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '/wp/v2/posts': { title: 'Hello', content: 'A new post.', status: 'publish' },
  '/wp/v2/posts/{id:int}': { title: 'Another title' },
  '/wp/v2/pages': { title: 'About us', status: 'publish' },
  '/wp/v2/pages/{id:int}': { menu_order: 3 },
  '/wp/v2/media/{id:int}': { alt_text: 'A grey square' },
  '/wp/v2/categories': { name: 'News' },
  '/wp/v2/categories/{id:int}': { description: 'What is new.' },
  '/wp/v2/tags': { name: 'summer' },
  '/wp/v2/tags/{id:int}': { name: 'winter' },
  '/wp/v2/users': { username: 'ann', email: 'ann@example.org', password: 'a long password', roles: ['author'] },
  '/wp/v2/users/{id:int}': { description: 'Writes about gardens.' },
  '/wp/v2/users/me': { nickname: 'chief' },
  '/wp/v2/comments': { post: 1, content: 'Well said.' },
  '/wp/v2/comments/{id:int}': { status: 'hold' },
  '/wp/v2/settings': { description: 'Notes from the garden' },
  '/forms/v1/contact-forms': { title: 'Ask us', form: '[text* your-name] [submit "Send"]' },
  '/forms/v1/contact-forms/{id:int}': { title: 'Contact' },
  '/wp/v2/menus': { name: 'Footer', locations: ['footer'] },
  '/wp/v2/menus/{id:int}': { locations: ['primary'] },
  '/wp/v2/menu-items': { title: 'Home', url: 'https://example.org/', menus: 3 },
  '/wp/v2/menu-items/{id:int}': { title: 'Start', menu_order: 2 },
  '/wp/v2/blocks': { title: 'Note', content: '<!-- wp:paragraph --><p>A note.</p><!-- /wp:paragraph -->' },
  '/wp/v2/blocks/{id:int}': { title: 'Another note' },
  '/wp/v2/posts/{id:number}/autosaves': { title: 'A better title', content: 'Not finished.' },
  '/wp/v2/pages/{id:number}/autosaves': { content: 'Not finished.' },
  '/wp/v2/blocks/{id:number}/autosaves': { content: 'Not finished.' },
  '/wp/v2/navigation': { title: 'Main', content: '<!-- wp:home-link {"label":"Home"} /-->', status: 'publish' },
  '/wp/v2/navigation/{id:int}': { title: 'Top' },
  '/wp/v2/navigation/{id:number}/autosaves': { content: 'Not finished.' },
  '/wp/v2/wp_pattern_category': { name: 'Headers' },
  '/wp/v2/wp_pattern_category/{id:int}': { name: 'Footers' },
  '/wp/v2/global-styles/{id:number}': { styles: { color: { text: '#222222' } } },
  '/wp/v2/media/{id:number}/edit': {
    src: 'https://example.org/wp-content/uploads/2026/01/square.png',
    modifiers: [{ type: 'rotate', args: { angle: 90 } }],
  },
  '/wp/v2/media/{id:int}/post-process': { action: 'create-image-subsizes' },
  '/wp/v2/templates': { slug: 'front-page', content: 'Text' },
  '/wp/v2/template-parts': { slug: 'header', content: 'Text', area: 'header' },
  '/wp/v2/users/{user_id:account}/application-passwords': { name: 'Phone' },
  '/wp/v2/users/{user_id:account}/application-passwords/{uuid:token}': { name: 'Tablet' },
  '/batch/v1': { requests: [{ path: '/wp/v2/tags?_fields=id,name', body: { name: 'autumn' } }] },
  '/platen/v1/batch': {
    atomic: true,
    requests: [
      { method: 'POST', path: '/wp/v2/tags?_fields=id', body: { name: 'autumn' } },
      {
        method: 'POST',
        path: '/wp/v2/posts?_fields=id,tags',
        body: { title: 'Leaves', tags: [{ $from: '0.body.id' }] },
      },
    ],
  },
  '/cache/v1/toggle_crawler_state': { crawler_id: 0 },
};

const queries: Readonly<Record<string, string>> = {
  '/oembed/1.0/embed': '?url=https://example.org/2026/01/01/a-first-post/',
  '/oembed/1.0/proxy': '?url=https://videos.example/1',
  '/popups/v1/analytics': '?event=open&pid=7',
  '/platen/v1/changes': '?types=post',
  '/platen/v1/content': '?type=post,page&per_page=1',
  '/platen/v1/counts': '?type=post',
  '/platen/v1/dump': '?types=page',
  '/platen/v1/path': '?path=/2026/01/01/a-first-post/',
  '/platen/v1/search': '?search=first',
  '/wp/v2/posts': '?per_page=1',
  '/wp/v2/search': '?search=first',
  '/wp/v2/users/{id:int}': '?force=true&reassign=1',
  '/wp/v2/users/me': '?force=true&reassign=2',
  '/wp/v2/templates/lookup': '?slug=single',
  '/wp/v2/template-parts/lookup': '?slug=header',
  '/wp/v2/themes': '?status=active',
  '/wp/v2/view-config': '?kind=postType&name=post',
  '/wp/v2/block-renderer/{name:block}': '?context=edit',
  '/wp-block-editor/v1/url-details': '?url=https://videos.example/',
};

/** Parameters whose values do not come from the collection before them. */
const values: Readonly<Record<string, string>> = {
  '/wp/v2/block-types/{namespace:name}/{name:name}': '/wp/v2/block-types/core/paragraph',
  '/wp/v2/global-styles/themes/{stylesheet:themePath}/variations': '/wp/v2/global-styles/themes/platen/variations',
  '/wp-abilities/v1/categories/{slug:slug}': '/wp-abilities/v1/categories/site',
  '/wp-abilities/v1/abilities/{name:shortNames}/run': '/wp-abilities/v1/abilities/core/get-site-info/run',
};

/** Cursors of the feed differ from run to run. */
const signedCursor = /\b[0-9a-z]+\.[0-9a-z]+\.[0-9a-z]+\.[\w-]{12}\.[\w-]{22}/g;

/** A site with one thing of every kind; `close` ends it. */
export async function openExamples(variant: 'a' | 'b' | 'c'): Promise<{ make: MakeExample; site: TestSite }> {
  const site = await startPlaten({
    variant,
    siteUrl: 'https://example.org',
    sampleContent: true,
    now: '2026-01-01T12:00:00Z',
  });
  const filledIds = await fill(site);
  const ids = variant === 'c' ? { ...filledIds, ...(await fillLater(site, filledIds)) } : filledIds;
  return { site, make: (method, template) => exampleOf(site, { method, template, ids }) };
}

async function fill(site: TestSite): Promise<Ids> {
  const answer = { version: '1.0', type: 'video', html: '<iframe src="https://videos.example/embed/1"></iframe>' };
  site.network.answer('https://videos.example/', { body: JSON.stringify(answer) });
  const picture = await readFile(new URL('./square.png', import.meta.url));
  const media = await site.media({ name: 'square.png', bytes: picture });
  const tag = await site.term({ name: 'spring' }, 'tags');
  const ann = await site.user('author', { login: 'bert', email: 'bert@example.org' });
  const edit = (path: string, fields: object) =>
    site.as(site.admin)(`/wp-json/wp/v2/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    });
  await edit('posts/1', { content: 'This post was changed.' });
  await edit('pages/2', { content: 'This page was changed.' });
  const first = async (path: string) => {
    const listed: unknown = await (await site.as(site.admin)(`/wp-json${path}`)).json();
    const [item] = Array.isArray(listed) ? listed : [];
    return typeof item?.id === 'number' ? item.id : 1;
  };
  return {
    posts: 1,
    pages: 2,
    media: media.id,
    categories: 1,
    tags: tag.id,
    users: ann.id,
    comments: await first('/wp/v2/comments'),
    'contact-forms': (await first('/forms/v1/contact-forms')) ?? 1,
    'posts/{parent:int}/revisions': await first('/wp/v2/posts/1/revisions'),
    'pages/{parent:int}/revisions': await first('/wp/v2/pages/2/revisions'),
    types: 'post',
    statuses: 'publish',
    taxonomies: 'category',
  };
}

/** What only variant C shows. */
async function fillLater(site: TestSite, ids: Ids): Promise<Ids> {
  const make = async (path: string, fields: object): Promise<{ id: number; uuid: string }> => {
    const answer = await site.as(site.admin)(`/wp-json/wp/v2/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    });
    const made: unknown = await answer.json();
    const member = (name: string): unknown =>
      typeof made === 'object' && made !== null ? Reflect.get(made, name) : undefined;
    return { id: Number(member('id')), uuid: String(member('uuid')) };
  };
  const menu = await make('menus', { name: 'Main', locations: ['primary'] });
  const item = await make('menu-items', { title: 'First', url: 'https://example.org/first/', menus: menu.id });
  const block = await make('blocks', { title: 'Note', content: 'A note.', status: 'publish' });
  const half = { content: 'Half of a text.' };
  const [ofPost, ofPage] = [await make('posts/1/autosaves', half), await make('pages/2/autosaves', half)];
  await make(`blocks/${block.id}`, { content: 'Another note.' });
  const revisions: unknown = await (await site.as(site.admin)(`/wp-json/wp/v2/blocks/${block.id}/revisions`)).json();
  const ofBlock = await make(`blocks/${block.id}/autosaves`, half);
  const navigation = await make('navigation', { title: 'Main', content: 'Home', status: 'publish' });
  await make(`navigation/${navigation.id}`, { content: 'Start' });
  const earlier: unknown = await (
    await site.as(site.admin)(`/wp-json/wp/v2/navigation/${navigation.id}/revisions`)
  ).json();
  const ofNavigation = await make(`navigation/${navigation.id}/autosaves`, half);
  const category = await make('wp_pattern_category', { name: 'Notes' });
  const theme = JSON.stringify(await (await site.as(site.admin)('/wp-json/wp/v2/themes?status=active')).json());
  const password = await make(`users/${ids['users']}/application-passwords`, { name: 'Laptop' });
  return {
    menus: menu.id,
    'menu-items': item.id,
    'menu-locations': 'primary',
    blocks: block.id,
    'posts/{parent:int}/autosaves': ofPost.id,
    'pages/{parent:int}/autosaves': ofPage.id,
    'blocks/{parent:int}/autosaves': ofBlock.id,
    'blocks/{parent:int}/revisions': Array.isArray(revisions) ? Number(revisions[0]?.id) : 1,
    'application-passwords': password.uuid,
    navigation: navigation.id,
    'navigation/{parent:int}/autosaves': ofNavigation.id,
    'navigation/{parent:int}/revisions': Array.isArray(earlier) ? Number(earlier[0]?.id) : 1,
    wp_pattern_category: category.id,
    'global-styles': /global-styles\/(\d+)/.exec(theme)?.[1] ?? 1,
    themes: 'platen',
    'block-types': 'core',
    'block-renderer': 'core/latest-posts',
    abilities: 'core/get-site-info',
  };
}

/** What is different each time, as it looks. */
const steady = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '0b8f8a1e-5f5e-4d6a-9c2b-7d1e3a5f9b42')
    .replace(/\b(?:[A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}\b/g, 'aB3d eF6h iJ9l mN2p qR5t uV8x')
    .replace(/preview_nonce=[\w-]+/g, 'preview_nonce=NONCE')
    .replace(/"(milliseconds|uptime_seconds)":\d+/g, '"$1":12')
    .replace(/"(free|total|memory_bytes)":\d{6,}/g, '"$1":250000000000')
    // What is cached by then depends on how quickly background work went.
    .replace(/"bytes":\d{4,}/g, '"bytes":1200000')
    // A slow machine takes more samples between the first and the last one.
    .replace(/("history":\[\{[^{}]*\}),(?:\{[^{}]*\},)*(\{[^{}]*\}\])/g, '$1,$2')
    // A slow machine has slow statements.
    .replace(/"slow_statements":\[.*?\](?=[,}])/g, '"slow_statements":[]')
    .replace(/"node":"[\d.]+"/g, '"node":"24.0.0"');

async function exampleOf(
  site: TestSite,
  { method, template, ids }: { method: string; template: string; ids: Ids },
): Promise<RouteExample> {
  const path = filled(template, ids);
  const fields = method === 'GET' || method === 'DELETE' ? undefined : sent[template];
  const query = method === 'DELETE' ? (queries[template] ?? '?force=true') : method === 'GET' ? queries[template] : '';
  const isUpload = method === 'POST' && template === '/wp/v2/media';
  const before = await site.snapshot();
  const url = `/wp-json${path}${(template.startsWith('/wp/v2/users') && method === 'GET' ? '' : query) ?? ''}`;
  const init: RequestInit = isUpload
    ? {
        method,
        headers: { 'content-disposition': 'attachment; filename="square.png"', 'content-type': 'image/png' },
        body: await readFile(new URL('./square.png', import.meta.url)),
      }
    : {
        method,
        ...(fields ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) } : {}),
      };
  let answer = method === 'GET' ? await site.fetch(url, init) : await site.as(site.admin)(url, init);
  const isOpen = method === 'GET' && answer.status !== 401 && answer.status !== 403;
  if (method === 'GET' && !isOpen) answer = await site.as(site.admin)(url, init);
  const text = (await answer.text()).replace(signedCursor, 'CURSOR');
  await site.restore(before);
  const words = [
    'curl',
    ...(isOpen ? [] : ['-u', 'admin:APP_PASSWORD']),
    ...(method === 'GET' || (method === 'POST' && (fields || isUpload)) ? [] : ['-X', method]),
    quoted(`https://example.org${url}`),
    ...(fields ? ['-H', quoted('content-type: application/json'), '-d', quoted(JSON.stringify(fields))] : []),
    ...(isUpload
      ? ['-H', quoted('content-disposition: attachment; filename="square.png"'), '--data-binary', '@square.png']
      : []),
  ];
  return { request: steady(words.join(' ')), status: answer.status, answer: shortened(steady(text)) };
}

/** The path with ids of things that the site has. */
function filled(template: string, ids: Ids): string {
  if (template.endsWith('/introspect')) return template.replace('{user_id:account}', 'me');
  const known = values[template];
  if (known !== undefined) return known;
  return template.replace(/([a-z_-]+)\/\{(\w+):\w+\}/g, (all, collection: string, name: string) => {
    const isNested = name === 'id' && (collection === 'revisions' || collection === 'autosaves');
    const nested = isNested ? template.match(/(posts|pages|blocks|navigation)\/\{/)?.[1] : undefined;
    const id = nested ? ids[`${nested}/{parent:int}/${collection}`] : ids[collection];
    return id === undefined ? all : `${collection}/${id}`;
  });
}

function quoted(text: string): string {
  return /^[\w:/.=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
