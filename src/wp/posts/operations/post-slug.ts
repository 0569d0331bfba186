import { hash } from 'node:crypto';
import { type Caller, canPublishPosts } from '../../../rules/capabilities.ts';
import type { PostType } from '../../../rules/post-types.ts';
import { everything } from '../../../rules/visibility.ts';
import type { Post } from '../../../storage/rows.ts';
import type { InsertablePost, Store } from '../../../storage/store.ts';
import { freeSlug, isReservedSlug, longestSlug, slugify, slugifyTitle } from '../../../text/slug.ts';
import type { ContentKind } from '../content-kind.ts';
import { isUnsettled } from './post-draft.ts';

/** Reserved: a number below a page's URL is a page number of its content. */
const pageNumber = /^(?:page)?\d+$/;

interface SlugPosition {
  /** 0 for a new row. */
  readonly id: number;
  readonly parentId: number;
}

/** Makes a slug from free text, by the rules of the variant. */
export function cleanSlug(kind: ContentKind, text: string): string {
  return slugify(text, kind.slugs);
}

/**
 * The slug before it is made unique: the requested one, else one made from the title. Empty if none was requested and
 * the row is unpublished, or if nothing remains of the text.
 */
export function wantedSlug(kind: ContentKind, asked: string, title: string, status: string): string {
  const slug = cleanSlug(kind, asked);
  if (slug !== '' || isUnsettled(status) || status === 'trash') return slug;
  return slugifyTitle(title, kind.slugs);
}

/** A caller who cannot publish cannot reserve a slug for a pending post. */
export function mayReserveSlug(kind: ContentKind, status: string, caller: Caller): boolean {
  return status !== 'pending' || canPublishPosts(caller, kind.type);
}

/** A published row always has a slug; if the texts gave none, it is the id. */
export function numberSlug(id: number, status: string): string {
  return isUnsettled(status) || status === 'trash' ? '' : String(id);
}

/**
 * Makes a slug unique among its rivals by appending the first free number. Rows in the trash do not count. A lock keeps
 * the slug free until the end of this transaction.
 */
export async function uniqueSlug(
  kind: ContentKind,
  slug: string,
  position: SlugPosition,
  store: Store,
): Promise<string> {
  if (slug === '') return '';
  await store.lock(slugLock(kind.type, slug));
  return slugFreeNow(kind, slug, position, store);
}

/** The slug, or the first free one with a number; nothing keeps it free. */
function slugFreeNow(kind: ContentKind, slug: string, position: SlugPosition, store: Store): Promise<string> {
  const among = { ...slugRivals(kind.type, position.parentId, kind.types), exceptId: position.id };
  const isFree = async (candidate: string): Promise<boolean> =>
    !isReserved(kind, candidate) && !(await store.posts.slugTaken(candidate, among));
  return freeSlug(slug, isFree);
}

/** Pages below different ones may share a slug; of more than this many, each is looked at by itself. */
const mostRivals = 200;

/**
 * The slugs that rows would get from their titles. One query finds which of them other rows have; only for those the next
 * free number is looked for.
 */
export async function generatedSlugs(kind: ContentKind, posts: readonly Post[], store: Store): Promise<string[]> {
  const wanted = posts.map((post) => slugifyTitle(post.title, kind.slugs) || String(post.id));
  const open = wanted.filter((slug, i) => slug !== posts[i]?.slug);
  if (open.length === 0) return wanted;
  const { types = kind.types.map(({ name }) => name) } = slugRivals(kind.type, 0, kind.types);
  const page = { limit: open.length + mostRivals, offset: 0 };
  const filter = { types, visibility: everything, slugs: open };
  const rivals = await store.posts.find(filter, { by: 'id', direction: 'asc' }, page, ['id', 'slug']);
  const taken = new Set(rivals.map(({ slug }) => slug.toLowerCase()));
  const mayBeTaken = (slug: string): boolean =>
    taken.has(slug.toLowerCase()) || rivals.length === page.limit || isReserved(kind, slug);
  return Promise.all(
    wanted.map(async (slug, i) => {
      const post = posts[i];
      return post && slug !== post.slug && mayBeTaken(slug) ? slugFreeNow(kind, slug, post, store) : slug;
    }),
  );
}

/**
 * Inserts a new row under its slug, made unique. Most slugs are free, so the row is inserted together with the look at its
 * rivals; the caller stores another slug than that of the row.
 */
