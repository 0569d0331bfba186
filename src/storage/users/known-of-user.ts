import type { Session } from '../query/session.ts';

/**
 * What `read` finds of a user, from memory where nothing of the user has changed since: for the session of a request,
 * which knows what has changed. Other programs that share a server are noticed too late for that.
 */
export async function knownOfUser<T>(session: Session, id: number, what: string, read: () => Promise<T>): Promise<T> {
  if (!session.isRequest || session.dialect.facts.sharedWithOthers || session.readsReplica) return read();
  await session.catchUp();
  const { users } = session.site;
  const known = users.get(id, what);
  // Only the same kind of read stores under this name.
  if (known !== undefined) return known as T;
  const { generation } = users;
  const found = await read();
  users.keep(generation, id, what, found);
  return found;
}
