import { type HashForm, hashFormOf } from '../../rules/database-versions.ts';
import type { Store } from '../../storage/store.ts';

/** The form of new hashes in this database. */
export async function hashFormIn(store: Pick<Store, 'options'>): Promise<HashForm> {
  return hashFormOf(await store.options.get('db_version'));
}
