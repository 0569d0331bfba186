import { never, oneOf, type SqlCondition } from '../query/condition.ts';
import { fragment, type SqlFragment } from '../query/fragment.ts';
import type { StatementRunner } from '../query/statement-runner.ts';
import type { Comparison, MetaKey } from '../store/post-expression.ts';

/** The indexes of declared meta keys of posts. Each database keeps them in its own way. */
export interface MetaIndex {
  /** Makes the index of every key, and removes those of others. */
  declare(keys: readonly MetaKey[], runner: StatementRunner): Promise<void>;
  /** Brings the index up to date with what other programs wrote, where that does not happen by itself. */
  catchUp(): Promise<void>;
  /** Reads the values of these posts again, at the end of a transaction that changed some; null where that is not needed. */
  readonly note: ((runner: StatementRunner, postIds: readonly number[]) => Promise<void>) | null;
}

/** A comparison of an indexed expression. */
export function indexedCondition(value: SqlFragment, compared: Comparison<string> | Comparison<number>): SqlCondition {
  switch (compared.is) {
    case 'in':
      return compared.values.length === 0 ? never : oneOf(value, compared.values);
    case '<':
      return fragment`${value} < ${compared.value}`;
    case '<=':
      return fragment`${value} <= ${compared.value}`;
    case '>':
      return fragment`${value} > ${compared.value}`;
    case '>=':
      return fragment`${value} >= ${compared.value}`;
  }
}
