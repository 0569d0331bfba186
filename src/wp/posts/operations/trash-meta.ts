import { gmtAt } from '../../../rules/zone.ts';
import { decodePhp, encodePhp } from '../../../storage/options/php-serialized.ts';
import type { Comment, Post } from '../../../storage/rows.ts';
import type { Store } from '../../../storage/store.ts';
import { isUnsettled } from './post-draft.ts';
import { untrashedSlug } from './post-slug.ts';

/** The meta keys of a row in the trash, as existing sites use them; these have none for sticky posts. */
export const trashKeys = {
  status: '_wp_trash_meta_status',
  time: '_wp_trash_meta_time',
  comments: '_wp_trash_meta_comments_status',
  slug: '_wp_desired_post_slug',
  sticky: '_platen_trash_sticky',
} as const;

const noteKeys = Object.values(trashKeys);

/** Stores the former state of a row, so that it can be restored. */
export async function noteBeforeTrash(
  post: Post,
  { now, isSticky }: { readonly now: number; readonly isSticky: boolean },
  store: Store,
): Promise<void> {
  await store.meta.set('post', post.id, trashKeys.status, [post.status]);
  await store.meta.set('post', post.id, trashKeys.time, [String(Math.floor(now / 1000))]);
  await store.meta.set('post', post.id, trashKeys.slug, [post.slug]);
  if (isSticky) await store.meta.set('post', post.id, trashKeys.sticky, ['1']);
}

/** What a row had before the trash that its status alone does not tell. */
export async function stateBeforeTrash(
  post: Post,
  store: Store,
): Promise<{ readonly wasSticky: boolean; readonly hadFloatingDate: boolean }> {
  const status = await statusBeforeTrash(post.id, store);
  const time = Number(await noteOf(post.id, trashKeys.time, store));
  return {
    wasSticky: (await noteOf(post.id, trashKeys.sticky, store)) !== null,
    // The trash fixes a floating date at its own time.
    hadFloatingDate: status !== null && isUnsettled(status) && post.dateGmt === gmtAt(time * 1000),
  };
}

/** The status a row had before the trash; null if it was not stored. */
export async function statusBeforeTrash(postId: number, store: Store): Promise<string | null> {
  return noteOf(postId, trashKeys.status, store);
}

export async function slugBeforeTrash(post: Post, store: Store): Promise<string> {
  return untrashedSlug(post, await noteOf(post.id, trashKeys.slug, store));
}

/** Removes the trash meta of a restored row, except that of its comments, which is needed to restore them. */
export async function clearTrashNotes(postId: number, store: Store): Promise<void> {
  for (const key of [trashKeys.status, trashKeys.time, trashKeys.slug, trashKeys.sticky])
    await store.meta.set('post', postId, key, []);
}

export async function noteComments(
  postId: number,
  comments: readonly Pick<Comment, 'id' | 'approved'>[],
  store: Store,
): Promise<void> {
  const list = new Map(comments.map(({ id, approved }) => [id, approved]));
  await store.meta.set('post', postId, trashKeys.comments, list.size > 0 ? [encodePhp(list)] : []);
}

/** Comment id → its status before the post was moved to the trash. */
export async function notedComments(postId: number, store: Store): Promise<Map<number, string>> {
  const stored = await noteOf(postId, trashKeys.comments, store);
  const list = stored === null ? null : decodePhp(stored);
  if (!list?.ok || !(list.value instanceof Map)) return new Map();
  return new Map([...list.value].map(([id, approved]) => [Number(id), String(approved)]));
}

async function noteOf(postId: number, key: (typeof noteKeys)[number], store: Store): Promise<string | null> {
  const rows = (await store.meta.of('post', [postId], [key])).get(postId);
  return rows?.[0]?.value ?? null;
}
