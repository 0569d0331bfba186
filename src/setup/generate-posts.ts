import { randomBytes } from 'node:crypto';
import { createAccount } from '../auth/accounts.ts';
import { everything } from '../content/sight.ts';
import type { Site } from '../content/site.ts';
import { gmtAt } from '../content/zone.ts';
import { type BulkRow, contentBulkTables } from '../storage/bulk/bulk-table.ts';
import type { BulkTransaction, BulkWriter } from '../storage/bulk/bulk-writer.ts';
import type { Store } from '../storage/store.ts';
import { type InventedPost, inventedAuthors, inventedCategories, inventedTags, inventPost } from './invented-posts.ts';

export interface GenerateParts {
  readonly store: Store;
  readonly bulk: BulkWriter;
  readonly site: Site;
  readonly nowMs: number;
  readonly progress?: (done: number) => void;
}

const batchPosts = 1000;
const spanMs = 10 * 365 * 86_400_000;

/** Puts invented published posts into a site, spread over the last ten years; those of an earlier call stay and more come. */
export async function generatePosts(count: number, parts: GenerateParts): Promise<void> {
  const places = await findPlaces(parts);
  const stepMs = spanMs / count;
  let number = await parts.store.posts.count({ types: ['post'], sight: everything });
  let done = 0;
  while (done < count) {
    const size = Math.min(batchPosts, count - done);
    const invented = Array.from({ length: size }, (_, at) => inventPost(number + at + 1));
    number += size;
    const fresh = await withoutTaken(parts.store, invented);
    const from = parts.nowMs - spanMs + done * stepMs;
    const rows = fresh.map((post, at) => postRow(post, places, parts.site, from + at * stepMs));
    await parts.bulk.transaction((tables) => writeBatch(tables, fresh, rows, places));
    done += fresh.length;
    parts.progress?.(done);
  }
  await parts.store.terms.recount(termIds(places.categories), 'category');
  await parts.store.terms.recount(termIds(places.tags), 'post_tag');
}

interface PlacedTerm {
  readonly id: number;
  readonly rowId: number;
}

interface Places {
  readonly authors: readonly number[];
  readonly categories: readonly PlacedTerm[];
  readonly tags: readonly PlacedTerm[];
}

const termIds = (terms: readonly PlacedTerm[]): number[] => terms.map((term) => term.id);

async function findPlaces({ store, nowMs }: GenerateParts): Promise<Places> {
  const authors: number[] = [];
  for (const name of inventedAuthors) authors.push(await findAuthor(store, name, nowMs));
  return {
    authors,
    categories: await findTerms(store, 'category', inventedCategories),
    tags: await findTerms(store, 'post_tag', inventedTags),
  };
}

/** Invented authors get a password that nobody knows. */
async function findAuthor(store: Store, displayName: string, nowMs: number): Promise<number> {
  const login = slugOf(displayName);
  const known = await store.users.byLogin(login);
  if (known) return known.id;
  const password = randomBytes(24).toString('base64url');
  const email = `${login}@example.org`;
  return createAccount(store, { login, email, password, displayName, roles: ['author'], nowMs });
}

async function findTerms(store: Store, taxonomy: string, names: readonly string[]): Promise<PlacedTerm[]> {
  const slugs = names.map(slugOf);
  const find = () =>
    store.terms.find({ taxonomy, slugs }, { by: 'id', direction: 'asc' }, { limit: names.length, offset: 0 });
  const known = new Set((await find()).map((term) => term.slug));
  await store.transaction(async (inner) => {
    for (const [at, name] of names.entries()) {
      const slug = slugs[at] as string;
      if (!known.has(slug)) await inner.terms.insert({ name, slug, taxonomy, description: '', parentId: 0 });
    }
  });
  const bySlug = new Map((await find()).map((term) => [term.slug, term]));
  return slugs.map((slug) => {
    const term = bySlug.get(slug);
    if (!term) throw new Error(`The term ${slug} was made and is not there.`);
    return { id: term.id, rowId: term.taxonomyRowId };
  });
}

/** Numbers are counted on from how many posts there are; where some were removed, a few may have been used. */
async function withoutTaken(store: Store, posts: readonly InventedPost[]): Promise<InventedPost[]> {
  const slugs = posts.map((post) => post.slug);
  const found = await store.posts.find(
    { types: ['post'], sight: everything, slugs },
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
  places: Places,
): Promise<void> {
  const [first, ...rest] = rows;
  if (!first) return;
  // The database gives the first id; the others follow it.
  const id = await tables.insertOne(contentBulkTables.posts, first);
  await tables.insert(
    contentBulkTables.posts,
    rest.map((row, at) => ({ ID: id + at + 1, ...row })),
  );
  await tables.insert(
    contentBulkTables.term_relationships,
    posts.flatMap((post, at) =>
      [
        ...post.categories.map((place) => places.categories[place] as PlacedTerm),
        ...post.tags.map((place) => places.tags[place] as PlacedTerm),
      ].map(({ rowId }) => ({ object_id: id + at, term_taxonomy_id: rowId, term_order: 0 })),
    ),
  );
}

function postRow(post: InventedPost, places: Places, site: Site, atMs: number): BulkRow {
  const dateGmt = gmtAt(atMs);
  const date = site.zone.localAt(atMs);
  return {
    post_author: places.authors[post.author] as number,
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
    post_type: 'post',
    post_mime_type: '',
    comment_count: 0,
  };
}

const slugOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-');