export async function insertUnderSlug(
  kind: ContentKind,
  row: InsertablePost,
  store: Store,
): Promise<{ readonly id: number; readonly slug: string }> {
  const { slug, parentId } = row;
  if (slug === '' || isReserved(kind, slug)) {
    const free = await uniqueSlug(kind, slug, { id: 0, parentId }, store);
    return { id: await store.posts.insert({ ...row, slug: free }), slug: free };
  }
  await store.lock(slugLock(kind.type, slug));
  const among = { ...slugRivals(kind.type, parentId, kind.types), exceptId: 0 };
  const { id, isTaken } = await store.posts.insertUnderSlug(row, among);
  return { id, slug: isTaken ? await uniqueSlug(kind, slug, { id, parentId }, store) : slug };
}

/**
 * The rows that a slug must differ from. Attachments: rows of every type, since their URLs can collide with any other.
 * Hierarchical types: siblings and attachments of the same parent. All others: rows of the same type.
 */
export function slugRivals(
  type: PostType,
  parentId: number,
  types: readonly PostType[],
): { readonly types?: readonly string[]; readonly parentId?: number } {
  if (type.linkStyle === 'attached') return {};
  if (!type.hierarchical) return { types: [type.name] };
  const files = types.filter(({ linkStyle }) => linkStyle === 'attached');
  return { types: [type.name, ...files.map(({ name }) => name)], parentId };
}

/**
 * The name of the lock for a slug. Slugs that differ only by trailing numbers share a lock. The name contains one byte
 * of a hash, so that other slugs seldom wait and the names stay few. Hierarchical types and attachments share their
 * locks.
 */
export function slugLock(type: Pick<PostType, 'name' | 'hierarchical' | 'linkStyle'>, slug: string): string {
  const stem = slug.replace(/(?:-\d+)+$/, '').slice(0, longestSlug / 2);
  const family = type.hierarchical || type.linkStyle === 'attached' ? 'paths' : type.name;
  return `slugs of ${family} ${hash('sha256', stem, 'buffer')[0]}`;
}

function isReserved(kind: ContentKind, slug: string): boolean {
  return isReservedSlug(slug) || (kind.type.hierarchical && pageNumber.test(slug));
}

const mark = '__trashed';

/** The slug of a row in the trash, which frees its original slug for others. */
export function trashedSlug(slug: string): string {
  return slug.endsWith(mark) ? slug : `${shorten(slug, longestSlug - mark.length)}${mark}`;
}

/** The trash slug, made unique among all rows of its type, including those in the trash. */
export async function uniqueTrashedSlug(kind: ContentKind, post: Post, store: Store): Promise<string> {
  const slug = trashedSlug(post.slug);
  await store.lock(slugLock(kind.type, slug));
  const among = {
    types: [kind.type.name],
    exceptId: post.id,
    withTrash: true,
    ...(kind.type.hierarchical ? { parentId: post.parentId } : {}),
  };
  const isFree = async (candidate: string): Promise<boolean> => !(await store.posts.slugTaken(candidate, among));
  return freeSlug(slug, isFree);
}

const markAtEnd = new RegExp(`${mark}(?:-\\d+)?$`);

/** The slug a row had before the trash: the noted one, else the current one without its suffix. */
export function untrashedSlug(post: Pick<Post, 'slug'>, noted: string | null): string {
  return noted ?? post.slug.replace(markAtEnd, '');
}

/** A percent-encoded UTF-8 character that was cut off. */
const halfCharacter = /%(?:[cd][0-9a-f]|e[0-9a-f](?:%[89ab][0-9a-f])?|f[0-7](?:%[89ab][0-9a-f]){0,2})$/;

function shorten(slug: string, most: number): string {
  if (slug.length <= most) return slug;
  return slug
    .slice(0, most)
    .replace(/%[0-9a-f]?$/, '')
    .replace(halfCharacter, '');
}

/** The meta key of the slugs that a published row had before; pages redirect from them. */
export const oldSlugKey = '_wp_old_slug';

/** Notes the former slug of a published row. A slug that is used again is no former one. */
export async function noteOldSlug(
  { type }: Pick<ContentKind, 'type'>,
  before: Post,
  after: Pick<Post, 'slug' | 'status'>,
  store: Store,
): Promise<void> {
  if (type.hierarchical || before.slug === after.slug || before.slug === '') return;
  if (before.status !== type.openStatus || after.status !== type.openStatus) return;
  const rows = (await store.meta.of('post', [before.id], [oldSlugKey])).get(before.id) ?? [];
  const noted = new Set([...rows.map((row) => row.value ?? ''), before.slug]);
  noted.delete(after.slug);
  await store.meta.set('post', before.id, oldSlugKey, [...noted]);
}
