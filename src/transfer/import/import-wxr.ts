import type { MetaDefinition } from '../../rules/meta-registry.ts';
import type { PostType } from '../../rules/post-types.ts';
import type { BulkWriter } from '../../storage/bulk/bulk-writer.ts';
import { decodePhp, encodePhp, type PhpArray } from '../../storage/options/php-serialized.ts';
import type { Store } from '../../storage/store.ts';
import { indexRelations } from '../../wp/fields/relation-index.ts';
import { createFieldReferences } from '../field-references.ts';
import type { ValueRewriter } from '../value-rewriter.ts';
import type { WxrComment, WxrItem, WxrMeta, WxrPart } from '../wxr/wxr-parts.ts';
import type { ImportFileIntake } from './file-intake.ts';
import { importAuthor } from './import-authors.ts';
import { importItems } from './import-items.ts';
import { beginRun, endRun, importedTable, newIdsOf, sourceOf } from './import-record.ts';
import { type ImportReport, ImportTally } from './import-report.ts';
import {
  type ImportOptions,
  type ImportRun,
  MenuItems,
  menuParentKey,
  type PendingField,
  type PendingReference,
} from './import-run.ts';
import { attachOrphanTerms, clearTermHierarchies, importTerm, recountTerms } from './import-terms.ts';

