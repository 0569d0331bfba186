import { type BulkRow, contentBulkTables } from '../../storage/bulk/bulk-table.ts';
import type { BulkTransaction } from '../../storage/bulk/bulk-writer.ts';
import { StoreError } from '../../storage/store-error.ts';
import { numberedSlug } from '../../text/slugs/slug.ts';
import type { WxrItem } from '../wxr/wxr-parts.ts';
import { postRow, relationshipRow } from './content-rows.ts';
import { fitted } from './fitted.ts';
import { authorOf } from './import-authors.ts';
import { commentsToMake, knownComments, makeComments, type NewComments } from './import-comments.ts';
import { mimeOf, withFiles } from './import-files.ts';
import { metaRows, referencedIds } from './import-meta.ts';
import type { ImportRun, PendingReference } from './import-run.ts';
import { termsOf } from './import-terms.ts';
import { importedRow, importedRows, itemIdentity, newIdsOf } from './imported.ts';
import { type KnownItems, knownItems } from './known-items.ts';

/** Types that the old site generates for itself; they are not imported. */
const internalTypes: ReadonlySet<string> = new Set(['revision', 'oembed_cache', 'customize_changeset', 'user_request']);

const attempts = 3;

/** Imports a batch of items with their terms, meta, comments and files; if it fails, nothing of it is stored. */
export async function importItems(run: ImportRun, items: readonly WxrItem[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await importBatch(run, items);
    } catch (error) {
      // Another writer used an id after it was found free.
      const isRace = error instanceof StoreError && error.failure === 'duplicate';
      if (!isRace || attempt === attempts) throw error;
    }
  }
}

/** A new item, with everything its rows need. */
interface NewItem {
  readonly item: WxrItem;
  readonly identity: string;
  /** Its old id, if that is free. */
  readonly id: number | undefined;
  readonly authorId: number;
  readonly slug: string;
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
  readonly present: readonly PresentItem[];
  /** Old id → new id of posts from earlier batches that this one refers to. */
  readonly earlier: ReadonlyMap<number, number>;
}

/** What a batch defers to the end of the import. */
interface Leftovers {
  readonly references: readonly PendingReference[];
  readonly sticky: readonly number[];
}

async function importBatch(run: ImportRun, items: readonly WxrItem[]): Promise<void> {
  const batch = await prepareBatch(run, items);
  const { references, sticky } = await run.bulk.transaction((tables) => writeBatch(run, tables, batch));
  const { fresh, present } = batch;
  run.references.push(...references);
  for (const id of sticky) run.sticky.add(id);
  for (const term of fresh.flatMap((one) => one.terms)) noteGrown(run, term.taxonomy, term.id);
  run.tally.count('item', fresh.length);
  run.tally.skipped.item += items.length - fresh.length;
  for (const { comments } of [...fresh, ...present]) {
    run.tally.count('comment', comments.fresh.length);
    run.tally.skipped.comment += comments.known;
  }
  for (const { id, comments } of present) if (comments.fresh.length > 0) await run.store.comments.recount(id);
}

async function prepareBatch(run: ImportRun, items: readonly WxrItem[]): Promise<Batch> {
  const wanted = items
    .filter((item) => !internalTypes.has(item.type))
    .map((item) => ({ item, identity: itemIdentity(item) }));
  const known = await knownItems(run, wanted);
  const referenced = new Set(wanted.flatMap(({ item }) => referencedIds(item)));
  const earlier = await newIdsOf(run.store, run.source, 'post', [...referenced]);
  const { fresh, present: found } = sorted(run, wanted, known);
  // Their new comments are cut like those of new items, or would not be recognised the next time.
  const present = found.map((one) => ({ ...one, item: fitted(one.item, (note) => run.tally.note(note)) }));
  const comments = await knownComments(run, present);
  const usedIds = new Set<number>();
  const newItems: NewItem[] = [];
  const presentItems: PresentItem[] = [];
  const ready = await withFiles(
    run,
    fresh.map(({ item }) => item),
  );
  for (const [i, item] of ready.entries()) {
    const { identity } = fresh[i]!;
    newItems.push(await prepareItem(run, { item, identity }, { known, usedIds, earlier }));
  }
  for (const one of present) {
    const there = { postId: one.id, known: comments };
    presentItems.push({
      ...one,
      comments: await commentsToMake(run, one, there),
      isNoted: known.isNoted(one.identity),
    });
  }
  return { fresh: newItems, present: presentItems, earlier };
}

