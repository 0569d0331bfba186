import { type BulkRow, contentBulkTables } from '../../storage/bulk/bulk-table.ts';
import type { BulkTransaction } from '../../storage/bulk/bulk-writer.ts';
import { StoreError } from '../../storage/store-error.ts';
import type { WxrComment, WxrItem } from '../wxr/wxr-parts.ts';
import { postRow, relationshipRow, truncateToColumns } from './content-rows.ts';
import { createItemSlugs, type ItemSlugs, type KnownItems, knownItems } from './existing-items.ts';
import { authorOf, countHeldAuthor } from './import-authors.ts';
import { commentsToMake, knownComments, makeComments, type NewComments } from './import-comments.ts';
import { importFiles, mimeOf, oldUrlOf } from './import-files.ts';
import { customFields, metaRows, pendingFields, referencedIds } from './import-meta.ts';
import { importedRow, importedRows, itemIdentity, newIdsOf } from './import-record.ts';
import type { ImportRun, PendingReference } from './import-run.ts';
import { countHeldTerms, termsOf } from './import-terms.ts';

/** Types that the old site generates for itself; they are not imported. */
const internalTypes: ReadonlySet<string> = new Set(['revision', 'oembed_cache', 'customize_changeset', 'user_request']);

const attempts = 3;

/**
 * Imports a batch of items with their terms, meta, comments and files; if it fails, nothing of it is stored. An item
 * that the database refuses is left out, and the others are imported without it.
 */
export async function importItems(run: ImportRun, items: readonly WxrItem[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await importBatch(run, items);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (error.failure === 'refused') return importWithoutRefused(run, items, error);
      // Another writer used an id after it was found free, or one of two that waited for each other had to give way.
      if ((error.failure !== 'duplicate' && !error.undone) || attempt === attempts) throw error;
    }
  }
}

async function importWithoutRefused(run: ImportRun, items: readonly WxrItem[], error: StoreError): Promise<void> {
  const [item, ...others] = items;
  if (item === undefined) return;
  if (others.length > 0) {
    const middle = Math.ceil(items.length / 2);
    await importItems(run, items.slice(0, middle));
    return importItems(run, items.slice(middle));
  }
  run.tally.note(`"${item.title}" (${item.id}) was refused: ${error.message}`);
  countBatch(run, { fresh: [], present: [], leftOut: [{ item, outcome: 'refused' }] });
}

/** A new item, with everything its rows need. */
interface NewItem {
  readonly item: WxrItem;
  readonly identity: string;
  /** Its old id, if that is free. */
  readonly id: number | undefined;
  readonly authorId: number;
  readonly slug: string;
  /** Whether it is not stored exactly as the file has it. */
  readonly isChanged: boolean;
  readonly mimeType: string;
  readonly terms: Awaited<ReturnType<typeof termsOf>>;
  readonly comments: NewComments;
}

/** An item that already exists; its comments may be new. */
interface PresentItem {
  readonly item: WxrItem;
  readonly identity: string;
  readonly id: number;
  readonly comments: NewComments;
  readonly isNoted: boolean;
}

interface Batch {
  readonly fresh: readonly NewItem[];
  /** Items that the file has twice, or that are not imported. */
  readonly leftOut: readonly { readonly item: WxrItem; readonly outcome: 'present' | 'refused' }[];
  readonly present: readonly PresentItem[];
  /** Old id → new id of posts from earlier batches that this one refers to. */
  readonly earlier: ReadonlyMap<number, number>;
}

/** What a batch defers to the end of the import. */
interface Leftovers {
  readonly made: readonly { readonly id: number; readonly one: NewItem }[];
  readonly references: readonly PendingReference[];
}

async function importBatch(run: ImportRun, items: readonly WxrItem[]): Promise<void> {
  const batch = await prepareBatch(run, items);
  const { made, references } = await run.bulk.transaction((tables) => writeBatch(run, tables, batch));
  run.references.push(...references);
  for (const { id, item } of [...batch.present, ...made.map(({ id, one }) => ({ id, item: one.item }))])
    run.menuItems.set(item, id);
  for (const { id, one } of made) {
    if (one.item.isSticky) run.sticky.add(id);
    for (const term of one.terms) noteGrown(run, term.taxonomy, term.id);
  }
  const stored = [...made.map(({ id, one }) => ({ id, item: one.item })), ...(run.isResumed ? batch.present : [])];
  for (const { id, item } of stored) noteLeading(run, id, item);
  for (const { id, comments } of batch.present) if (comments.fresh.length > 0) await run.store.comments.recount(id);
  if (run.isResumed) await resumePresent(run, batch);
  countBatch(run, batch);
  const here = [...made.map(({ id, one }) => ({ id, item: one.item })), ...batch.present];
  await importFiles(
    run,
    here.filter(({ item }) => item.type === 'attachment'),
  );
}

