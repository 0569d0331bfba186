import type { OwnTable, Store } from '../../../extension.ts';

interface AuditRow {
  id: number;
  atMs: number;
  address: string;
  route: string;
  noted: string;
}

/** One line for each accepted call of the service; without secrets. */
export const auditTable: OwnTable<AuditRow> = {
  name: 'cache_audit',
  columns: { id: 'id', atMs: 'integer', address: 'short', route: 'short', noted: 'text' },
  key: 'id',
};

const maxLines = 5_000;

export async function writeAudit(store: Store, line: Omit<AuditRow, 'id'>): Promise<void> {
  const id = await store.table(auditTable).insert(line);
  if (id % 500 === 0) await store.table(auditTable).remove({ id: { below: id - maxLines } });
}

/** The last lines, newest first. */
export const lastAudit = (store: Store, limit: number): Promise<AuditRow[]> =>
  store.table(auditTable).find({}, { by: 'id', direction: 'desc' }, { limit, offset: 0 });
