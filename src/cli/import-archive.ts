import { createReadStream, existsSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import { databaseFile } from '../app/open-services.ts';
import { type CommandContext, CommandError } from '../extension/command.ts';
import { everything } from '../rules/visibility.ts';
import { openBulkWriter } from '../storage/bulk/bulk-writer.ts';
import { ArchiveError, archivedTables } from '../transfer/archive-format.ts';
import { importedTable } from '../transfer/import/import-record.ts';
import { createProgress } from '../transfer/progress.ts';
import { inspectArchive, restoreArchive } from '../transfer/read-archive.ts';
import { siteStorage } from '../transfer/site-storage.ts';

/** Reads an archive to its end; throws where it cannot be restored. */
async function checkArchive({ config, tables }: CommandContext, file: string, whole: boolean): Promise<void> {
  const { files } = await siteStorage(config);
  try {
    const target = { tables: archivedTables(tables, { whole }), prefix: config.tablePrefix, files };
    await inspectArchive(countedFile(file).stream, target);
  } catch (error) {
    throw error instanceof ArchiveError ? new CommandError(`${error.message} Nothing was changed.`) : error;
  } finally {
    await files.close();
  }
}

/** Replaces the site by the one in an archive. */
export async function importArchive(context: CommandContext, file: string, { whole = false } = {}): Promise<void> {
  const { flags, config, print, store, clock, tables: declared } = context;
  const path = databaseFile(config);
  // A new site is made only for an archive that can be restored.
  if (path !== null && !existsSync(path)) await checkArchive(context, file, whole);
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
    for (const { name, why } of restored.refused) print(`Refused: ${JSON.stringify(name)}, since ${why}.`);
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

/** A file stream that reports how many bytes were read. */
export function countedFile(file: string): { stream: Readable; bytes: () => number } {
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  const through = new Transform({ transform: (chunk, _encoding, done) => done(null, chunk) });
  source.on('error', (error) => through.destroy(error));
  return { stream: source.pipe(through), bytes: () => source.bytesRead };
}