/** An earlier run may have ended before it set the references of what it wrote. */
async function resumePresent(run: ImportRun, { present }: Batch): Promise<void> {
  for (const { item, id } of present) {
    if (item.isSticky) run.sticky.add(id);
    if (item.parentId > 0) run.references.push({ kind: 'parent', postId: id, oldId: item.parentId });
    // What it wrote may name an old id, whatever is here by now.
    run.references.push(...metaRows(run, id, item, new Map()).pending);
    for (const term of await termsOf(run, item.terms)) noteGrown(run, term.taxonomy, term.id);
  }
}

function countBatch(run: ImportRun, { fresh, present, leftOut }: Omit<Batch, 'earlier'>): void {
  const { tally } = run;
  const count = (item: WxrItem, outcome: 'imported' | 'present' | 'refused'): void => {
    tally.count('item', outcome, { of: item.type });
    tally.count('field', outcome, { by: customFields(item).length });
    if (item.isSticky) tally.count('sticky', outcome);
  };
  const countComment = (comment: WxrComment, outcome: 'imported' | 'present' | 'refused'): void => {
    tally.count('comment', outcome, { of: comment.type });
    tally.count('commentField', outcome, { by: comment.meta.length });
  };
  for (const { item, isChanged } of fresh) {
    count(item, 'imported');
    if (isChanged) tally.count('item', 'changed', { of: item.type });
  }
  for (const { item } of present) {
    count(item, 'present');
    countHeldTerms(run, item.terms);
    countHeldAuthor(run, item.creator);
  }
  for (const { comments } of [...fresh, ...present]) {
    for (const { comment } of comments.fresh) countComment(comment, 'imported');
    for (const comment of comments.known) countComment(comment, 'present');
  }
  for (const { item, outcome } of leftOut) {
    count(item, outcome);
    for (const comment of item.comments) countComment(comment, outcome);
  }
}

async function prepareBatch(run: ImportRun, items: readonly WxrItem[]): Promise<Batch> {
  const wanted = items
    .filter((item) => !internalTypes.has(item.type))
    .map((item) => ({ item, identity: itemIdentity(item) }));
  const known = await knownItems(run, wanted);
  const referenced = new Set(wanted.flatMap(({ item }) => referencedIds(run, item)));
  const earlier = await newIdsOf(run.store, run.source, 'post', [...referenced]);
  const { fresh, present: found, twice } = sorted(run, wanted, known);
  // Their new comments are cut like those of new items, or would not be recognised the next time.
  const present = found.map((one) => ({ ...one, item: truncateToColumns(one.item, (note) => run.tally.note(note)) }));
  const comments = await knownComments(run, present);
  const facts = { known, earlier, usedIds: new Set<number>(), slugs: createItemSlugs(run, known) };
  const newItems: NewItem[] = [];
  for (const one of fresh) newItems.push(await prepareItem(run, one, facts));
  const presentItems: PresentItem[] = [];
  for (const one of present) {
    const there = { postId: one.id, known: comments };
    presentItems.push({
      ...one,
      comments: await commentsToMake(run, one, there),
      isNoted: known.isNoted(one.identity),
    });
  }
  const internal = items.filter((item) => internalTypes.has(item.type));
  for (const { type } of internal) run.tally.note(`Items of the type ${type} are not imported: a site makes its own.`);
  const leftOut = [
    ...internal.map((item) => ({ item, outcome: 'refused' as const })),
    ...twice.map((item) => ({ item, outcome: 'present' as const })),
  ];
  return { fresh: newItems, present: presentItems, leftOut, earlier };
}

type WantedItem = Pick<NewItem, 'item' | 'identity'>;

/** Separates existing items from new ones. */
function sorted(run: ImportRun, wanted: readonly WantedItem[], known: KnownItems) {
  const fresh: WantedItem[] = [];
  const present: (WantedItem & { readonly id: number })[] = [];
  const twice: WxrItem[] = [];
  const seen = new Set<string>();
  // A row that is a menu item of the file is not another one of them as well.
  const given = new Set<number>();
  const isGiven = (id: number) => given.has(id) || run.menuItems.has(id);
  for (const one of wanted) {
    if (seen.has(one.identity)) {
      run.tally.note(`"${one.item.title}" (${one.item.id}) is in the file twice; the first one counts.`);
      twice.push(one.item);
      continue;
    }
    seen.add(one.identity);
    const id = known.same(one.item, one.identity, isGiven);
    if (id === null) fresh.push(one);
    else {
      present.push({ ...one, id });
      given.add(id);
    }
  }
  return { fresh, present, twice };
}

