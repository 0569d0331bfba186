import { rm, stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { pino } from 'pino';
import { siteContent } from '../../app/site-content.ts';
import { type CommandContext, CommandError } from '../../commands/command.ts';
import { createFileIntake, type ImportFileIntake } from '../../exchange/import/file-intake.ts';
import { type FileSource, fetchSource, folderSource, noSource } from '../../exchange/import/file-sources.ts';
import { UnknownAuthor } from '../../exchange/import/import-authors.ts';
import type { ImportReport } from '../../exchange/import/import-report.ts';
import { ImportStopped, importWxr } from '../../exchange/import/import-wxr.ts';
import { countFiles } from '../../exchange/import/rehearsal.ts';
import { createProgress } from '../../exchange/progress.ts';
import { createReplacement } from '../../exchange/rewrite/replacement.ts';
import { createValueRewriter } from '../../exchange/rewrite/value-rewriter.ts';
import { siteStorage } from '../../exchange/site-storage.ts';
import { readWxr } from '../../exchange/wxr/read-wxr.ts';
import { WxrError } from '../../exchange/wxr/wxr-error.ts';
import { createFetcher } from '../../fetch/fetcher.ts';
import { createMediaWorkers } from '../../media/workers/media-workers.ts';
import { createPlaten } from '../../platen.ts';
import { type BulkAddress, openBulkWriter } from '../../storage/bulk/bulk-writer.ts';
import type { Store } from '../../storage/store.ts';
import { StoreError } from '../../storage/store-error.ts';
import { countedFile } from './counted-file.ts';
import { importTable } from './import-table.ts';
import { readMappings } from './read-mappings.ts';
import { openRehearsalSite } from './rehearsal-site.ts';

/** Adds the content of an export file to the site. */
export async function importWxrFile(context: CommandContext, file: string, isGzip: boolean): Promise<void> {
  const { flags, config, print, clock } = context;
  const started = clock();
  const authors = new Map(readMappings('--map', flags['map']));
  const links = readMappings('--rewrite-links', flags['rewrite-links']);
  const maxBytes = config.uploadLimitMegabytes * 1024 * 1024;
  const isDry = flags['dry-run'] !== undefined;
  const target = await (isDry ? dryTarget(context) : siteTarget(context, maxBytes));
  const progress = createProgress(process.stderr, clock);
  try {
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
        store: target.store,
        openBulk: () => openBulkWriter(target.database),
        files: target.files,
        types: siteContent(config).types,
        nowMs: clock(),
        progress: (so) => progress.show(reading.bytes(), size, soFar(so)),
      },
    );
    progress.end();
    show(report, print, clock() - started);
    if (isDry) print('This was a dry run: nothing was changed, and no file was fetched.');
  } catch (error) {
    progress.end();
    throw stopped(error, { isDry, print, showReport: (report) => show(report, print, clock() - started) });
  } finally {
    await target.close();
  }
}

/** Where an import writes. */
interface ImportTarget {
  readonly store: Store;
  readonly database: BulkAddress;
  readonly files: ImportFileIntake;
  close(): Promise<void>;
}

async function siteTarget({ flags, config, print }: CommandContext, maxBytes: number): Promise<ImportTarget> {
  const source = await fileSource(flags, maxBytes);
  const { database, files, scratch } = await siteStorage(config);
  // A new site gets its settings and its administrator, but no sample content.
  const platen = await createPlaten({ ...config, sampleContent: false, leads: false, log: pino({ level: 'silent' }) });
  // What is imported is indexed by the next server that opens the site.
  platen.store.holdIndexing();
  const workers = createMediaWorkers({ folder: scratch });
  if (platen.made?.password)
    print(`A new site was made. Its administrator is "${config.adminUser}", with the password ${platen.made.password}`);
  return {
    store: platen.store,
    database,
    files: createFileIntake({ files, source, scratch, workers, maxBytes }),
    close: async () => {
      await workers.close();
      await rm(scratch, { recursive: true, force: true });
      await files.close();
      await platen.close();
    },
  };
}

/** A copy of the site that is removed afterwards. */
async function dryTarget({ flags, config }: CommandContext): Promise<ImportTarget> {
  const { uploads, 'no-fetch': isRefused } = flags;
  if (uploads !== undefined) await checkFolder(uploads);
  const offered = uploads !== undefined ? { folder: uploads } : isRefused === undefined ? 'old site' : 'nowhere';
  const { platen, database, close } = await openRehearsalSite(config);
  return { store: platen.store, database, files: countFiles(offered), close };
}

async function checkFolder(folder: string): Promise<void> {
  if (!(await stat(folder).catch(() => null))?.isDirectory())
    throw new CommandError(`--uploads ${folder} is not a folder.`);
}

async function fileSource(flags: CommandContext['flags'], maxBytes: number): Promise<FileSource> {
  const { uploads, 'no-fetch': isRefused } = flags;
  if (uploads !== undefined) {
    await checkFolder(uploads);
    return folderSource(uploads);
  }
  return isRefused === undefined ? fetchSource(createFetcher({ userAgent: 'Platen' }), { maxBytes }) : noSource;
}

/** Says first that an import failed, then what was imported; the error to end with. */
function stopped(
  error: unknown,
  {
    isDry,
    print,
    showReport,
  }: { isDry: boolean; print: (line: string) => void; showReport: (so: ImportReport) => void },
): unknown {
  if (!(error instanceof ImportStopped)) return error;
  const { cause, message, report } = error;
  print(
    isDry
      ? 'The import would fail. Nothing was changed; what is counted below would be imported.'
      : 'The import failed. What is counted below is whole and stays; running the import again goes on from there.',
  );
  showReport(report);
  const isExplained = [WxrError, UnknownAuthor, StoreError].some((kind) => cause instanceof kind);
  return isExplained
    ? new CommandError(`The import ${isDry ? 'would stop' : 'stopped'}. ${message}`, { cause })
    : cause;
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
