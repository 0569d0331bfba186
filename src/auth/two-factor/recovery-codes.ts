import { createHmac, randomBytes } from 'node:crypto';
import type { OwnTable, Store } from '../../storage/store.ts';
import { secretKey } from '../secrets.ts';
import { toBase32 } from './base32.ts';

interface RecoveryCodeRow {
  id: number;
  userId: number;
  /** Only whoever was shown it has the code itself. */
  codeHash: string;
}

export const recoveryCodesTable: OwnTable<RecoveryCodeRow> = {
  name: 'recovery_codes',
  columns: { id: 'id', userId: 'integer', codeHash: 'short' },
  key: 'id',
  indexes: [['userId', 'codeHash']],
};

const count = 10;
const codeBytes = 10;

/** Replaces the codes of a user; they are returned only here, in groups of four. */
export async function makeRecoveryCodes(store: Store, userId: number): Promise<string[]> {
  const key = await secretKey(store, purpose);
  const codes = Array.from({ length: count }, () => toBase32(randomBytes(codeBytes)).toLowerCase());
  const rows = store.table(recoveryCodesTable);
  await rows.remove({ userId });
  for (const code of codes) await rows.insert({ userId, codeHash: hashed(key, userId, code) });
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'));
}

/** Uses a code up; false where it is wrong or was used. Of two requests with one code, one removes its row. */
export async function useRecoveryCode(store: Store, userId: number, typed: string): Promise<boolean> {
  const code = typed.toLowerCase().replace(/[^a-z2-7]/g, '');
  if (code.length !== (codeBytes * 8) / 5) return false;
  const codeHash = hashed(await secretKey(store, purpose), userId, code);
  return (await store.table(recoveryCodesTable).remove({ userId, codeHash })) > 0;
}

export function countRecoveryCodes(store: Store, userId: number): Promise<number> {
  return store.table(recoveryCodesTable).count({ userId });
}

export async function removeRecoveryCodes(store: Store, userId: number): Promise<void> {
  await store.table(recoveryCodesTable).remove({ userId });
}

const purpose = 'recovery codes';

const hashed = (key: Uint8Array, userId: number, code: string): string =>
  createHmac('sha256', key).update(`${userId} ${code}`).digest('base64url');
