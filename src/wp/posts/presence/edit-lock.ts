import type { Store } from '../../../storage/store.ts';

/** Where existing sites store who edits an item: seconds since the epoch and the account, as `1700000000:7`. */
const key = '_edit_lock';
/** How long such a note counts, there as here. */
const validSeconds = 150;
/** A note this old is written again, so that it does not run out. */
const renewSeconds = 50;

export interface EditLock {
  readonly userId: number;
  readonly atSeconds: number;
}

/** Who edits an item, as another program sees it too; null for nobody. */
export async function readEditLock(store: Store, postId: number, nowMs: number): Promise<EditLock | null> {
  const [, at = '', user = ''] =
    /^(\d{1,12}):(\d{1,12})$/.exec((await store.meta.passing('post', postId, key)) ?? '') ?? [];
  const lock = { userId: Number(user), atSeconds: Number(at) };
  const age = nowMs / 1000 - lock.atSeconds;
  return lock.userId > 0 && age < validSeconds && age > -validSeconds ? lock : null;
}

export const writeEditLock = (store: Store, postId: number, { userId, atSeconds }: EditLock): Promise<void> =>
  store.meta.setPassing('post', postId, key, `${Math.floor(atSeconds)}:${userId}`);

/** Whether the note of this account is still fresh enough. */
export const isFresh = (lock: EditLock | null, userId: number, nowMs: number): boolean =>
  lock !== null && lock.userId === userId && nowMs / 1000 - lock.atSeconds < renewSeconds;

/** What whoever leaves writes: it runs out in some seconds, so that a page that is loaded again finds its own. */
export const leaving = (userId: number, nowMs: number): EditLock => ({
  userId,
  atSeconds: nowMs / 1000 - validSeconds + 5,
});
