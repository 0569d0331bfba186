import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMediaPath } from '../../media/files/media-path.ts';
import type { BulkTable } from '../../storage/bulk/bulk-table.ts';
import type { BulkWriter } from '../../storage/bulk/bulk-writer.ts';
import type { TableSnapshot } from '../../storage/bulk/table-snapshot.ts';
import type { ImportFileIntake } from './file-intake.ts';
import { notAsked } from './file-sources.ts';

/** Copies the rows of a site into another one, whose own rows go, so that an import can be tried there. */
export async function copyRows(
  from: TableSnapshot,
  to: Pick<BulkWriter, 'transaction'>,
  tables: readonly BulkTable[],
): Promise<void> {
  for (const table of tables)
    await to.transaction(async (target) => {
      await target.empty(table);
      for await (const rows of from.rows(table)) await target.insert(table, rows);
    });
}

/** Where the files of an import would come from. */
export type OfferedFiles = { readonly folder: string } | 'old site' | 'nowhere';

/** Counts the files that an import would take, and takes none. Files of the old site count as if it sent them all. */
export const countFiles = (offered: OfferedFiles): ImportFileIntake => ({
  take: async ({ path }) => {
    if (offered === 'nowhere') return { isKept: false, reason: notAsked };
    if (offered !== 'old site') {
      const found = isMediaPath(path) ? await stat(join(offered.folder, path)).catch(() => null) : null;
      if (!found?.isFile()) return { isKept: false, reason: 'it is not in the folder' };
    }
    return { isKept: true, path, mime: '', metadata: null, missing: 0 };
  },
});