/** The site that an export file is imported into. */
export interface ImportContext {
  readonly store: Store;
  /** Opens the store's own database for bulk inserts. */
  readonly openBulk: () => Promise<BulkWriter>;
  readonly files: ImportFileIntake;
  readonly types: readonly PostType[];
  /** The keys that the site declares: ids in their values follow what they lead to. */
  readonly meta: readonly MetaDefinition[];
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
  { openBulk, progress, types, meta, ...given }: ImportContext,
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
    fields: createFieldReferences(meta),
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
    leading: new Map(),
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

const chunk = 200;

/** The steps that need the whole file: references to later items, counts, sticky posts. */
export async function finishImport(run: ImportRun): Promise<void> {
  await attachOrphanTerms(run);
  await clearTermHierarchies(run);
  for (let at = 0; at < run.references.length; at += chunk)
    await resolveReferences(run, run.references.slice(at, at + chunk));
  for (const [type, ids] of run.leading)
    for (let at = 0; at < ids.length; at += chunk)
      await indexRelations(run.fields.registry, type, ids.slice(at, at + chunk), run.store);
  await recountTerms(run);
  if (run.sticky.size > 0) await addSticky(run);
}

async function resolveReferences(run: ImportRun, references: readonly PendingReference[]): Promise<void> {
  const oldIds = references.flatMap((one) =>
    one.kind === 'field' ? run.fields.idsIn(one, one.value, 'posts') : [one.oldId],
  );
  const newIds = await newIdsOf(run.store, run.source, 'post', [...new Set(oldIds)]);
  const newIdOf = (reference: IdReference) =>
    reference.kind === 'menuParent' ? run.menuItems.get(reference.menu, reference.oldId) : newIds.get(reference.oldId);
  await run.store.transaction(async (store) => {
    for (const one of references) {
      if (one.kind === 'field') await resolveField(run, store, one, newIds);
      else await resolve(store, one, newIdOf(one));
    }
  });
  for (const one of references) {
    if (one.kind === 'parent' && !newIds.has(one.oldId))
      run.tally.note(`Post ${one.postId} has lost its parent ${one.oldId}: it is not in the file.`);
  }
}

type IdReference = Exclude<PendingReference, PendingField>;

/** Stores the value of the file with the ids of this site. */
async function resolveField(
  { fields, termIds, userIds, tally }: ImportRun,
  store: Store,
  field: PendingField,
  posts: ReadonlyMap<number, number>,
): Promise<void> {
  const { object, ownerId, key } = field;
  const { value, missing } = fields.map(field, field.value, { posts, terms: termIds, users: userIds });
  await store.meta.set(object, ownerId, key, [value]);
  for (const { target, id } of missing)
    tally.note(`The field "${key}" of ${object} ${ownerId} names ${nouns[target]} ${id}, which is not in the file.`);
}

const nouns = { posts: 'item', terms: 'term', users: 'user' } as const;

async function resolve(store: Store, reference: IdReference, newId: number | undefined): Promise<void> {
  if (newId === undefined || newId === reference.postId) return;
  if (reference.kind === 'parent') await store.posts.update(reference.postId, { parentId: newId });
  else if (newId !== reference.oldId) {
    const key = reference.kind === 'meta' ? reference.key : menuParentKey;
    await store.meta.set('post', reference.postId, key, [String(newId)]);
  }
}

/** Adds to the stored list; a list in an unknown format is left unchanged. */
async function addSticky({ store, sticky, tally }: ImportRun): Promise<void> {
  await store.options.change('sticky_posts', (stored) => {
    const decoded = stored ? decodePhp(stored) : ({ ok: true, value: new Map() } as const);
    if (!decoded.ok || !(decoded.value instanceof Map)) {
      tally.note('The list of sticky posts cannot be read; it was left as it is.');
      return stored;
    }
    const ids = new Set([...decoded.value.values()].map(Number));
    const list: PhpArray = new Map(decoded.value);
    let next = Math.max(-1, ...[...list.keys()].map(Number).filter(Number.isInteger)) + 1;
    for (const id of sticky) if (!ids.has(id)) list.set(next++, id);
    return list.size > decoded.value.size ? encodePhp(list) : stored;
  });
}

/** The parts of a file with other addresses in their texts and fields. Guids identify items, and so they stay. */
export async function* rewriteWxr(
  parts: AsyncIterable<WxrPart>,
  rewrite: ValueRewriter,
  tally: ImportTally,
): AsyncGenerator<WxrPart> {
  for await (const part of parts) yield rewrittenPart(part, rewrite, tally);
}

type TextIn = (text: string, where: string) => string;

function rewrittenPart(part: WxrPart, rewrite: ValueRewriter, tally: ImportTally): WxrPart {
  const textIn: TextIn = (text, where) => {
    const rewritten = rewrite(text);
    if (rewritten.refused === null) return rewritten.text;
    tally.note(`${where} keeps its addresses: its value is serialised, and ${rewritten.refused}.`);
    return text;
  };
  if (part.kind === 'author') {
    const { author } = part;
    const where = `Author "${author.login}"`;
    return { ...part, author: { ...author, url: textIn(author.url, where), meta: fields(author.meta, textIn, where) } };
  }
  if (part.kind === 'term') {
    const { term } = part;
    const where = `Term "${term.name}"`;
    const description = textIn(term.description, where);
    return { ...part, term: { ...term, description, meta: fields(term.meta, textIn, where) } };
  }
  return part.kind === 'item' ? { ...part, item: rewrittenItem(part.item, textIn) } : part;
}

function rewrittenItem(item: WxrItem, textIn: TextIn): WxrItem {
  const where = `"${item.title}" (${item.id})`;
  return {
    ...item,
    title: textIn(item.title, where),
    content: textIn(item.content, where),
    excerpt: textIn(item.excerpt, where),
    contentFiltered: textIn(item.contentFiltered, where),
    meta: fields(item.meta, textIn, where),
    comments: item.comments.map((comment) => rewrittenComment(comment, textIn)),
  };
}

function rewrittenComment(comment: WxrComment, textIn: TextIn): WxrComment {
  const where = `Comment ${comment.id}`;
  return {
    ...comment,
    authorUrl: textIn(comment.authorUrl, where),
    content: textIn(comment.content, where),
    meta: fields(comment.meta, textIn, where),
  };
}

function fields(meta: readonly WxrMeta[], textIn: TextIn, where: string): WxrMeta[] {
  return meta.map(({ key, value }) => ({ key, value: textIn(value, `The field "${key}" of ${where}`) }));
}
