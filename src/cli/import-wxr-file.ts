import { rm, stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { pino } from 'pino';
import { siteContent } from '../app/site-content.ts';
import { type CommandContext, CommandError } from '../commands/command.ts';
import { createFileIntake, fetchSource, folderSource, noSource } from '../exchange/import/file-intake.ts';
import { UnknownAuthor } from '../exchange/import/import-authors.ts';
import type { ImportKind, ImportReport } from '../exchange/import/import-report.ts';
import { ImportStopped, importWxr } from '../exchange/import/import-wxr.ts';
import { createProgress } from '../exchange/progress.ts';
import { siteStorage } from '../exchange/site-storage.ts';
import { readWxr } from '../exchange/wxr/read-wxr.ts';
import { WxrError } from '../exchange/wxr/wxr-error.ts';
import { createFetcher } from '../fetch/fetcher.ts';
import { uploadsUrl } from '../media/media-urls.ts';
import { createPlaten } from '../platen.ts';
import { openBulkWriter } from '../storage/bulk/bulk-writer.ts';
import { countedFile } from './counted-file.ts';

/** Adds the content of an export file to the site. */
export async function importWxrFile(
  { flags, config, site, print, clock }: CommandContext,
  file: string,
  isGzip: boolean,
): Promise<void> {
  const started = clock();
  const authors = readMap(flags['map']);
  const { database, files, scratch } = await siteStorage(config);
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
  // A new site gets its settings and its administrator, but no sample content.
  const platen = await createPlaten({ ...config, sampleContent: false, leads: false, log: pino({ level: 'silent' }) });
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
      { authors, rewriteLinks: flags['rewrite-links'] !== undefined },
      {
        store: platen.store,
        openBulk: () => openBulkWriter(database),
        files: createFileIntake({ files, source, scratch }),
        types: siteContent(config).types,
        uploadsUrl: uploadsUrl(await site(platen.store), config.uploadsUrl),
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

const reportRows: readonly (readonly [ImportKind, string])[] = [
  ['author', 'authors'],
  ['term', 'terms'],
  ['item', 'posts and other items'],
  ['comment', 'comments'],
  ['file', 'files'],
];

function show(report: ImportReport, print: (line: string) => void, milliseconds: number): void {
  print('                          new   there already');
  for (const [kind, name] of reportRows)
    print(
      `  ${name.padEnd(22)} ${String(report.made[kind]).padStart(5)}   ${String(report.skipped[kind]).padStart(5)}`,
    );
  for (const note of report.notes) print(`  ${note}`);
  if (report.more > 0) print(`  … and ${report.more} more notes.`);
  print(`Took ${(milliseconds / 1000).toFixed(1)} s.`);
}
