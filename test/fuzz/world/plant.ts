import { messageStatuses, storeMessage } from '../../../src/extensions/forms/inbox/message-table.ts';
import type { Post } from '../../../src/storage/rows.ts';
import type { Store } from '../../../src/storage/store.ts';
import type { createSecrets, FuzzRole } from './secrets.ts';

/** Rows of the site by what they are for: hidden ones that nobody with the right to change them is sent to, and others. */
export interface Planted {
  readonly posts: number[];
  readonly pages: number[];
  readonly media: number[];
  readonly comments: number[];
  readonly users: number[];
}

/** Makes something as the first administrator and returns its number. */
export type Make = (path: string, fields: Record<string, unknown>) => Promise<number>;
type Secrets = ReturnType<typeof createSecrets>;

const editors: readonly FuzzRole[] = ['editor', 'administrator'];
const hiddenStatuses = ['draft', 'pending', 'private', 'future'] as const;

/** Puts hidden texts of every kind into the site. */
export async function plantSecrets(
  make: Make,
  store: Store,
  secrets: Secrets,
  cast: Readonly<Record<Exclude<FuzzRole, 'visitor'>, number>>,
): Promise<Planted> {
  const planted: Planted = { posts: [], pages: [], media: [], comments: [], users: [] };
  const texts = (about: string, readers = editors) => {
    const text = secrets.plant(about, readers);
    return { title: `Title ${text}`, content: `Body ${text}`, excerpt: `Short ${text}`, slug: `slug-${text}` };
  };
  // Cases name the number 1 as it is, and whoever may delete it does: nothing hidden has it.
  await make('/wp/v2/posts', { title: 'The first', content: 'Plain words', status: 'publish' });
  for (const base of ['posts', 'pages'] as const) {
    for (const status of hiddenStatuses) {
      const date = status === 'future' ? { date: '2099-01-01T00:00:00' } : {};
      planted[base].push(await make(`/wp/v2/${base}`, { ...texts(`${base} in state ${status}`), status, ...date }));
    }
    const trashed = await make(`/wp/v2/${base}`, { ...texts(`${base} in the trash`), status: 'publish' });
    await store.posts.update(trashed, { status: 'trash' });
    planted[base].push(trashed);
    planted[base].push(await plantProtected(make, secrets, base));
  }
  for (const role of ['author', 'contributor'] as const) {
    const readers: readonly FuzzRole[] = [role, ...editors];
    planted.posts.push(
      await make('/wp/v2/posts', { ...texts(`draft of the ${role}`, readers), status: 'draft', author: cast[role] }),
    );
  }
  const open = await make('/wp/v2/posts', { title: 'Open to all', content: 'Plain words', status: 'publish' });
  planted.posts.push(open);
  await plantHistory(make, secrets, open);
  for (const key of ['_hidden_key', 'unregistered_key']) {
    await store.meta.set('post', open, key, [secrets.plant(`meta ${key}`, [])]);
  }
  await plantMedia(store, secrets, planted);
  await plantComments(store, secrets, planted, open, cast);
  return planted;
}

/** Puts hidden texts into what only variant C shows: patterns, menus of blocks, and a menu that leads to a hidden page. */
export async function plantLaterSecrets(make: Make, secrets: Secrets, { pages }: Planted): Promise<void> {
  for (const [base, readers] of [
    ['blocks', editors],
    ['navigation', ['administrator']],
  ] as const) {
    for (const status of ['draft', 'private'] as const) {
      const text = secrets.plant(`${base} in state ${status}`, readers);
      await make(`/wp/v2/${base}`, { title: `Title ${text}`, content: `Body ${text}`, slug: `slug-${text}`, status });
    }
  }
  const menus = await make('/wp/v2/menus', { name: 'Main', locations: ['primary'] });
  for (const page of pages)
    await make('/wp/v2/menu-items', { type: 'post_type', object: 'page', object_id: page, menus, status: 'publish' });
}

