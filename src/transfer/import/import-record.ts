import { createHash } from 'node:crypto';
import { type BulkRow, ownBulkTable } from '../../storage/bulk/bulk-table.ts';
import type { ExtensionTable, Store } from '../../storage/store.ts';
import type { WxrComment, WxrItem } from '../wxr/wxr-parts.ts';
import { menuOf } from './import-run.ts';

/**
 * The record of an import: which row of the file became which row here. It prevents duplicates when a file is imported
 * again.
 */
export interface ImportedRow {
  id: number;
  /** The site the file came from. */
  source: string;
  /** A post or comment; `run` marks an import that has not ended yet. */
  kind: 'post' | 'comment' | 'run';
  /** A hash that identifies it in any file, whatever its id. */
  identity: string;
  oldId: number;
  newId: number;
}

/** The table of these records. */
export const importedTable: ExtensionTable<ImportedRow> = {
  name: 'imported',
  columns: { id: 'id', source: 'short', kind: 'short', identity: 'short', oldId: 'integer', newId: 'integer' },
  key: 'id',
  unique: [['source', 'identity']],
  indexes: [['identity'], ['source', 'kind', 'oldId']],
};

/** A short name made from a site's URL. */
export function sourceOf(homeUrl: string): string {
  return digest(homeUrl.replace(/^https?:\/\//, '').replace(/\/+$/, '')).slice(0, 16);
}

/**
 * A post is identified by its guid, which moves with it from site to site, together with its id, since some sites have
 * duplicate guids; without a guid by type, slug, date and title. A menu item is identified by its menu too: files list
 * it once for each menu it is in, with a place of its own in each.
 */
export function itemIdentity(item: WxrItem): string {
  const menu = menuOf(item);
  const within = menu === null ? [] : [menu];
  return item.guid !== ''
    ? digest('guid', item.type, item.guid, String(item.id), ...within)
    : digest('post', item.type, item.slug, item.date, item.title, ...within);
}

/** A comment is identified by its post, its id, its author and its date. */
export function commentIdentity(postIdentity: string, comment: WxrComment): string {
  return digest('comment', postIdentity, String(comment.id), comment.dateGmt, comment.date, comment.authorEmail);
}

/** Identity → current id, for what was imported before; records of this source are preferred if there are several. */
export async function findImported(
  store: Store,
  source: string,
  identities: readonly string[],
): Promise<Map<string, ImportedRow>> {
  if (identities.length === 0) return new Map();
  const rows = await store.table(importedTable).find({ identity: { in: identities } });
  const found = new Map<string, ImportedRow>();
  for (const row of rows) if (!found.has(row.identity) || row.source === source) found.set(row.identity, row);
  return found;
}

const runIdentity = 'run';

/** Marks that an import from this source has begun; returns whether an earlier one did not end. */
export async function beginRun(store: Store, source: string): Promise<boolean> {
  const marked = await store.table(importedTable).find({ source, identity: runIdentity });
  if (marked.length > 0) return true;
  await store.table(importedTable).insert({ source, kind: 'run', identity: runIdentity, oldId: 0, newId: 0 });
  return false;
}

export async function endRun(store: Store, source: string): Promise<void> {
  await store.table(importedTable).remove({ source, identity: runIdentity });
}

/** Old id → new id, for what was imported from this source before. */
export async function newIdsOf(
  store: Store,
  source: string,
  kind: ImportedRow['kind'],
  oldIds: readonly number[],
): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  for (let at = 0; at < oldIds.length; at += idsAtOnce) {
    const some = oldIds.slice(at, at + idsAtOnce);
    for (const row of await store.table(importedTable).find({ source, kind, oldId: { in: some } }))
      found.set(row.oldId, row.newId);
  }
  return found;
}

const idsAtOnce = 500;

/** The same table, for bulk inserts. */
export const importedRows = ownBulkTable(importedTable);

export function importedRow(row: Omit<ImportedRow, 'id'>): BulkRow {
  return { ...row };
}

function digest(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40);
}