async function prepareItem(
  run: ImportRun,
  raw: WantedItem,
  facts: {
    readonly known: KnownItems;
    readonly earlier: ReadonlyMap<number, number>;
    readonly usedIds: Set<number>;
    readonly slugs: ItemSlugs;
  },
): Promise<NewItem> {
  const { identity } = raw;
  let isCut = false;
  const item = truncateToColumns(raw.item, (note) => {
    isCut = true;
    run.tally.note(note);
  });
  const isFree = item.id > 0 && !facts.known.isTaken(item.id) && !facts.usedIds.has(item.id);
  if (isFree) facts.usedIds.add(item.id);
  const slug = await facts.slugs.slugOf(item, item.parentId === 0 ? 0 : (facts.earlier.get(item.parentId) ?? null));
  return {
    item,
    identity,
    id: isFree ? item.id : undefined,
    authorId: await authorOf(run, item.creator),
    slug,
    isChanged: isCut || slug !== item.slug || (!isFree && item.id > 0),
    mimeType: mimeOf(item),
    terms: await termsOf(run, item.terms),
    comments: await commentsToMake(run, { item, identity }, null),
  };
}

async function writeBatch(run: ImportRun, tables: BulkTransaction, batch: Batch): Promise<Leftovers> {
  const { fresh, present } = batch;
  const newIds = new Map(batch.earlier);
  for (const { item, id } of present) newIds.set(item.id, id);
  for (const { item, id } of fresh) if (id !== undefined) newIds.set(item.id, id);
  const references: PendingReference[] = [];

  const posts: BulkRow[] = [];
  const made: Leftovers['made'][number][] = [];
  for (const one of keptIdsFirst(fresh)) {
    const parentId = newIds.get(one.item.parentId) ?? 0;
    const guid = guidOf(one.item);
    const { id: oldId, ...facts } = { ...one, guid, parentId, commentCount: one.comments.approved };
    if (oldId !== undefined) posts.push(postRow(one.item, { ...facts, id: oldId }));
    else await tables.insert(contentBulkTables.posts, posts.splice(0));
    const id = oldId ?? (await tables.insertOne(contentBulkTables.posts, postRow(one.item, facts)));
    // Of two menu items with one old id, the first keeps it.
    if (oldId === undefined && !newIds.has(one.item.id)) newIds.set(one.item.id, id);
    if (parentId === 0 && one.item.parentId > 0)
      references.push({ kind: 'parent', postId: id, oldId: one.item.parentId });
    made.push({ id, one });
  }
  await tables.insert(contentBulkTables.posts, posts);

  const meta = made.flatMap(({ id, one }) => {
    const { rows, pending } = metaRows(run, id, one.item, newIds);
    references.push(...pending);
    return rows;
  });
  await tables.insert(contentBulkTables.postmeta, meta);
  const held = made.flatMap(({ id, one }) =>
    [...new Set(one.terms.map((term) => term.rowId))].map((rowId) => relationshipRow(id, rowId)),
  );
  await tables.insert(contentBulkTables.term_relationships, held);

  const families = [
    ...made.map(({ id, one }) => ({ postId: id, comments: one.comments })),
    ...present.map(({ id, comments }) => ({ postId: id, comments })),
  ];
  const { notes, fields } = await makeComments(run, tables, families);
  references.push(...fields);
  const here = [...made.map(({ id, one }) => ({ ...one, id })), ...present.filter((one) => !one.isNoted)];
  for (const { item, identity, id } of here)
    notes.push(importedRow({ source: run.source, kind: 'post', identity, oldId: item.id, newId: id }));
  await tables.insert(importedRows, notes);
  return { made, references };
}

/** An attachment without its file points to the old site. */
const guidOf = (item: WxrItem): string => (item.type === 'attachment' ? oldUrlOf(item) : item.guid);

/** The database assigns an id past the highest that is there, so the rows that keep theirs must be there before. */
function keptIdsFirst(items: readonly NewItem[]): NewItem[] {
  return [...items.filter(({ id }) => id !== undefined), ...items.filter(({ id }) => id === undefined)];
}

/** What its fields lead to is indexed at the end, when all of it is here. */
function noteLeading(run: ImportRun, id: number, item: WxrItem): void {
  const { type, meta } = item;
  if (pendingFields(run, { object: 'post', subtype: type, ownerId: id }, meta).length === 0) return;
  const ids = run.leading.get(type);
  if (ids) ids.push(id);
  else run.leading.set(type, [id]);
}

function noteGrown({ grownTerms }: ImportRun, taxonomy: string, id: number): void {
  const ids = grownTerms.get(taxonomy);
  if (ids) ids.add(id);
  else grownTerms.set(taxonomy, new Set([id]));
}
