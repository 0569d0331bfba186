import type { LoggedChange } from '../../changes/change-log.ts';
import { StoreError } from '../../store-error.ts';
import type { SiteContext } from '../site-context.ts';
import { type RetryOptions, retryWhileAway } from './retry-undone.ts';

/** How far an attempt to run a transaction has come. */
export interface AttemptProgress<T> {
  hasBegun: boolean;
  /** Set when only the commit is left. */
  done: { readonly result: T; readonly logged: LoggedChange | null; readonly touched: ReadonlySet<string> } | null;
}

/**
 * What an attempt that ended with an error comes to. If the commit was sent but not answered, the change log tells
 * whether it happened, and if not, prevents it; the result is returned if it did. Throws otherwise, with `undone` set
 * where the transaction may run again.
 */
export async function outcomeOf<T>(
  site: SiteContext,
  progress: AttemptProgress<T>,
  { error, retries }: { readonly error: unknown; readonly retries: RetryOptions },
): Promise<T> {
  const explained = site.dialect.explain(error) ?? error;
  if (!(explained instanceof StoreError) || explained.undone) throw explained;
  const { hasBegun, done } = progress;
  if (!done) {
    // Before the commit was sent, the server rolls back when it loses the connection.
    throw hasBegun && explained.failure === 'unreachable' ? undone(explained) : explained;
  }
  if (!done.logged || !site.wasCommitted) throw explained;
  const { logged, result } = done;
  const { wasCommitted } = site;
  if (await retryWhileAway(() => wasCommitted(logged), retries).catch(notKnown)) return result;
  throw undone(explained);
}

function notKnown(cause: unknown): never {
  throw new StoreError(
    'unreachable',
    'The connection to the database was lost while a change was being stored, so it is not known whether it was.',
    { cause },
  );
}

const undone = (error: StoreError): StoreError =>
  new StoreError(error.failure, error.message, { cause: error, undone: true });
