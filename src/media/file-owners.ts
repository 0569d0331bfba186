import type { Store } from '../storage/store.ts';
import { attachmentFiles } from './attachment-files.ts';
import { attachedPath, backupsKey, attachmentMetaKeys as keys, readStoredValue } from './attachment-metadata.ts';
import { loadSources } from './transforms/transform-source.ts';

/** Which media items have a file: on old sites several may share one, or be named like a copy of another. */
export interface FileOwners {
  /** Those of these paths that belong to a media item which shows one of them, or was uploaded as one; this one aside. */
  taken(paths: readonly string[], exceptId?: number): Promise<ReadonlySet<string>>;
  /** The versions in which media items show a file now: resized pictures of all of them are in use. */
  versions(file: string): Promise<ReadonlySet<string>>;
}

export const fileOwners = (store: Store): FileOwners => ({
  async taken(paths, exceptId = 0) {
    const ids = await store.meta.owners('post', keys.file, paths.flatMap(shownFor));
    const others = ids.filter((id) => id !== exceptId);
    if (others.length === 0) return new Set();
    const meta = await store.meta.of('post', others, [keys.file, keys.metadata, backupsKey]);
    const files = [...meta.values()].flatMap((rows) => {
      const value = (key: string) => rows.find((row) => row.key === key)?.value;
      return attachmentFiles({
        file: attachedPath(value(keys.file)),
        metadata: readStoredValue(value(keys.metadata)),
        backups: readStoredValue(value(backupsKey)),
      });
    });
    return new Set(files.filter((file) => paths.includes(file)));
  },
  async versions(file) {
    const sources = await loadSources(await store.meta.owners('post', keys.file, file), store);
    return new Set([...sources.values()].map(({ version }) => version));
  },
});

/** The paths that may be shown for an uploaded file: its own, and those of the copies that stand in its place. */
function shownFor(path: string): string[] {
  const [, stem = path, extension = ''] = /^(.*?)(\.[^./]*)?$/.exec(path) ?? [];
  return [path, `${stem}-scaled${extension}`, `${stem}-rotated${extension}`];
}
