import { hkdfSync, randomBytes } from 'node:crypto';
import type { ExtensionTable, Store } from '../storage/store.ts';
import { StoreError } from '../storage/store-error.ts';

interface SecretRow {
  name: string;
  value: string;
}

/** The table of the site's secret: our own, since the options table belongs to whoever made the site. */
export const secretsTable: ExtensionTable<SecretRow> = {
  name: 'secrets',
  columns: { name: 'short', value: 'short' },
  key: 'name',
};

const siteSecret = 'site';

/** A key for one purpose, derived from the site's secret; all processes on the same database derive the same key. */
export async function secretKey(store: Store, purpose: string): Promise<Buffer> {
  const secret = (await readSecret(store)) ?? (await drawSecret(store));
  return Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', purpose, 32));
}

async function readSecret(store: Store): Promise<string | null> {
  const [row] = await store.table(secretsTable).find({ name: siteSecret });
  return row?.value ?? null;
}

/** Generated on first use; if two processes generate it at once, the primary key lets only one succeed. */
async function drawSecret(store: Store): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  try {
    await store.table(secretsTable).insert({ name: siteSecret, value: secret });
    return secret;
  } catch (error) {
    if (!(error instanceof StoreError) || error.failure !== 'duplicate') throw error;
    return (await readSecret(store)) ?? secret;
  }
}
