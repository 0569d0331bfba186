import type { Kysely } from 'kysely';
import { type LoggedChange, logChange, loggedWithToken, logQuery } from '../../changes/change-log.ts';
import { type FeedTransaction, feedQueries, pruneFeed, underLastLogged } from '../../changes/feed-log.ts';
import { StoreError } from '../../store-error.ts';
import { fragment } from '../fragment.ts';
import type { SiteContext } from '../site-context.ts';
import type { StatementRunner } from '../statement.ts';
import type { Tables } from '../tables.ts';
import { type RetryOptions, retryWhileAway } from './retry.ts';
import type { Transaction } from './transaction.ts';

interface Site {
  readonly site: SiteContext;
  readonly db: Kysely<Tables>;
}

/** Runs a transaction once. `isTold` if the caches of this process know what was written. */
export async function attemptTransaction<T>(
  { site, db }: Site,
  work: (db: Kysely<Tables>, progress: AttemptProgress<T>) => Promise<T>,
  retries: RetryOptions,
): Promise<{ readonly result: T; readonly isTold: boolean }> {
  const progress: AttemptProgress<T> = { hasBegun: false, done: null };
  try {
    const result = await db.transaction().execute((inside) => work(inside, progress));
    return { result, isTold: tell(site, progress) };
  } catch (error) {
    return { result: await outcomeOf(site, progress, { error, retries }), isTold: false };
  }
}

/** Tells the caches what was committed, where the log has a number for it. */
function tell(site: SiteContext, { done }: AttemptProgress<unknown>): boolean {
  if (!done?.logged) return false;
  site.feed.committed(done.logged, done.touched);
  return true;
}

/** Adds what a transaction changed to the log and to the feed, as its last statements. */
export async function logTransaction(
  session: StatementRunner & FeedTransaction & Site,
  transaction: Transaction,
): Promise<LoggedChange | null> {
  const { site } = session;
  const { tags } = transaction.changes;
  const events = transaction.changes.events();
  if (!site.dialect.can.manyWriters) {
    const seq = await logChange(session, tags);
    for (const query of feedQueries(site, events, fragment`${seq}`)) await transaction.run(query);
    await pruneFeed(session, seq);
    return null;
  }
  const { query, token } = logQuery(site, tags);
  const [first, ...others] = feedQueries(site, events, underLastLogged);
  const logged = await loggedWithToken(transaction.send(first ? [query, first] : [query]), token);
  for (const feed of others) await transaction.runLater(feed);
  await pruneFeed(session, logged.seq);
  return logged;
}

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
async function outcomeOf<T>(
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
