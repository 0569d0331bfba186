import { everything } from '../../rules/visibility.ts';
import type { ExtensionTable, Store } from '../../storage/store.ts';
import { isRecord } from '../../text/json.ts';
import { attachmentMetaKeys, readStoredValue, storedFileSize } from '../attachment-metadata.ts';
import { UploadRefused } from '../upload-refusal.ts';
import { uploadsTable } from './upload-table.ts';

interface UsageRow {
  /** 0 for the sum of all. */
  attachmentId: number;
  bytes: number;
}

/** The bytes of the files of each media item, and their sum, which is changed with every row. */
export const mediaUsageTable: ExtensionTable<UsageRow> = {
  name: 'media_usage',
  columns: { attachmentId: 'integer', bytes: 'integer' },
  key: 'attachmentId',
  isLogged: false,
};

const sumId = 0;

/** What the files of the site take, and how much they may. */
export interface MediaUsage {
  /** Refuses a file that would exceed the quota, and one beside those that are on their way. Throws UploadRefused. */
  admit(bytes: number, options?: { readonly store?: Store; readonly withUnfinished?: boolean }): Promise<void>;
  /**
   * Stores what the files of a media item take now, in the transaction that refers to them. Throws UploadRefused where
   * they are more than before and the quota is exceeded, unless it may be.
   */
  record(inside: Store, attachmentId: number, taken: TakenBytes): Promise<void>;
}

export interface TakenBytes {
  readonly bytes: number;
  /** The files are there already, or an administrator wants them. */
  readonly mayExceed?: boolean;
}

/** @param quotaMegabytes 0 for no limit */
export function createMediaUsage(store: Store, quotaMegabytes: number, clock: () => number = Date.now): MediaUsage {
  const quota = quotaMegabytes * 1024 * 1024;
  const refusal = () =>
    new UploadRefused(
      'quota',
      `The files of this site may take ${quotaMegabytes} MB, and this one would exceed that. Delete files that are not needed.`,
    );
  return {
    async admit(bytes, { store: within = store, withUnfinished = false } = {}) {
      if (quota === 0) return;
      const used = (await usedBytes(within)) ?? (await countUsage(within));
      const reserved = withUnfinished ? await unfinishedBytes(within, clock()) : 0;
      if (used + reserved + bytes > quota) throw refusal();
    },
    async record(inside, attachmentId, { bytes, mayExceed = false }) {
      const rows = inside.table(mediaUsageTable);
      const [before] = await rows.find({ attachmentId });
      const growth = bytes - (before?.bytes ?? 0);
      await rows.put({ attachmentId, bytes });
      // Others who add files wait for this row, so that the sum is that of all of them.
      await rows.increase({ attachmentId: sumId }, { bytes: growth });
      if (quota === 0 || mayExceed || growth <= 0) return;
      if (((await usedBytes(inside)) ?? 0) > quota) throw refusal();
    },
  };
}

/** Stops counting a media item that is removed, in the transaction that removes it. */
export async function releaseUsage(inside: Store, attachmentId: number): Promise<void> {
  const rows = inside.table(mediaUsageTable);
  const [found] = await rows.find({ attachmentId });
  if (!found || (await rows.remove({ attachmentId })) === 0) return;
  await rows.increase({ attachmentId: sumId }, { bytes: -found.bytes });
}

async function usedBytes(store: Store): Promise<number | null> {
  const [sum] = await store.table(mediaUsageTable).find({ attachmentId: sumId });
  return sum?.bytes ?? null;
}

async function unfinishedBytes(store: Store, nowMs: number): Promise<number> {
  const found = await store.table(uploadsTable).find({ attachmentId: 0, expiresMs: { from: nowMs } });
  return found.reduce((sum, { length }) => sum + length, 0);
}

const pageSize = 500;

/** Counts what the database says of all files, once: the sizes in their metadata, where it has them. */
async function countUsage(store: Store): Promise<number> {
  return store.transaction(async (inside) => {
    await inside.lock('media usage');
    const counted = await usedBytes(inside);
    if (counted !== null) return counted;
    const rows = inside.table(mediaUsageTable);
    let sum = 0;
    for (let offset = 0; ; offset += pageSize) {
      const filter = { types: ['attachment'], visibility: everything };
      const page = { limit: pageSize, offset };
      const found = await inside.posts.find(filter, { by: 'id', direction: 'asc' }, page, ['id']);
      const ids = found.map(({ id }) => id);
      const metadata = await inside.meta.of('post', ids, [attachmentMetaKeys.metadata]);
      const known = new Map(
        (await rows.find({ attachmentId: { in: ids } })).map((row) => [row.attachmentId, row.bytes]),
      );
      for (const id of ids) {
        const bytes = known.get(id) ?? storedBytes(readStoredValue(metadata.get(id)?.[0]?.value));
        if (!known.has(id) && bytes > 0) await rows.append({ attachmentId: id, bytes });
        sum += bytes;
      }
      if (found.length < pageSize) break;
    }
    await rows.append({ attachmentId: sumId, bytes: sum });
    return sum;
  });
}

/** The bytes of a file and its copies, as far as its metadata says so. */
function storedBytes(metadata: unknown): number {
  const copies = isRecord(metadata) && isRecord(metadata['sizes']) ? Object.values(metadata['sizes']) : [];
  return [metadata, ...copies].reduce<number>((sum, one) => sum + (storedFileSize(one) ?? 0), 0);
}