/** The title of a protected post is open; its text, its excerpt and its password are not. */
async function plantProtected(make: Make, secrets: Secrets, base: string): Promise<number> {
  const text = secrets.plant(`text of protected ${base}`, editors);
  const password = secrets.plant(`password of protected ${base}`, editors);
  const fields = { title: 'Behind a password', content: `Body ${text}`, excerpt: `Short ${text}`, password };
  return make(`/wp/v2/${base}`, { ...fields, status: 'publish' });
}

/** A text that was in a public post once is left in its revisions. */
async function plantHistory(make: Make, secrets: Secrets, post: number): Promise<void> {
  const text = secrets.plant('an old revision', editors);
  await make(`/wp/v2/posts/${post}`, { content: `Once ${text}` });
  await make(`/wp/v2/posts/${post}`, { content: 'Plain words again' });
}

async function plantMedia(store: Store, secrets: Secrets, planted: Planted): Promise<void> {
  const [draft = 0] = planted.posts;
  for (const [about, status, parentId] of [
    ['a file on a draft', 'inherit', draft],
    ['a private file', 'private', 0],
    ['a file in the trash', 'trash', 0],
  ] as const) {
    const text = secrets.plant(about, editors);
    const row = await store.posts.byId(draft);
    if (!row) throw new Error('The draft is gone.');
    const { id: _id, ...rest } = row;
    const file: Omit<Post, 'id'> = {
      ...rest,
      type: 'attachment',
      status,
      parentId,
      mimeType: 'image/png',
      title: `File ${text}`,
      content: text,
      excerpt: text,
      slug: `file-${text}`,
      guid: `http://site.test/${text}.png`,
    };
    planted.media.push(await store.posts.insert(file));
  }
}

async function plantComments(
  store: Store,
  secrets: Secrets,
  planted: Planted,
  open: number,
  cast: Readonly<Record<Exclude<FuzzRole, 'visitor'>, number>>,
): Promise<void> {
  const date = '2020-05-05 10:00:00';
  const base = { parentId: 0, authorUrl: '', authorIp: '192.0.2.1', date, dateGmt: date, karma: 0, userAgent: '' };
  const add = async (fields: { postId: number; approved: string; content: string; type?: string; userId?: number }) => {
    const authorEmail = `${secrets.plant('address of a commenter', editors)}@hidden.example`;
    const row = { ...base, authorName: 'Somebody', type: '', userId: 0, ...fields, authorEmail };
    planted.comments.push(await store.comments.insert(row));
  };
  await add({ postId: open, approved: '1', content: 'Open talk' });
  for (const approved of ['0', 'spam', 'trash']) {
    await add({ postId: open, approved, content: secrets.plant(`comment in state ${approved}`, editors) });
  }
  await add({ postId: open, approved: '1', type: 'note', content: secrets.plant('an internal note', editors) });
  const own = secrets.plant('held comment of the subscriber', ['subscriber', ...editors]);
  await add({ postId: open, approved: '0', content: own, userId: cast.subscriber });
  for (const postId of planted.posts.slice(0, 6)) {
    await add({ postId, approved: '1', content: secrets.plant(`comment on hidden post`, editors) });
  }
}

/** What visitors sent with a form; the inbox shows it to editors. */
export async function plantMessages(store: Store, secrets: Secrets, formId: number): Promise<void> {
  for (const status of messageStatuses) {
    const text = (what: string) => secrets.plant(`${what} of a message in state ${status}`, editors);
    const address = `${text('address')}@hidden.example`;
    await storeMessage(store, {
      formId,
      formTitle: 'Contact',
      status,
      spamLog: text('spam log'),
      subject: text('subject'),
      fromName: text('sender'),
      fromAddress: address,
      fields: [
        ['your-message', text('text')],
        ['your-email', address],
      ],
      consent: { terms: text('consent') },
      meta: { address: '192.0.2.7', userAgent: text('browser'), url: text('page'), unitTag: '', post: '' },
      files: [{ field: 'your-file', name: `${text('file')}.txt`, size: 1, digest: 'd'.repeat(64) }],
      receivedMs: Date.now(),
    });
  }
}
