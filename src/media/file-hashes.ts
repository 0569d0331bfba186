import type { ExtensionTable, Store } from '../storage/store.ts';

/** The digest of the content of an attachment as it was uploaded, so that the same file is not stored twice. */
export const fileHashKey = '_platen_file_hash';

interface HashRow {
  fileId: number;
  hash: string;
}

/** Finds attachments by their digest. The digest itself is meta; tables of existing sites have no index of its values. */
export const fileHashesTable: ExtensionTable<HashRow> = {
  name: 'file_hashes',
  columns: { fileId: 'integer', hash: 'short' },
  key: 'fileId',
  indexes: [['hash']],
  isLogged: false,
};

export const isFileHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** Stores the digest of an attachment's file; must run in the transaction that stores the file. */
export async function storeFileHash(id: number, hash: string, store: Store): Promise<void> {
  await store.meta.set('post', id, fileHashKey, [hash]);
  await store.table(fileHashesTable).put({ fileId: id, hash });
}

/** Forgets the digest of an attachment that is removed, in the transaction that removes it. */
export async function removeFileHash(id: number, store: Store): Promise<void> {
  await store.table(fileHashesTable).remove({ fileId: id });
}

/** The attachments with this content, the newest first; at most so many. Those that another program removed are left out. */
export async function filesWithHash(hash: string, most: number, store: Store): Promise<number[]> {
  const rows = await store
    .table(fileHashesTable)
    .find({ hash }, { by: 'fileId', direction: 'desc' }, { limit: most, offset: 0 });
  const ids = rows.map(({ fileId }) => fileId);
  const stored = await store.meta.of('post', ids, [fileHashKey]);
  return ids.filter((id) => stored.get(id)?.some(({ value }) => value === hash));
}