type WantedItem = Pick<NewItem, 'item' | 'identity'>;

/** Separates existing items from new ones. */
function sorted(run: ImportRun, wanted: readonly WantedItem[], known: KnownItems) {
  const fresh: WantedItem[] = [];
  const present: (WantedItem & { readonly id: number })[] = [];
  const seen = new Set<string>();
  for (const one of wanted) {
    if (seen.has(one.identity)) {
      run.tally.note(`"${one.item.title}" (${one.item.id}) is in the file twice.`);
      continue;
    }
    seen.add(one.identity);
    const id = known.same(one.item, one.identity);
    if (id === null) fresh.push(one);
    else present.push({ ...one, id });
  }
  return { fresh, present };
}

async function prepareItem(
  run: ImportRun,
  raw: WantedItem,
  facts: { readonly known: KnownItems; readonly usedIds: Set<number>; readonly earlier: ReadonlyMap<number, number> },
): Promise<NewItem> {
  const { identity } = raw;
  const item = fitted(raw.item, (note) => run.tally.note(note));
  const isFree = item.id > 0 && !facts.known.isTaken(item.id) && !facts.usedIds.has(item.id);
  if (isFree) facts.usedIds.add(item.id);
  const parentId = facts.earlier.get(item.parentId) ?? 0;
  return {
    item,
    identity,
    id: isFree ? item.id : undefined,
    authorId: await authorOf(run, item.creator),
    slug: facts.known.isSlugTaken(item, parentId) ? await freeItemSlug(run, item, parentId) : item.slug,
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
  const made: { readonly id: number; readonly one: NewItem }[] = [];
  for (const one of keptIdsFirst(fresh)) {
    const parentId = newIds.get(one.item.parentId) ?? 0;
    const { id: oldId, ...facts } = { ...one, parentId, commentCount: one.comments.approved };
    if (oldId !== undefined) posts.push(postRow(one.item, { ...facts, id: oldId }));
    else await tables.insert(contentBulkTables.posts, posts.splice(0));
    const id = oldId ?? (await tables.insertOne(contentBulkTables.posts, postRow(one.item, facts)));
    if (oldId === undefined) newIds.set(one.item.id, id);
    if (parentId === 0 && one.item.parentId > 0)
      references.push({ kind: 'parent', postId: id, oldId: one.item.parentId });
    made.push({ id, one });
  }
  await tables.insert(contentBulkTables.posts, posts);

  const meta = made.flatMap(({ id, one }) => {
    const { rows, pending } = metaRows(id, one.item, { posts: newIds, terms: run.termIds });
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
  const notes = await makeComments(run, tables, families);
  const here = [...made.map(({ id, one }) => ({ ...one, id })), ...present.filter((one) => !one.isNoted)];
  for (const { item, identity, id } of here)
    notes.push(importedRow({ source: run.source, kind: 'post', identity, oldId: item.id, newId: id }));
  await tables.insert(importedRows, notes);
  return { references, sticky: made.filter(({ one }) => one.item.isSticky).map(({ id }) => id) };
}

/** The database assigns an id past the highest that is there, so the rows that keep theirs must be there before. */
function keptIdsFirst(items: readonly NewItem[]): NewItem[] {
  return [...items.filter(({ id }) => id !== undefined), ...items.filter(({ id }) => id === undefined)];
}

function noteGrown({ grownTerms }: ImportRun, taxonomy: string, id: number): void {
  const ids = grownTerms.get(taxonomy);
  if (ids) ids.add(id);
  else grownTerms.set(taxonomy, new Set([id]));
}

function freeItemSlug({ store }: ImportRun, { slug, type }: WxrItem, parentId: number): Promise<string> {
  const among = { types: [type], parentId, exceptId: 0 };
  return numberedSlug(slug, async (candidate) => !(await store.posts.slugTaken(candidate, among)));
}
