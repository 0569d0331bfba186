import type { ItemNotes } from '../../changes/feed-log.ts';
import type { RunInside } from '../open-dialect.ts';
import { type JoinedReads, QueuedStatements } from './statement-group.ts';

/** What is left for the end of a transaction, and how it runs its statements: one for all of its sessions. */
export class TransactionState<Work> {
  /** The tags of rows that it inserted. */
  readonly made = new Set<string>();
  readonly notes = new Map<string, ItemNotes>();
  readonly deferred = new Map<Work, Set<number>>();
  readonly queued = new QueuedStatements();
  /** Runs a statement without a way through the builder, as long as the transaction runs. */
  run: RunInside | null = null;
  /** Whether only its commit or rollback is left. */
  isOver = false;
  /** Of a transaction on a server. */
  joined: JoinedReads | null = null;
}
