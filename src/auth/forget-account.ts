import { previewsTable } from '../previews/preview-table.ts';
import type { Store } from '../storage/store.ts';
import { loginLinksTable } from './login-links.ts';
import { endSessionsOf } from './sessions.ts';
import { removeTwoFactor } from './two-factor/two-factor.ts';

/** Removes what an account that is deleted could log in with, and the links to what it previewed. */
export async function forgetAccount(store: Store, userId: number): Promise<void> {
  await endSessionsOf(store, userId, null);
  await store.table(loginLinksTable).remove({ userId });
  await removeTwoFactor(store, userId);
  await store.table(previewsTable).remove({ userId });
}
