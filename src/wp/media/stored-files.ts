import type { StoredAttachment } from '../../media/attachment-files.ts';
import { attachedPath, attachmentMetaKeys as keys } from '../../media/attachment-metadata.ts';
import { readStoredValue } from '../../media/stored-metadata.ts';
import type { Store } from '../../storage/store.ts';

/** The files of earlier versions of a picture. */
export const backupsKey = '_wp_attachment_backup_sizes';

/** What is stored about the files of an attachment; null where it has none. */
export async function storedFiles(id: number, store: Store): Promise<StoredAttachment | null> {
  const rows = (await store.meta.of('post', [id], [keys.file, keys.metadata, backupsKey])).get(id) ?? [];
  const value = (key: string) => rows.find((row) => row.key === key)?.value ?? '';
  const file = attachedPath(value(keys.file));
  if (file === '') return null;
  return { file, metadata: readStoredValue(value(keys.metadata)), backups: readStoredValue(value(backupsKey)) };
}
