import { randomBytes } from 'node:crypto';
import { createAccount } from '../auth/accounts.ts';
import type { Site } from '../rules/site.ts';
import { everything } from '../rules/visibility.ts';
import { gmtAt } from '../rules/zone.ts';
import { type BulkRow, contentBulkTables } from '../storage/bulk/bulk-table.ts';
import type { BulkTransaction, BulkWriter } from '../storage/bulk/bulk-writer.ts';
import type { Post } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import {
  type InventedPost,
  inventComment,
  inventedAuthors,
  inventedCategories,
  inventedTags,
  inventPage,
  inventPost,
} from './invented-posts.ts';

/** The site to fill, and the callback for progress. */
export interface GenerateContext {
  readonly store: Store;
  readonly bulk: BulkWriter;
  readonly site: Site;
  readonly nowMs: number;
  readonly progress?: (done: number) => void;
}

const batchPosts = 1000;
const spanMs = 10 * 365 * 86_400_000;

/** Adds generated published posts to a site, spread over the last ten years; posts of earlier calls stay. */
export async function generatePosts(count: number, context: GenerateContext): Promise<void> {
  const references = await findReferences(context);
  await generate({ type: 'post', invent: inventPost, count, references }, context);
  await context.store.terms.recount(termIds(references.categories), 'category');
  await context.store.terms.recount(termIds(references.tags), 'post_tag');
}

/** Adds generated published pages, most of them below another one. */
export async function generatePages(count: number, context: GenerateContext): Promise<void> {
  const references = { authors: await findAuthors(context), categories: [], tags: [] };
  await generate({ type: 'page', invent: inventPage, count, references }, context);
}

/** What is added. */
interface Wanted {
  readonly type: 'post' | 'page';
  /** Number `n` of them. */
  readonly invent: (n: number) => InventedPost;
  readonly count: number;
  readonly references: References;
}

async function generate(wanted: Wanted, context: GenerateContext): Promise<void> {
  const { type, invent, count } = wanted;
  const stepMs = spanMs / count;
  let number = await context.store.posts.count({ types: [type], visibility: everything });
  let done = 0;
  while (done < count) {
    const size = Math.min(batchPosts, count - done);
    const invented = Array.from({ length: size }, (_, at) => invent(number + at + 1));
    number += size;
    const fresh = await withoutTaken(context.store, type, invented);
    const from = context.nowMs - spanMs + done * stepMs;
    const rows = fresh.map((post, at) => ({
      ...postRow(post, wanted.references, context.site, from + at * stepMs),
      post_type: type,
    }));
    await context.bulk.transaction((tables) => writeBatch(tables, fresh, rows, wanted));
    done += fresh.length;
    context.progress?.(done);
  }
}

/** A term: its own id and the id of its taxonomy row. */
interface TermReference {
  readonly id: number;
  readonly rowId: number;
}

/** What the posts refer to, each list in the order of its generated names. */
interface References {
  readonly authors: readonly number[];
  readonly categories: readonly TermReference[];
  readonly tags: readonly TermReference[];
}

const termIds = (terms: readonly TermReference[]): number[] => terms.map((term) => term.id);

async function findReferences(context: GenerateContext): Promise<References> {
  return {
    authors: await findAuthors(context),
    categories: await findTerms(context.store, 'category', inventedCategories),
    tags: await findTerms(context.store, 'post_tag', inventedTags),
  };
}

async function findAuthors({ store, nowMs }: GenerateContext): Promise<number[]> {
  const authors: number[] = [];
  for (const name of inventedAuthors) authors.push(await findAuthor(store, name, nowMs));
  return authors;
}

/** Generated authors get a random password that is not shown. */
async function findAuthor(store: Store, displayName: string, nowMs: number): Promise<number> {
  const login = slugOf(displayName);
  const known = await store.users.byLogin(login);
  if (known) return known.id;
  const password = randomBytes(24).toString('base64url');
  const email = `${login}@example.org`;
  return createAccount(store, { login, email, password, displayName, roles: ['author'], nowMs });
}

async function findTerms(store: Store, taxonomy: string, names: readonly string[]): Promise<TermReference[]> {
  const wanted = names.map((name) => ({ name, slug: slugOf(name) }));
  const slugs = wanted.map(({ slug }) => slug);
  const find = () =>
    store.terms.find({ taxonomy, slugs }, { by: 'id', direction: 'asc' }, { limit: names.length, offset: 0 });
  const known = new Set((await find()).map((term) => term.slug));
  await store.transaction(async (inner) => {
    for (const { name, slug } of wanted)
      if (!known.has(slug)) await inner.terms.insert({ name, slug, taxonomy, description: '', parentId: 0 });
  });
  const bySlug = new Map((await find()).map((term) => [term.slug, term]));
  return slugs.map((slug) => {
    const term = bySlug.get(slug);
    if (!term) throw new Error(`The term ${slug} was made and is not there.`);
    return { id: term.id, rowId: term.taxonomyRowId };
  });
}

