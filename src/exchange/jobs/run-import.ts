import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { createMediaWorkers } from '../../media/workers/media-workers.ts';
import { openBulkWriter } from '../../storage/bulk/bulk-writer.ts';
import { createFileIntake } from '../import/file-intake.ts';
import { fetchSource, noSource } from '../import/file-sources.ts';
import type { ImportReport } from '../import/import-report.ts';
import { importWxr } from '../import/import-wxr.ts';
import { importedTable } from '../import/imported.ts';
import { countFiles } from '../import/rehearsal.ts';
import { createReplacement } from '../rewrite/replacement.ts';
import { createValueRewriter } from '../rewrite/value-rewriter.ts';
import { siteStorage } from '../site-storage.ts';
import { readWxr } from '../wxr/read-wxr.ts';
import type { ExchangeContext } from './exchange-context.ts';
import type { ExchangeChoices, ExchangeProgress, ExchangeReport } from './exchange-table.ts';

/** Called as the work goes on; throws where it should stop. */
export type ExchangeWatch = (progress: ExchangeProgress) => void;

/** Brings an export file in, or says what would come in. Run again, it goes on where it stopped. */
export async function runImport(
  context: ExchangeContext,
  file: string,
  options: ExchangeChoices,
  watch: ExchangeWatch,
): Promise<ImportReport> {
  const { size: all } = await stat(file);
  const reading = createReadStream(file, { highWaterMark: 256 * 1024 });
  const parts = readWxr((await isGzip(file)) ? reading.pipe(unpacking(reading)) : reading);
  const progress = (report: ImportReport) =>
    watch({
      done: Math.min(reading.bytesRead, all),
      all,
      items: report.total('item').inFile,
      files: report.total('file').inFile,
    });
  try {
    return await (options.isDry ? tryOut : bringIn)(context, parts, options, progress);
  } finally {
    reading.destroy();
  }
}

type WxrStream = ReturnType<typeof readWxr>;
type Reporting = (report: ImportReport) => void;

const optionsOf = ({ author, rewriteLinks = [] }: ExchangeChoices) => ({
  authors: new Map(author === '' ? [] : [['*', author]]),
  rewriteLinks:
    rewriteLinks.length > 0 ? createValueRewriter(createReplacement(rewriteLinks, { wholeAddresses: true })) : null,
});

async function bringIn(
  { store, config, types, fetch, folder, clock }: ExchangeContext,
  parts: WxrStream,
  options: ExchangeChoices,
  progress: Reporting,
): Promise<ImportReport> {
  const { database, files } = await siteStorage(config);
  const scratch = await folder('exchange-scratch');
  const workers = createMediaWorkers({ folder: scratch });
  const maxBytes = config.uploadLimitMegabytes * 1024 * 1024;
  const source = options.fetchesFiles ? fetchSource(fetch, { maxBytes }) : noSource;
  try {
    return await importWxr(parts, optionsOf(options), {
      store,
      openBulk: () => openBulkWriter(database),
      files: createFileIntake({ files, source, scratch, workers, maxBytes }),
      types,
      nowMs: clock(),
      progress,
    });
  } finally {
    await workers.close();
    await rm(scratch, { recursive: true, force: true });
    await files.close();
  }
}

/** Imports into a copy of the site that is removed afterwards; files are only counted. */
async function tryOut(
  { store: site, rehearse, types, clock }: ExchangeContext,
  parts: WxrStream,
  options: ExchangeChoices,
  progress: Reporting,
): Promise<ImportReport> {
  // The copy holds this table too, so it must be there.
  await site.table(importedTable).count({ id: 0 });
  const { store, database, close } = await rehearse();
  try {
    return await importWxr(parts, optionsOf(options), {
      store,
      openBulk: () => openBulkWriter(database),
      files: countFiles(options.fetchesFiles ? 'old site' : 'nowhere'),
      types,
      nowMs: clock(),
      progress,
    });
  } finally {
    await close();
  }
}

async function isGzip(file: string): Promise<boolean> {
  const opened = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await opened.close();
  }
}

function unpacking(reading: { on(event: 'error', listener: (error: Error) => void): unknown }) {
  const unpacked = createGunzip();
  reading.on('error', (error) => unpacked.destroy(error));
  return unpacked;
}

/** The report as it is stored. */
export const plainReport = ({ rows, notes, more }: ImportReport): ExchangeReport => ({
  rows: rows.map((row) => ({ ...row })),
  notes: [...notes],
  more,
});
