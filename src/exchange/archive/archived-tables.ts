import { sessionsTable } from '../../auth/sessions.ts';
import { outboxTable } from '../../mail/outbox-table.ts';
import { type BulkTable, contentBulkTables, ownBulkTable } from '../../storage/bulk/bulk-table.ts';
import type { DeclaredTable } from '../../storage/store.ts';
import { turnsTable } from '../../storage/turns.ts';
import { importedTable } from '../import/imported.ts';

/** Belong to a running server and not to its site: a copy of the site must neither log people in nor send mail again. */
const ofTheServer: ReadonlySet<string> = new Set([sessionsTable, outboxTable, turnsTable].map((table) => table.name));

/** The tables an archive holds: the public layout, then those that parts of the program declared. */
export function archivedTables(declared: readonly DeclaredTable[]): BulkTable[] {
  const own = declared.filter((table) => !ofTheServer.has(table.name));
  return [...Object.values(contentBulkTables), ...own.map(ownBulkTable), ownBulkTable(importedTable)];
}
