import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { siteContent } from '../../../src/app/site-from-config.ts';
import type { PlatenOptions } from '../../../src/index.ts';
import { createLocalFileStore } from '../../../src/media/files/local-file-store.ts';
import { createMediaWorkers } from '../../../src/media/workers/media-workers.ts';
import { corePostTypes } from '../../../src/rules/content/core-content-types.ts';
import { type BulkRow, contentBulkTables } from '../../../src/storage/bulk/bulk-table.ts';
import { openBulkWriter } from '../../../src/storage/bulk/bulk-writer.ts';
import { openTableSnapshot } from '../../../src/storage/bulk/table-snapshot.ts';
import { createFileIntake } from '../../../src/transfer/import/file-intake.ts';
import { type FileSource, noSource } from '../../../src/transfer/import/file-sources.ts';
import { type ImportCount, type ImportReport, importKinds } from '../../../src/transfer/import/import-report.ts';
import { importWxr } from '../../../src/transfer/import/import-wxr.ts';
import { createReplacement, createValueRewriter } from '../../../src/transfer/value-rewriter.ts';
import { exportWxr } from '../../../src/transfer/wxr/export-wxr.ts';
import { readWxr } from '../../../src/transfer/wxr/read-wxr.ts';
import { writeWxr } from '../../../src/transfer/wxr/write-wxr.ts';
import { stickyIds } from '../../../src/wp/posts/operations/post-relations.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

export interface ImportWishes {
  readonly authors?: Record<string, string>;
  readonly links?: readonly (readonly [string, string])[];
  readonly source?: FileSource;
}

/** A site of the database under test that files are imported into and exported from. */
export interface ExchangeSite {
  readonly site: TestPlaten;
  /** A private folder; `uploads` in it has the files of the site. */
  readonly folder: string;
  bring(xml: string | Buffer, wishes?: ImportWishes): Promise<ImportReport>;
  /** The site as an export file. */
  take(): Promise<string>;
  /** Every row of the content of the site, without the ids that nothing refers to. */
  rows(): Promise<Record<string, string[]>>;
  close(): Promise<void>;
}

export async function exchangeSite(options: PlatenOptions = {}): Promise<ExchangeSite> {
  const site = await testPlaten(options);
  const folder = await mkdtemp(join(tmpdir(), 'platen-exchange-'));
  const workers = createMediaWorkers({ folder });
  const { store, config } = site.platen;
  const address = { url: config.databaseUrl, prefix: config.tablePrefix };
  const { meta } = siteContent(config);
  const bring: ExchangeSite['bring'] = (xml, { authors = {}, links, source = noSource } = {}) =>
    importWxr(
      readWxr(Readable.from([Buffer.from(xml)])),
      {
        authors: new Map(Object.entries(authors)),
        rewriteLinks: links ? createValueRewriter(createReplacement(links, { wholeAddresses: true })) : null,
      },
      {
        store,
        openBulk: () => openBulkWriter(address),
        files: createFileIntake({
          files: createLocalFileStore(join(folder, 'uploads')),
          source,
          scratch: join(folder, 'scratch'),
          workers,
          maxBytes: 1_000_000,
        }),
        types: corePostTypes,
        meta,
        nowMs: Date.parse('2026-01-01T00:00:00Z'),
      },
    );
  return {
    site,
    folder,
    bring,
    take: async () => {
      const snapshot = await openTableSnapshot(address);
      const parts = exportWxr({
        snapshot,
        site: { url: 'http://site.test', title: 'Site', tagline: '', language: 'en_US' },
        uploadsUrl: 'http://site.test/wp-content/uploads',
        prefix: config.tablePrefix,
        stickyIds: new Set(await stickyIds(store)),
        meta,
      });
      const chunks: string[] = [];
      for await (const chunk of writeWxr(parts, { generator: 'test', writtenAt: new Date(0) })) chunks.push(chunk);
      await snapshot.close();
      return chunks.join('');
    },
    rows: () => contentRows(address),
    close: async () => {
      await workers.close();
      await site.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Columns that say nothing of the content: ids that nothing refers to, and what belongs to one installation. */
const apart: Readonly<Record<string, readonly string[]>> = {
  postmeta: ['meta_id'],
  termmeta: ['meta_id'],
  commentmeta: ['meta_id'],
  usermeta: ['umeta_id'],
  users: ['user_pass', 'user_activation_key', 'user_registered'],
  term_taxonomy: ['term_taxonomy_id'],
};

async function contentRows(address: { url: string; prefix: string }): Promise<Record<string, string[]>> {
  const snapshot = await openTableSnapshot(address);
  const found: Record<string, string[]> = {};
  const termOf = new Map<string | number, string>();
  for (const table of Object.values(contentBulkTables)) {
    if (table.name === 'options') continue;
    const rows: BulkRow[] = [];
    for await (const page of snapshot.rows(table)) rows.push(...page);
    if (table.name === 'term_taxonomy')
      for (const row of rows) termOf.set(row['term_taxonomy_id'] ?? 0, `${row['term_id']} ${row['taxonomy']}`);
    const shown = table.columns.filter((column) => !apart[table.name]?.includes(column));
    const value = (row: BulkRow, column: string) =>
      column === 'term_taxonomy_id' ? termOf.get(row[column] ?? 0) : row[column];
    found[table.name] = rows.map((row) => JSON.stringify(shown.map((column) => value(row, column)))).toSorted();
  }
  await snapshot.close();
  return found;
}

/** How many of each kind were imported, or had another outcome; kinds without any are left out. */
export function counts(report: ImportReport, outcome: keyof ImportCount = 'imported'): Record<string, number> {
  const all = importKinds.map((kind) => [kind, report.total(kind)[outcome]] as const);
  return Object.fromEntries(all.filter(([, count]) => count !== 0));
}
