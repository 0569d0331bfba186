import { rm, stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { pino } from 'pino';
import { siteContent } from '../../app/site-content.ts';
import { type CommandContext, CommandError } from '../../commands/command.ts';
import { createFileIntake } from '../../exchange/import/file-intake.ts';
import { type FileSource, fetchSource, folderSource, noSource } from '../../exchange/import/file-sources.ts';
import { UnknownAuthor } from '../../exchange/import/import-authors.ts';
import type { ImportReport } from '../../exchange/import/import-report.ts';
import { ImportStopped, importWxr } from '../../exchange/import/import-wxr.ts';
import { createProgress } from '../../exchange/progress.ts';
import { createReplacement } from '../../exchange/rewrite/replacement.ts';
import { createValueRewriter } from '../../exchange/rewrite/value-rewriter.ts';
import { siteStorage } from '../../exchange/site-storage.ts';
import { readWxr } from '../../exchange/wxr/read-wxr.ts';
import { WxrError } from '../../exchange/wxr/wxr-error.ts';
import { createFetcher } from '../../fetch/fetcher.ts';
import { createMediaWorkers } from '../../media/workers/media-workers.ts';
import { createPlaten } from '../../platen.ts';
import { openBulkWriter } from '../../storage/bulk/bulk-writer.ts';
import { StoreError } from '../../storage/store-error.ts';
import { countedFile } from './counted-file.ts';
import { importTable } from './import-table.ts';
import { readMappings } from './read-mappings.ts';

/** Adds the content of an export file to the site. */
export async function importWxrFile(context: CommandContext, file: string, isGzip: boolean): Promise<void> {
  const { flags, config, print, clock } = context;
  const started = clock();
  const authors = new Map(readMappings('--map', flags['map']));
  const links = readMappings('--rewrite-links', flags['rewrite-links']);
  const maxBytes = config.uploadLimitMegabytes * 1024 * 1024;
  const source = await fileSource(flags, maxBytes);
  const { database, files, scratch } = await siteStorage(config);
  // A new site gets its settings and its administrator, but no sample content.
  const platen = await createPlaten({ ...config, sampleContent: false, leads: false, log: pino({ level: 'silent' }) });
  const workers = createMediaWorkers({ folder: scratch });
  const progress = createProgress(process.stderr, clock);
  try {
    if (platen.made?.password)
      print(
        `A new site was made. Its administrator is "${config.adminUser}", with the password ${platen.made.password}`,
      );
    const { size } = await stat(file);
    const reading = countedFile(file);
    const report = await importWxr(
      readWxr(isGzip ? reading.stream.pipe(createGunzip()) : reading.stream),
      {
        authors,
        rewriteLinks:
          links.length === 0 ? null : createValueRewriter(createReplacement(links, { wholeAddresses: true })),
      },
      {
        store: platen.store,
        openBulk: () => openBulkWriter(database),
        files: createFileIntake({ files, source, scratch, workers, maxBytes }),
        types: siteContent(config).types,
        nowMs: clock(),
        progress: (so) => progress.show(reading.bytes(), size, soFar(so)),
      },
    );
    progress.end();
    show(report, print, clock() - started);
  } catch (error) {
    progress.end();
    throw stopped(error, (report) => show(report, print, clock() - started), print);
  } finally {
    await workers.close();
    await rm(scratch, { recursive: true, force: true });
    await files.close();
    await platen.close();
  }
}

async function fileSource(flags: CommandContext['flags'], maxBytes: number): Promise<FileSource> {
  const { uploads, 'no-fetch': isRefused } = flags;
  if (uploads !== undefined) {
    if (!(await stat(uploads).catch(() => null))?.isDirectory())
      throw new CommandError(`--uploads ${uploads} is not a folder.`);
    return folderSource(uploads);
  }
  return isRefused === undefined ? fetchSource(createFetcher({ userAgent: 'Platen' }), { maxBytes }) : noSource;
}

/** Says first that an import failed, then what was imported; the error to end with. */
function stopped(error: unknown, showReport: (report: ImportReport) => void, print: (line: string) => void): unknown {
  if (!(error instanceof ImportStopped)) return error;
  const { cause, message, report } = error;
  print('The import failed. What is counted below is whole and stays; running the import again goes on from there.');
  showReport(report);
  const isExplained = [WxrError, UnknownAuthor, StoreError].some((kind) => cause instanceof kind);
  return isExplained ? new CommandError(`The import stopped. ${message}`, { cause }) : cause;
}

function soFar(report: ImportReport): string {
  const [items, comments, files] = (['item', 'comment', 'file'] as const).map((kind) => report.total(kind).inFile);
  return `${items} items, ${comments} comments, ${files} files`;
}

function show(report: ImportReport, print: (line: string) => void, milliseconds: number): void {
  for (const line of importTable(report)) print(line);
  for (const note of report.notes) print(`  ${note}`);
  if (report.more > 0) print(`  … and ${report.more} more notes.`);
  print(`Took ${(milliseconds / 1000).toFixed(1)} s.`);
}
