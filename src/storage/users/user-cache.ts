import { defineCache } from '../cache/cache-registry.ts';
import { tagsOfKinds } from '../cache/tag-cache.ts';
import type { Session } from '../query/session.ts';

/** What was read of users: nearly every request that writes begins with the account of its caller. */
export const userCache = defineCache<unknown>({ concerns: tagsOfKinds('user'), most: 5_000 });

/**
 * What `read` finds of a user, from memory where nothing of the user has changed since: for the session of a request,
 * which knows what has changed. Other programs that share a server are noticed too late for that.
 */
export async function cachedOfUser<T>(session: Session, id: number, what: string, read: () => Promise<T>): Promise<T> {
  if (!session.isRequest || session.dialect.facts.sharedWithOthers || session.readsReplica) return read();
  await session.refresh();
  // Only the same kind of read stores under this key.
  return (await session.site.caches.of(userCache).read(`${id} ${what}`, [`user:${id}`], read)) as T;
}
