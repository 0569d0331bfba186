import { mkdir, rm, stat } from 'node:fs/promises';
import { type CommandContext, CommandError } from '../../commands/command.ts';
import { ArchiveError } from '../../exchange/archive/archive-format.ts';
import { archivedTables } from '../../exchange/archive/archived-tables.ts';
import { restoreArchive } from '../../exchange/archive/read-archive.ts';
import { importedTable } from '../../exchange/import/imported.ts';
import { createProgress } from '../../exchange/progress.ts';
import { siteStorage } from '../../exchange/site-storage.ts';
import { everything } from '../../rules/visibility.ts';
import { openBulkWriter } from '../../storage/bulk/bulk-writer.ts';
import { countedFile } from './counted-file.ts';

/** Replaces the site by the one in an archive. */
export async function importArchive(
  { flags, config, print, store, clock, tables: declared }: CommandContext,
  file: string,
  { whole = false } = {},
): Promise<void> {
  const site = await store();
  const isInUse =
    (await site.posts.count({ types: ['post', 'page', 'attachment'], visibility: everything })) > 0 ||
    (await site.users.count({})) > 1;
  if (isInUse && flags['replace'] === undefined)
    throw new CommandError(
      'This site has content. With --replace the archive takes its place; nothing of it will be left.',
    );
  // Created before the database is opened a second time: open connections notice a new table late.
  for (const table of declared) await site.table(table).count({});
  await site.table(importedTable).count({});
  const { database, files, scratch } = await siteStorage(config);
  const bulk = await openBulkWriter(database);
  const progress = createProgress(process.stderr, clock);
  const { size } = await stat(file);
  const reading = countedFile(file);
  await mkdir(scratch, { recursive: true });
  try {
    const restored = await restoreArchive(reading.stream, {
      bulk,
      tables: archivedTables(declared, { whole }),
      prefix: config.tablePrefix,
      files,
      scratch,
      progress: (done) => progress.show(reading.bytes(), size, `${done.files} files`),
    });
    progress.end();
    const rows = Object.values(restored.rows).reduce((sum, some) => sum + some, 0);
    print(`Restored ${restored.head.siteUrl} as of ${restored.head.madeAt}: ${rows} rows, ${restored.files} files.`);
    for (const [table, count] of Object.entries(restored.leftOut))
      print(`Left out: ${count} rows of ${table}, which this site does not have.`);
    for (const path of restored.conflicts) print(`Not restored: ${path}, since another file has its name here.`);
  } catch (error) {
    progress.end();
    if (error instanceof ArchiveError) throw new CommandError(`${error.message} Nothing was changed.`);
    throw error;
  } finally {
    await rm(scratch, { recursive: true, force: true });
    await bulk.close();
    await files.close();
  }
}
