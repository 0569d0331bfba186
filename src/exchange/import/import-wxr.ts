import type { PostType } from '../../rules/post-types.ts';
import type { BulkWriter } from '../../storage/bulk/bulk-writer.ts';
import type { Store } from '../../storage/store.ts';
import type { WxrItem, WxrPart } from '../wxr/wxr-parts.ts';
import type { ImportFileIntake } from './file-intake.ts';
import { finishImport } from './finish-import.ts';
import { importAuthor } from './import-authors.ts';
import { importItems } from './import-items.ts';
import { type ImportReport, ImportTally } from './import-report.ts';
import type { ImportOptions, ImportRun } from './import-run.ts';
import { importTerm } from './import-terms.ts';
import { beginRun, endRun, importedTable, sourceOf } from './imported.ts';
import { MenuItems } from './menu-items.ts';
import { rewriteWxr } from './rewrite-wxr.ts';

/** The site that an export file is imported into. */
export interface ImportContext {
  readonly store: Store;
  /** Opens the store's own database for bulk inserts. */
  readonly openBulk: () => Promise<BulkWriter>;
  readonly files: ImportFileIntake;
  readonly types: readonly PostType[];
  readonly nowMs: number;
  /** Called after every batch and every file. */
  readonly progress?: (report: ImportReport) => void;
}

/** An import that stopped half way: finished batches stay, and running it again continues from there. */
export class ImportStopped extends Error {
  readonly report: ImportReport;

  constructor(cause: unknown, report: ImportReport) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.report = report;
  }
}

/** Items are written in batches; a batch also ends at this amount of text. */
const batchItems = 200;
const batchCharacters = 4_000_000;

/**
 * Imports the parts of an export file into a site. Repeated runs add nothing twice; ids are preserved where
 * they are free. If the file or the database fails, only complete batches are stored.
 */
export async function importWxr(
  parts: AsyncIterable<WxrPart>,
  options: ImportOptions,
  { openBulk, progress, types, ...given }: ImportContext,
): Promise<ImportReport> {
  // Created before the database is opened a second time: open connections notice a new table late.
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
    isResumed: false,
    progress: () => progress?.(tally),
    authorIds: new Map(),
    userIds: new Map(),
    commenters: new Map(),
    terms: new Map(),
    counted: new Set(),
    termIds: new Map(),
    grownTaxonomies: new Set(),
    orphanTerms: [],
    grownTerms: new Map(),
    menuItems: new MenuItems(),
    references: [],
    sticky: new Set(),
  };
  try {
    const rewritten = options.rewriteLinks ? rewriteWxr(parts, options.rewriteLinks, tally) : parts;
    for await (const batch of batches(rewritten)) {
      for (const part of batch.single) await importPart(run, part);
      if (batch.items.length > 0) await importItems(run, batch.items);
      run.progress();
    }
    await finishImport(run);
    await endRun(run.store, run.source);
    return tally;
  } catch (error) {
    // The imported items should be consistent (counts, parents). If the database is gone, this fails too.
    if (run.source !== '')
      await finishImport(run)
        .then(() => endRun(run.store, run.source))
        .catch(() => tally.note('Counts and parents are not complete: running the import again completes them.'));
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
    run.isResumed = await beginRun(run.store, run.source);
  } else if (part.kind === 'author') await importAuthor(run, part.author);
  else await importTerm(run, part.term);
}

/** Groups consecutive items in file order; any other part between them ends a batch. */
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
    // The items read so far are imported, even if the rest of the file cannot be read.
    if (failure !== undefined) throw failure;
    if (!part) return;
  }
}

function sizeOf(item: WxrItem): number {
  const inComments = item.comments.reduce((sum, comment) => sum + comment.content.length, 0);
  return item.content.length + inComments + item.meta.reduce((sum, row) => sum + row.value.length, 0);
}
