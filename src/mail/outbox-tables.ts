import type { DeclaredTable } from '../storage/store.ts';
import { mailChunksTable, mailFilesTable } from './mail-files.ts';
import { outboxTable } from './outbox-table.ts';

/** Every table of the outbox. */
export const outboxTables: readonly DeclaredTable[] = [outboxTable, mailFilesTable, mailChunksTable];
