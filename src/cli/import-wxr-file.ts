import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { databaseFile } from '../app/open-services.ts';
import { currentContent } from '../app/site-from-config.ts';
import type { Config } from '../config/config.ts';
import { type CommandContext, CommandError } from '../extension/command.ts';
import { createPlaten, type Platen } from '../index.ts';
import { gunzipped } from '../lib/bounded-gunzip.ts';
import { createFetcher } from '../lib/fetcher.ts';
import { createMediaWorkers } from '../media/workers/media-workers.ts';
import { type BulkAddress, openBulkWriter } from '../storage/bulk/bulk-writer.ts';
import type { Store } from '../storage/store.ts';
import { StoreError } from '../storage/store-error.ts';
import { createFileIntake, type ImportFileIntake } from '../transfer/import/file-intake.ts';
import { type FileSource, fetchSource, folderSource, noSource } from '../transfer/import/file-sources.ts';
import { UnknownAuthor } from '../transfer/import/import-authors.ts';
import { importedTable } from '../transfer/import/import-record.ts';
import type { ImportCountRow, ImportKind, ImportReport } from '../transfer/import/import-report.ts';
import { ImportStopped, importWxr } from '../transfer/import/import-wxr.ts';
import { configOfCopy, copySite, countFiles } from '../transfer/import/rehearsal.ts';
import { createProgress } from '../transfer/progress.ts';
import { siteStorage } from '../transfer/site-storage.ts';
import { createReplacement, createValueRewriter } from '../transfer/value-rewriter.ts';
import { readWxr } from '../transfer/wxr/read-wxr.ts';
import { WxrError } from '../transfer/wxr/xml-records.ts';
import { countedFile } from './import-archive.ts';
import { textTable } from './search-replace.ts';

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
    const content = await currentContent(config, target.store);
    const { size } = await stat(file);
    const reading = countedFile(file);
    const report = await importWxr(
      readWxr(isGzip ? gunzipped(reading.stream) : reading.stream),
      {
        authors,
        rewriteLinks:
          links.length === 0 ? null : createValueRewriter(createReplacement(links, { wholeAddresses: true })),
      },
      {
        store: target.store,
        openBulk: () => openBulkWriter(target.database),
        files: target.files,
        types: content.types,
        meta: content.meta,
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

const heads = ['', 'in the file', 'imported', 'already there', 'changed', 'refused'];

const names: Readonly<Record<ImportKind, string>> = {
  author: 'authors',
  authorField: 'fields of authors',
  term: 'terms',
  termField: 'fields of terms',
  item: 'items',
  field: 'custom fields',
  sticky: 'sticky posts',
  file: 'files',
  comment: 'comments',
  commentField: 'fields of comments',
};

/** The report as a table: one row for each kind, taxonomy, type of item and type of comment that the file has. */
export function importTable({ rows }: ImportReport): string[] {
  return textTable(
    heads,
    rows.map((row) => [nameOf(row), row.inFile, row.imported, row.present, row.changed, row.refused]),
  );
}

const nameOf = ({ kind, of }: ImportCountRow): string => (of === '' ? names[kind] : `${names[kind]}: ${of}`);

/** The pairs of a flag such as `--map ann=editor,*=admin`. */
export function readMappings(flag: string, text = ''): (readonly [from: string, to: string])[] {
  const pairs = text.split(',').filter((pair) => pair !== '');
  return pairs.map((pair) => {
    const at = pair.indexOf('=');
    if (at < 1 || at === pair.length - 1) throw new CommandError(`${flag} wants OLD=NEW pairs; "${pair}" is none.`);
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  });
}

/** A copy of a site in a folder of its own, without files; closing it removes it. */
export interface RehearsalSite {
  readonly platen: Platen;
  readonly database: BulkAddress;
  close(): Promise<void>;
}

/** Copies the rows of the site, which is not changed; of a site that does not exist yet, the copy is a new one. */
export async function openRehearsalSite(config: Config): Promise<RehearsalSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-dry-run-'));
  const own = configOfCopy(config, dataDir);
  const opened: { platen?: Platen } = {};
  const close = async () => {
    await opened.platen?.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const platen = await createPlaten({ ...own, sampleContent: false, leads: false, log: pino({ level: 'silent' }) });
    opened.platen = platen;
    const { database } = await siteStorage(own);
    // Created before the database is opened a second time: open connections notice a new table late.
    await platen.store.table(importedTable).count({ id: 0 });
    const file = databaseFile(config);
    if (file === null || existsSync(file)) await copySite(config, database);
    return { platen, database, close };
  } catch (error) {
    await close();
    throw error;
  }
}
