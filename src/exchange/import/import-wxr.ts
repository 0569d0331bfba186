import type { PostType } from '../../content/post-types.ts';
import type { BulkWriter } from '../../storage/bulk/bulk-writer.ts';
import type { Store } from '../../storage/store.ts';
import type { WxrItem, WxrPart } from '../wxr/wxr-parts.ts';
import type { FileIntake } from './file-intake.ts';
import { finishImport } from './finish-import.ts';
import { importAuthor } from './import-authors.ts';
import { importItems } from './import-items.ts';
import { type ImportReport, ImportTally } from './import-report.ts';
import type { ImportOptions, ImportRun } from './import-run.ts';
import { importTerm } from './import-terms.ts';
import { importedTable, sourceOf } from './imported.ts';

export interface ImportParts {
  readonly store: Store;
  /** Opens the store's own database to be filled. */
  readonly openBulk: () => Promise<BulkWriter>;
  readonly files: FileIntake;
  readonly types: readonly PostType[];
  /** Address of this site's uploads, without a closing slash. */
  readonly uploadsUrl: string;
  readonly nowMs: number;
  /** Told after every batch. */
  readonly progress?: (report: ImportReport) => void;
}

/** An import that stopped half way: what was done stays done, and running it again goes on from there. */
export class ImportStopped extends Error {
  readonly report: ImportReport;

  constructor(cause: unknown, report: ImportReport) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.report = report;
  }
}

/** Items are written together; a batch also ends where it holds this much text. */
const batchItems = 200;
const batchCharacters = 4_000_000;

/**
 * Brings the parts of an export file into a site. Nothing is added twice, however often it runs; ids are kept where
 * they are free. A file that breaks off, or a database that does, leaves whole batches behind.
 */
export async function importWxr(
  parts: AsyncIterable<WxrPart>,
  options: ImportOptions,
  { openBulk, progress, types, ...given }: ImportParts,
): Promise<ImportReport> {
  // Made before the database is opened a second time: connections that are open notice a new table late.
  await given.store.table(importedTable).count({ id: 0 });
  const bulk = await openBulk();
  const tally = new ImportTally();
  const run: ImportRun = {
    ...given,
    bulk,
    tally,
    options,
    hierarchicalTypes: new Set(types.filter((type) => type.hierarchical).map((type) => type.name)),
    site: { version: '', title: '', description: '', language: '', siteUrl: '', homeUrl: '' },
    source: '',
    authorIds: new Map(),
    commenters: new Map(),
    terms: new Map(),
    termIds: new Map(),
    grownTaxonomies: new Set(),
    orphanTerms: [],
    grownTerms: new Map(),
    references: [],
    sticky: new Set(),
  };
  try {
    for await (const batch of batches(parts)) {
      for (const part of batch.single) await importPart(run, part);
      if (batch.items.length > 0) await importItems(run, batch.items);
      progress?.(tally);
    }
    await finishImport(run);
    return tally;
  } catch (error) {
    // What came in so far should be whole: its counts, its parents. A database that is gone cannot even do that.
    if (run.source !== '') await finishImport(run).catch(() => tally.note('Counts and parents are not complete.'));
    throw new ImportStopped(error, tally);
  } finally {
    await bulk.close();
  }
}

type SinglePart = Exclude<WxrPart, { kind: 'item' }>;

async function importPart(run: ImportRun, part: SinglePart): Promise<void> {
  if (part.kind === 'site') {
    run.site = part.site;
    run.source = sourceOf(part.site.homeUrl || part.site.siteUrl);
  } else if (part.kind === 'author') await importAuthor(run, part.author);
  else await importTerm(run, part.term);
}

/** Items together, in the order of the file; whatever stands between them ends a batch. */
async function* batches(parts: AsyncIterable<WxrPart>): AsyncGenerator<{ single: SinglePart[]; items: WxrItem[] }> {
  let items: WxrItem[] = [];
  let characters = 0;
  const reading = parts[Symbol.asyncIterator]();
  for (;;) {
    let failure: unknown;
    const next = await reading.next().catch((error: unknown) => {
      failure = error;
      return null;
    });
    const part = next && !next.done ? next.value : null;
    if (part?.kind === 'item') {
      items.push(part.item);
      characters += sizeOf(part.item);
      if (items.length < batchItems && characters < batchCharacters) continue;
    }
    const single = part && part.kind !== 'item' ? [part] : [];
    if (items.length > 0) yield { single: [], items };
    if (single.length > 0) yield { single, items: [] };
    items = [];
    characters = 0;
    // What could be read is worth having, also when the next line cannot be.
    if (failure !== undefined) throw failure;
    if (!part) return;
  }
}

function sizeOf(item: WxrItem): number {
  const inComments = item.comments.reduce((sum, comment) => sum + comment.content.length, 0);
  return item.content.length + inComments + item.meta.reduce((sum, row) => sum + row.value.length, 0);
}
