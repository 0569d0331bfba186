import { loginLinksTable } from '../../auth/login-links.ts';
import { sessionsTable } from '../../auth/sessions.ts';
import { outboxTables } from '../../mail/outbox-tables.ts';
import { queueTable } from '../../queue/queue-table.ts';
import { type BulkTable, contentBulkTables, ownBulkTable } from '../../storage/bulk/bulk-table.ts';
import type { DeclaredTable } from '../../storage/store.ts';
import { importedTable } from '../import/imported.ts';
import { exchangeJobsTable } from '../jobs/exchange-table.ts';

/** Tables of a running server, not of its site: a copy must not restore sessions, send mail or do queued work again. */
const ofTheServer: ReadonlySet<string> = new Set(
  [sessionsTable, loginLinksTable, ...outboxTables, queueTable, exchangeJobsTable].map((table) => table.name),
);

/** The tables an archive holds: the public layout, then those that the program and its extensions declared. */
export function archivedTables(declared: readonly DeclaredTable[], { whole = false } = {}): BulkTable[] {
  const own = declared.filter((table) => whole || !ofTheServer.has(table.name));
  return [...Object.values(contentBulkTables), ...own.map(ownBulkTable), ownBulkTable(importedTable)];
}
