import { everything } from '../content/sight.ts';
import type { Store } from '../storage/store.ts';
import { attachmentMetaKeys as keys } from './attachment-metadata.ts';
import type { MediaLibrary } from './media-library.ts';

/** More uploads than this are never under way at the moment a process ends. */
const newest = 1000;

/**
 * Undoes what processes that are gone had begun and not finished: files that lie in the store and belong to no row.
 * For the start of a server; it costs nothing where every process ended in order.
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
    { types: ['attachment'], sight: everything },
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
