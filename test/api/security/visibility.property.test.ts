import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeKind } from '../../support/database.ts';
import { type Client, type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

const callers: readonly Role[] = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'];
const writers = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;
const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
const bases = { post: 'posts', page: 'pages', attachment: 'media' } as const;
type PostType = keyof typeof bases;

const anyWorld = fc.record({
  posts: fc.array(
    fc.record({
      type: fc.constantFrom<PostType>('post', 'post', 'page'),
      status: fc.constantFrom(...statuses),
      author: fc.constantFrom(...writers),
      password: fc.constantFrom('', '', 'sesame'),
      filed: fc.boolean(),
    }),
    { minLength: 6, maxLength: 9 },
  ),
  media: fc.array(
    fc.record({
      on: fc.nat(9),
      status: fc.constantFrom('inherit', 'inherit', 'private', 'trash'),
      author: fc.constantFrom(...writers),
      leads: fc.nat(9),
    }),
    { minLength: 2, maxLength: 4 },
  ),
  comments: fc.array(
    fc.record({
      on: fc.nat(8),
      approved: fc.constantFrom('1', '1', '0', 'spam', 'trash'),
      author: fc.constantFrom(null, ...writers),
      answers: fc.nat(6),
    }),
    { minLength: 4, maxLength: 8 },
  ),
});
type World = typeof anyWorld extends fc.Arbitrary<infer W> ? W : never;

interface Built {
  readonly posts: readonly { readonly id: number; readonly type: PostType; readonly word: string }[];
  readonly comments: readonly { readonly id: number; readonly postId: number; readonly word: string }[];
  readonly categoryId: number;
}

/** Puts a world straight into the tables, so that also states come about that no single request makes. */
async function build(site: TestPlaten, world: World, categoryId: number): Promise<Built> {
  const { store } = site.platen;
  const date = '2020-05-05 10:00:00';
  const row = { date, dateGmt: date, modified: date, modifiedGmt: date, excerpt: '', guid: '', menuOrder: 0 };
  const open = { commentStatus: 'open', pingStatus: 'open' };
  const posts: { id: number; type: PostType; word: string }[] = [];
  const add = async (type: PostType, fields: Record<string, unknown>) => {
    const word = `word${posts.length}x`;
    const texts = { title: `Title ${word}`, content: `Body ${word}`, slug: `slug-${word}`, mimeType: '', password: '' };
    const id = await store.posts.insert({ ...row, ...open, ...texts, type, parentId: 0, ...fields } as never);
    posts.push({ id, type, word });
    return id;
  };
  for (const { type, status, author, password, filed } of world.posts) {
    const id = await add(type, { status, authorId: site.users[author], password });
    if (filed && type === 'post') await store.terms.assign(id, 'category', [categoryId]);
  }
  const hosts = posts.slice();
  for (const { on, status, author, leads } of world.media) {
    const fields = { status, authorId: site.users[author], parentId: hosts[on]?.id ?? 0, mimeType: 'image/png' };
    const id = await add('attachment', fields);
    const host = hosts[leads];
    if (host) await store.meta.set('post', host.id, '_thumbnail_id', [String(id)]);
  }
  const comments: { id: number; postId: number; word: string }[] = [];
  for (const { on, approved, author, answers } of world.comments) {
    const word = `talk${comments.length}x`;
    const postId = hosts[on]?.id ?? 0;
    const id = await store.comments.insert({
      postId,
      approved,
      content: `Said ${word}`,
      userId: author === null ? 0 : site.users[author],
      parentId: comments[answers]?.id ?? 0,
      authorName: 'Somebody',
      authorEmail: 'somebody@example.org',
      authorUrl: '',
      authorIp: '192.0.2.1',
      date,
      dateGmt: date,
      karma: 0,
      userAgent: '',
      type: '',
    });
    comments.push({ id, postId, word });
  }
  return { posts, comments, categoryId };
}

async function clear({ platen: { store } }: TestPlaten, { posts, comments }: Built): Promise<void> {
  for (const { id } of comments) await store.comments.remove(id);
  for (const { id } of posts) await store.posts.remove(id);
}

/** What one caller is shown item by item: the measure that every other surface is held to. */
interface Seen {
  readonly posts: ReadonlySet<number>;
  readonly editable: ReadonlySet<number>;
  readonly comments: ReadonlySet<number>;
  readonly users: ReadonlySet<number>;
}

async function itemByItem(client: Client, site: TestPlaten, { posts, comments }: Built): Promise<Seen> {
  const seen = async (paths: readonly (readonly [number, string])[]) => {
    const shown = new Set<number>();
    for (const [id, path] of paths) if ((await client.get(path)).status === 200) shown.add(id);
    return shown;
  };
  return {
    posts: await seen(posts.map(({ id, type }) => [id, `/wp/v2/${bases[type]}/${id}`])),
    editable: await seen(posts.map(({ id, type }) => [id, `/wp/v2/${bases[type]}/${id}?context=edit`])),
    comments: await seen(comments.map(({ id }) => [id, `/wp/v2/comments/${id}`])),
    users: await seen(Object.values(site.users).map((id) => [id, `/wp/v2/users/${id}`])),
  };
}

/** Every post, comment and user that stands anywhere in an answer. */
function* thingsIn(value: unknown, embedded = false): Generator<{ kind: keyof Seen; id: number; embedded: boolean }> {
  if (Array.isArray(value)) for (const each of value) yield* thingsIn(each, embedded);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return;
  const { id, type, avatar_urls, _embedded } = value as Record<string, unknown>;
  if (typeof id === 'number' && typeof type === 'string')
    yield { kind: type in bases ? 'posts' : 'comments', id, embedded };
  else if (typeof id === 'number' && avatar_urls) yield { kind: 'users', id, embedded };
  if (_embedded) for (const each of Object.values(_embedded)) yield* thingsIn(each, true);
}

function check(path: string, answer: Awaited<ReturnType<Client['get']>>, seen: Seen, edit = false): void {
  if (answer.status !== 200) return;
  for (const { kind, id, embedded } of thingsIn(answer.body)) {
    // What is embedded is shown as to readers, whatever the context of the answer around it.
    const measure = edit && kind === 'posts' && !embedded ? seen.editable : seen[kind];
    expect(measure.has(id), `${path} shows ${kind} ${id}`).toBe(true);
  }
  if (Array.isArray(answer.body) && answer.headers['x-wp-total'] !== undefined) {
    expect(answer.headers['x-wp-total'], `${path} counts what it shows`).toBe(String(answer.body.length));
  }
}

function listsOf({ posts, comments, categoryId }: Built, site: TestPlaten): string[] {
  const perStatus = [...statuses, 'any'].map((status) => `status=${status}`);
  const orders = ['date', 'modified', 'title', 'slug', 'id', 'author'].map((by) => `orderby=${by}`);
  const filters = [...perStatus, ...orders, 'order=asc', '_embed', 'search=word', 'search=Title'];
  const people = Object.values(site.users).map((id) => `author=${id}`);
  const ids = posts.map(({ id }) => id).join(',');
  return [
    ...['posts', 'pages'].flatMap((base) =>
      [...filters, ...people].map((query) => `/wp/v2/${base}?per_page=100&${query}`),
    ),
    ...['inherit', 'private', 'trash'].map((status) => `/wp/v2/media?per_page=100&_embed&status=${status}`),
    `/wp/v2/media?per_page=100&parent=${ids}`,
    `/wp/v2/posts?per_page=100&categories=${categoryId}`,
    `/wp/v2/posts?per_page=100&categories_exclude=${categoryId}&_embed`,
    ...['approve', 'hold', 'spam', 'trash', 'all', 'any'].map(
      (status) => `/wp/v2/comments?per_page=100&status=${status}`,
    ),
    ...['date', 'post', 'parent', 'id'].map((by) => `/wp/v2/comments?per_page=100&orderby=${by}&_embed`),
    `/wp/v2/comments?per_page=100&parent=${comments.map(({ id }) => id).join(',')}`,
    '/wp/v2/users?per_page=100',
    '/wp/v2/users?per_page=100&who=authors',
    '/wp/v2/users?per_page=100&search=the',
  ];
}

async function holdsTogether(site: TestPlaten, caller: Role, built: Built, publicPosts: ReadonlySet<number>) {
  const client = site.as(caller);
  const seen = await itemByItem(client, site, built);
  for (const id of seen.editable) expect(seen.posts.has(id), `${id} can be edited but not read`).toBe(true);
  for (const path of listsOf(built, site)) {
    // Writers are known to each other by name, whatever they have published.
    if (!path.includes('who=authors')) check(path, await client.get(path), seen);
    const edited = `${path}&context=edit`;
    if (!path.includes('users')) check(edited, await client.get(edited), seen, true);
  }
  const total = async (path: string) => {
    const answer = await client.get(path);
    return answer.status === 200 ? Number(answer.headers['x-wp-total']) : 0;
  };
  for (const { id, type, word } of built.posts) {
    const isSeen = seen.posts.has(id);
    for (const query of [`include=${id}`, `slug=slug-${word}`, `search=${word}`]) {
      for (const status of type === 'attachment' ? ['inherit', 'private', 'trash'] : [...statuses, 'any']) {
        const found = await total(`/wp/v2/${bases[type]}?${query}&status=${status}`);
        if (!isSeen) expect(found, `${query} as ${status} betrays ${type} ${id}`).toBe(0);
      }
    }
    const terms = await client.get(`/wp/v2/categories?post=${id}`);
    if (!isSeen) expect(terms.status, `terms of ${id}`).not.toBe(200);
    const revisions = await client.get(`/wp/v2/${bases[type]}/${id}/revisions`);
    if (!seen.editable.has(id)) expect(revisions.status, `revisions of ${id}`).not.toBe(200);
    const talk = await client.get(`/wp/v2/comments?post=${id}&per_page=100`);
    if (!isSeen) expect(talk.status, `comments on ${id}`).not.toBe(200);
    check(`comments on ${id}`, talk, seen);
    const embed = await client.get(`/oembed/1.0/embed?url=${encodeURIComponent(`http://site.test/?p=${id}`)}`);
    if (!publicPosts.has(id)) expect(embed.status, `oEmbed of ${id}`).toBe(404);
  }
  for (const { id, postId, word } of built.comments) {
    const isSeen = seen.comments.has(id);
    if (isSeen && postId > 0) expect(seen.posts.has(postId), `comment ${id} shows post ${postId}`).toBe(true);
    for (const query of [`include=${id}`, `search=${word}`]) {
      const found =
        (await total(`/wp/v2/comments?${query}`)) + (await total(`/wp/v2/comments?${query}&status=any&type=all`));
      if (!isSeen) expect(found, `${query} betrays comment ${id}`).toBe(0);
    }
  }
}

let site: TestPlaten;
let categoryId: number;
beforeAll(async () => {
  site = await testPlaten();
  categoryId = (await site.as('administrator').post('/wp/v2/categories', { name: 'Filed' })).body.id;
});
afterAll(() => site.close());

/** Making a world on a server takes ten times as long. */
const worldsPerCaller = storeKind() === 'sqlite' ? 12 : 4;

it.each(callers)(
  'no surface reveals to a caller (%s) what another surface denies',
  async (caller) => {
    await fc.assert(
      fc.asyncProperty(anyWorld, async (world) => {
        const built = await build(site, world, categoryId);
        try {
          const { posts } = await itemByItem(site.as('anonymous'), site, built);
          await holdsTogether(site, caller, built, posts);
        } finally {
          await clear(site, built);
        }
      }),
      { numRuns: worldsPerCaller, endOnFailure: true },
    );
  },
  240_000,
);
