import { createHash } from 'node:crypto';
import { type Caller, canPublishPosts } from '../content/capabilities.ts';
import { isReservedSlug, longestSlug, slugCandidate, slugify } from '../content/text/slug.ts';
import type { Post } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { takeTurn } from '../storage/turns.ts';
import type { ContentKind } from './content-kind.ts';
import { isUnsettled } from './post-dates.ts';

/** Below a page's address a number is a page of it. */
const pageNumber = /^(?:page)?\d+$/;

interface SlugPlace {
  /** 0 for a row that is about to be made. */
  readonly id: number;
  readonly parentId: number;
}

/** A slug out of free text, by the rules of the variant. */
export function cleanSlug(kind: ContentKind, text: string): string {
  return slugify(text, { slash: kind.parts.variant.text.slashInSlug });
}

/**
 * The slug a row shall have before it is compared with others: the one asked for, else one made from the title. Empty
 * as long as a row that is not settled asked for none, and where nothing is left of the text.
 */
export function wantedSlug(kind: ContentKind, asked: string, title: string, status: string): string {
  const slug = cleanSlug(kind, asked);
  if (slug !== '' || isUnsettled(status) || status === 'trash') return slug;
  return cleanSlug(kind, title);
}

/** One who may not publish cannot keep a slug for what waits for review. */
export function mayReserveSlug(kind: ContentKind, status: string, caller: Caller): boolean {
  return status !== 'pending' || canPublishPosts(caller, kind.type);
}

/** A settled row always has a slug; where the texts gave none, its number is one. */
export function numberSlug(id: number, status: string): string {
  return isUnsettled(status) || status === 'trash' ? '' : String(id);
}

/**
 * The slug with the first number that makes it unique: among rows of its type, for a type that nests among its
 * siblings. Rows in the trash have given theirs up. It stays free for this transaction to take, whoever else is asking.
 */
export async function uniqueSlug(kind: ContentKind, slug: string, place: SlugPlace, store: Store): Promise<string> {
  if (slug === '') return '';
  await takeTurn(store, slugTurn(kind.type.name, slug));
  const among = {
    types: [kind.type.name],
    exceptId: place.id,
    ...(kind.type.hierarchical ? { parentId: place.parentId } : {}),
  };
  const isFree = async (candidate: string): Promise<boolean> =>
    !isReserved(kind, candidate) && !(await store.posts.slugTaken(candidate, among));
  if (await isFree(slug)) return slug;
  return slugCandidate(slug, await firstFree((n) => isFree(slugCandidate(slug, n))));
}

/**
 * The decision that slugs share which can become each other by a number at their end; it is named by a share of all
 * slugs, so that others seldom wait and the names stay few.
 */
export function slugTurn(type: string, slug: string): string {
  const stem = slug.replace(/(?:-\d+)+$/, '').slice(0, longestSlug / 2);
  return `slugs of ${type} ${createHash('sha256').update(stem).digest()[0]}`;
}

const triedOneByOne = 12;

/**
 * The first number from 2 on that is free. Beyond the first dozen, which are tried in turn, it leaps and then closes in:
 * where a thousand rows share a name, the next one costs a score of questions and not a thousand.
 */
export async function firstFree(isFree: (n: number) => Promise<boolean>): Promise<number> {
  for (let n = 2; n <= triedOneByOne; n++) if (await isFree(n)) return n;
  let taken = triedOneByOne;
  let free = 2 * taken;
  while (!(await isFree(free))) {
    taken = free;
    free *= 2;
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (await isFree(middle)) free = middle;
    else taken = middle;
  }
  return free;
}

function isReserved(kind: ContentKind, slug: string): boolean {
  return isReservedSlug(slug) || (kind.type.hierarchical && pageNumber.test(slug));
}

const mark = '__trashed';

/** The slug a row has while it is in the trash, so that others can take its own. */
export function trashedSlug(slug: string): string {
  return slug.endsWith(mark) ? slug : `${shorten(slug, longestSlug - mark.length)}${mark}`;
}

/** The slug a row had before the trash, where only the marked one is known. */
export function untrashedSlug(post: Pick<Post, 'slug'>, noted: string | null): string {
  if (noted !== null) return noted;
  return post.slug.endsWith(mark) ? post.slug.slice(0, -mark.length) : post.slug;
}

/** The beginnings of encoded characters whose end was cut off. */
const halfCharacter = /%(?:[cd][0-9a-f]|e[0-9a-f](?:%[89ab][0-9a-f])?|f[0-7](?:%[89ab][0-9a-f]){0,2})$/;

function shorten(slug: string, most: number): string {
  if (slug.length <= most) return slug;
  return slug
    .slice(0, most)
    .replace(/%[0-9a-f]?$/, '')
    .replace(halfCharacter, '');
}
