import type { StatementRunner } from '../query/statement.ts';
import type { MetaKey } from '../store/post-expression.ts';

/** The indexes of declared meta keys of posts. Each database keeps them in its own way. */
export interface MetaIndex {
  /** Makes the index of every key, and removes those of others. */
  declare(keys: readonly MetaKey[], runner: StatementRunner): Promise<void>;
  /** Brings the index up to date with what other programs wrote, where that does not happen by itself. */
  catchUp(): Promise<void>;
  /** Reads the values of these posts again, at the end of a transaction that changed some; null where that is not needed. */
  readonly note: ((runner: StatementRunner, postIds: readonly number[]) => Promise<void>) | null;
}
