import { createReadStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { siteTables } from '../app/services.ts';
import { createPlaten } from '../app.ts';
import { corePostTypes } from '../content/post-types.ts';
import { everything } from '../content/sight.ts';
import { ArchiveError, headName } from '../exchange/archive/archive-format.ts';
import { archivedTables } from '../exchange/archive/archived-tables.ts';
import { restoreArchive } from '../exchange/archive/read-archive.ts';
import { createFileIntake, fetchSource, folderSource, noSource } from '../exchange/import/file-intake.ts';
import { UnknownAuthor } from '../exchange/import/import-authors.ts';
import type { ImportReport } from '../exchange/import/import-report.ts';
import { ImportStopped, importWxr } from '../exchange/import/import-wxr.ts';
import { importedTable } from '../exchange/import/imported.ts';
import { createProgress } from '../exchange/progress.ts';
import { readSite, sitePlaces } from '../exchange/site-places.ts';
import { readWxr } from '../exchange/wxr/read-wxr.ts';
import { WxrError } from '../exchange/wxr/wxr-error.ts';
import { createFetcher } from '../fetch/fetcher.ts';
import { openBulkWriter } from '../storage/bulk/bulk-writer.ts';
import { type Command, type CommandContext, CommandError } from './command.ts';

/** Brings an export file or an archive into the site. */
export const importCommand: Command = {
  name: 'import',
  summary: 'Bring in a WordPress export file (WXR), or restore an archive that "platen export --archive" made.',
  operands: ['file'],
  flags: {
    map: { value: 'OLD=NEW,…', help: 'Who stands for an author of the file; *=NEW for everyone else.' },
    uploads: { value: 'DIR', help: 'A copy of the old uploads folder, to take files from.' },
    'no-fetch': { help: 'Leave files on the old site; attachments point there.' },
    'rewrite-links': { help: 'Turn addresses of the old uploads in texts into ours.' },
    replace: { help: 'Let an archive take the place of a site that has content.' },
  },
  run: async (context) => {
    const file = context.operands['file'] as string;
    const kind = await kindOf(file);
    await (kind === 'archive' ? importArchive(context, file) : importFile(context, file, kind === 'gzip'));
  },
};

async function kindOf(file: string): Promise<'archive' | 'gzip' | 'plain'> {
  const opened = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      `${file} cannot be opened: ${error.code === 'ENOENT' ? 'there is no such file' : error.code}.`,
    );
  });
  try {
    if ((await opened.stat()).isDirectory()) throw new CommandError(`${file} is a folder, not an export file.`);
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(4096), 0, 4096, 0);
    const head = buffer.subarray(0, bytesRead);
    if (head[0] !== 0x1f || head[1] !== 0x8b) return 'plain';
    const start = gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, headName.length);
    return start.toString('latin1') === headName ? 'archive' : 'gzip';
  } finally {
    await opened.close();
  }
}

async function importFile(
  { flags, config, print, clock }: CommandContext,
  file: string,
  isGzip: boolean,
): Promise<void> {
  const started = clock();
  const authors = readMap(flags['map']);
  const { database, files, scratch } = await sitePlaces(config);
  const uploads = flags['uploads'];
  if (uploads !== undefined && !(await stat(uploads).catch(() => null))?.isDirectory())
    throw new CommandError(`--uploads ${uploads} is not a folder.`);
  const fetcher = createFetcher({ userAgent: 'Platen' });
  const source =
    uploads !== undefined
      ? folderSource(uploads)
      : flags['no-fetch'] !== undefined
        ? noSource
        : fetchSource(fetcher, { maxBytes: config.uploadLimitMegabytes * 1024 * 1024 });
  // A site that is new gets its settings and its administrator, but nothing that is not in the file.
  const platen = await createPlaten({ ...config, sampleContent: false, leads: false, log: pino({ level: 'silent' }) });
  const progress = createProgress(process.stderr, clock);
  try {
    if (platen.made?.password)
      print(
        `A new site was made. Its administrator is "${config.adminUser}", with the password ${platen.made.password}`,
      );
    const { size } = await stat(file);
    const reading = counted(file);
    const report = await importWxr(
      readWxr(isGzip ? reading.stream.pipe(createGunzip()) : reading.stream),
      { authors, rewriteLinks: flags['rewrite-links'] !== undefined },
      {
        store: platen.store,
        openBulk: () => openBulkWriter(database),
        files: createFileIntake({ files, source, scratch }),
        types: corePostTypes,
        uploadsUrl: (await readSite(platen.store, config, clock)).uploadsUrl,
        nowMs: clock(),
        progress: (so) => progress.show(reading.bytes(), size, `${so.made.item} items, ${so.made.comment} comments`),
      },
    );
    progress.end();
    show(report, print, clock() - started);
  } catch (error) {
    progress.end();
    if (!(error instanceof ImportStopped)) throw error;
    show(error.report, print, clock() - started);
    const { cause } = error;
    if (cause instanceof WxrError || cause instanceof UnknownAuthor)
      throw new CommandError(`The import stopped. ${error.message} Running it again goes on from there.`);
    throw cause;
  } finally {
    await rm(scratch, { recursive: true, force: true });
    await files.close();
    await platen.close();
  }
}

async function importArchive({ flags, config, print, store, clock }: CommandContext, file: string): Promise<void> {
  const site = await store();
  const isInUse =
    (await site.posts.count({ types: ['post', 'page', 'attachment'], sight: everything })) > 0 ||
    (await site.users.count({})) > 1;
  if (isInUse && flags['replace'] === undefined)
    throw new CommandError(
      'This site has content. With --replace the archive takes its place; nothing of it will be left.',
    );
  // Made before the database is opened a second time: connections that are open notice a new table late.
  const declared = siteTables(config);
  for (const table of declared) await site.table(table).count({});
  await site.table(importedTable).count({});
  const { database, files, scratch } = await sitePlaces(config);
  const bulk = await openBulkWriter(database);
  const progress = createProgress(process.stderr, clock);
  const { size } = await stat(file);
  const reading = counted(file);
  await mkdir(scratch, { recursive: true });
  try {
    const restored = await restoreArchive(reading.stream, {
      bulk,
      tables: archivedTables(declared),
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

/** A file as a stream that knows how far it is. */
function counted(file: string): { stream: Readable; bytes: () => number } {
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  const through = new Transform({ transform: (chunk, _encoding, done) => done(null, chunk) });
  source.on('error', (error) => through.destroy(error));
  return { stream: source.pipe(through), bytes: () => source.bytesRead };
}

function readMap(text = ''): Map<string, string> {
  const pairs = text.split(',').filter((pair) => pair !== '');
  return new Map(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1 || at === pair.length - 1) throw new CommandError(`--map wants OLD=NEW pairs; "${pair}" is none.`);
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
}

function show(report: ImportReport, print: (line: string) => void, milliseconds: number): void {
  const kinds = { author: 'authors', term: 'terms', item: 'posts and other items', comment: 'comments', file: 'files' };
  print('                          new   there already');
  for (const [kind, name] of Object.entries(kinds) as [keyof typeof kinds, string][])
    print(
      `  ${name.padEnd(22)} ${String(report.made[kind]).padStart(5)}   ${String(report.skipped[kind]).padStart(5)}`,
    );
  for (const note of report.notes) print(`  ${note}`);
  if (report.more > 0) print(`  … and ${report.more} more notes.`);
  print(`Took ${(milliseconds / 1000).toFixed(1)} s.`);
}