/** Numbering continues from the current number of posts; after deletions a few numbers may be used twice. */
async function withoutTaken(
  store: Store,
  type: Wanted['type'],
  posts: readonly InventedPost[],
): Promise<InventedPost[]> {
  const slugs = posts.map((post) => post.slug);
  const found = await store.posts.find(
    { types: [type], visibility: everything, slugs },
    { by: 'id', direction: 'asc' },
    { limit: slugs.length, offset: 0 },
    ['slug'],
  );
  const taken = new Set(found.map((post) => post.slug));
  return posts.filter((post) => !taken.has(post.slug));
}

async function writeBatch(
  tables: BulkTransaction,
  posts: readonly InventedPost[],
  rows: readonly BulkRow[],
  { type, references }: Wanted,
): Promise<void> {
  const [first, ...rest] = rows;
  if (!first) return;
  // The database returns the first id; the others follow it.
  const id = await tables.insertOne(contentBulkTables.posts, first);
  await tables.insert(
    contentBulkTables.posts,
    rest.map((row, at) => ({ ID: id + at + 1, ...row, ...(type === 'page' && placeInTree(id, at + 1)) })),
  );
  await tables.insert(
    contentBulkTables.term_relationships,
    posts.flatMap((post, at) =>
      [
        ...post.categories.map((index) => nth(references.categories, index)),
        ...post.tags.map((index) => nth(references.tags, index)),
      ].map(({ rowId }) => ({ object_id: id + at, term_taxonomy_id: rowId, term_order: 0 })),
    ),
  );
}

const children = 9;

/** The first page of each ten is above the others; `id` is that of the first of all. */
function placeInTree(id: number, at: number): BulkRow {
  const place = at % (children + 1);
  return place === 0 ? {} : { post_parent: id + at - place, menu_order: place };
}

function postRow(post: InventedPost, references: References, site: Site, atMs: number): BulkRow {
  const dateGmt = gmtAt(atMs);
  const date = site.zone.localAt(atMs);
  return {
    post_author: nth(references.authors, post.author),
    post_date: date,
    post_date_gmt: dateGmt,
    post_content: post.content,
    post_title: post.title,
    post_excerpt: '',
    post_status: 'publish',
    comment_status: 'open',
    ping_status: 'open',
    post_password: '',
    post_name: post.slug,
    to_ping: '',
    pinged: '',
    post_modified: date,
    post_modified_gmt: dateGmt,
    post_content_filtered: '',
    post_parent: 0,
    guid: `${site.url}/${post.slug}`,
    menu_order: 0,
    post_mime_type: '',
    comment_count: 0,
  };
}

function nth<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new RangeError(`There is no entry ${index} in a list of ${list.length}.`);
  return found;
}

const slugOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

const batchComments = 1000;
const dayMs = 86_400_000;

/**
 * Adds generated approved comments, one to each published post from the newest on, then another one to each, until there
 * are enough. Returns how many were added: none where there is no published post.
 */
export async function generateComments(count: number, context: GenerateContext): Promise<number> {
  let before: number | null = null;
  let done = 0;
  while (done < count) {
    const posts = await publishedPosts(context, before, Math.min(batchComments, count - done));
    if (posts.length === 0 && before === null) break;
    before = posts.at(-1)?.id ?? null;
    const rows = posts.map((post, at) => commentRow(post, done + at + 1, context));
    const ids = posts.map(({ id }) => id);
    await context.bulk.transaction(async (tables) => {
      await tables.insert(contentBulkTables.comments, rows);
      await tables.change(contentBulkTables.posts, ids, (row) => ({ comment_count: Number(row['comment_count']) + 1 }));
    });
    done += posts.length;
    context.progress?.(done);
  }
  return done;
}

type Commented = Pick<Post, 'id' | 'dateGmt'>;

function publishedPosts({ store }: GenerateContext, before: number | null, limit: number): Promise<Commented[]> {
  const beyond = before === null ? {} : { beyond: { by: 'id', id: before, direction: 'desc' } as const };
  return store.posts.find(
    { types: ['post'], statuses: ['publish'], visibility: everything, ...beyond },
    { by: 'id', direction: 'desc' },
    { limit, offset: 0 },
    ['id', 'dateGmt'],
  );
}

/** Comment number `n`, within a day of its post and not in the future. */
function commentRow({ id, dateGmt }: Commented, n: number, { site, nowMs }: GenerateContext): BulkRow {
  const { author, email, content } = inventComment(n);
  const atMs = Math.min(nowMs, Date.parse(`${dateGmt.replace(' ', 'T')}Z`) + ((n * 7_919_000) % dayMs));
  return {
    comment_post_ID: id,
    comment_author: author,
    comment_author_email: email,
    comment_author_url: '',
    comment_author_IP: '192.0.2.1',
    comment_date: site.zone.localAt(atMs),
    comment_date_gmt: gmtAt(atMs),
    comment_content: content,
    comment_karma: 0,
    comment_approved: '1',
    comment_agent: '',
    comment_type: 'comment',
    comment_parent: 0,
    user_id: 0,
  };
}
