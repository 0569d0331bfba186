import { loginLinksTable } from '../auth/login-links.ts';
import { accountPasswordUseTable } from '../auth/passwords/account-password-use.ts';
import { sessionsTable } from '../auth/sessions.ts';
import { mailTables } from '../background/mail/mail-jobs.ts';
import { queueTable } from '../background/queue-jobs.ts';
import { type BulkTable, contentBulkTables, ownBulkTable } from '../storage/bulk/bulk-table.ts';
import type { DeclaredTable } from '../storage/store.ts';
import { exchangeJobsTable } from './exchange-table.ts';
import { importedTable } from './import/import-record.ts';

/**
 * An archive is a gzipped tar:
 *   archive.json                        what it is and where it came from
 *   tables/NAME/000001.jsonl            rows of a table, one JSON object a line, in the order of its key
 *   uploads/2026/01/photo.jpg           every uploaded file
 *   end.json                            how many rows and files there must be; an archive without it was cut off
 */
export interface ArchiveHead {
  readonly format: 'platen-archive';
  readonly version: 1;
  readonly program: string;
  readonly madeAt: string;
  readonly siteUrl: string;
  /** The table prefix of the exported site; some keys in the rows begin with it too. */
  readonly prefix: string;
}

export interface ArchiveEnd {
  readonly rows: Readonly<Record<string, number>>;
  readonly files: number;
}

export const headName = 'archive.json';
export const endName = 'end.json';
export const tableEntry = /^tables\/([a-z0-9_]+)\/\d+\.jsonl$/;
export const fileEntry = /^uploads\/(.+)$/s;

/** A file that is not an archive, or an incomplete one. */
export class ArchiveError extends Error {}

/** Tables of a running server, not of its site: a copy must not restore sessions, send mail or do queued work again. */
const ofTheServer: ReadonlySet<string> = new Set(
  [sessionsTable, loginLinksTable, accountPasswordUseTable, ...mailTables, queueTable, exchangeJobsTable].map(
    (table) => table.name,
  ),
);

/** The tables an archive holds: the public layout, then those that the program and its extensions declared. */
export function archivedTables(declared: readonly DeclaredTable[], { whole = false } = {}): BulkTable[] {
  const own = declared.filter((table) => whole || !ofTheServer.has(table.name));
  return [...Object.values(contentBulkTables), ...own.map(ownBulkTable), ownBulkTable(importedTable)];
}
