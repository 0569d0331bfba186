import { everything } from '../rules/visibility.ts';
import type { Store } from '../storage/store.ts';
import { attachmentMetaKeys as keys } from './attachment-metadata.ts';
import type { MediaLibrary } from './media-library.ts';

/** More than the uploads that can be in progress when a process ends. */
const newest = 1000;

/**
 * Cleans up unfinished uploads of ended processes: removes files in the store that belong to no row.
 * Runs when a server starts; it has nothing to do where every process ended normally.
 */
export async function recoverUploads(library: MediaLibrary, store: Store): Promise<void> {
  let owned: Promise<ReadonlySet<string>> | undefined;
  await library.recover(async (path) => {
    owned ??= newestFiles(store);
    return (await owned).has(path);
  });
}

async function newestFiles(store: Store): Promise<ReadonlySet<string>> {
  const rows = await store.posts.find(
    { types: ['attachment'], visibility: everything },
    { by: 'id', direction: 'desc' },
    { limit: newest, offset: 0 },
    ['id'],
  );
  const ids = rows.map((row) => row.id);
  const meta = ids.length > 0 ? await store.meta.of('post', ids, [keys.file]) : new Map();
  return new Set(
    [...meta.values()].flatMap((values) => values.map(({ value }: { value: string | null }) => value ?? '')),
  );
}
