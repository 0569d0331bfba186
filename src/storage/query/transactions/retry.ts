import { StoreError } from '../../store-error.ts';

export interface RetryOptions {
  /** No attempt begins after this long. */
  readonly longestMs: number;
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  /** From 0 to below 1. */
  readonly random: () => number;
}

const longestPauseMs = 500;
/** A lost connection is replaced by one to a server that answers; if that one is lost too, the caller is told. */
const mostLosses = 2;

/**
 * Runs `work` again when the database has undone it because it collided with another transaction, or because the
 * connection was lost: after a random pause that grows, so that the same transactions do not collide again.
 */
export async function retryUndone<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const startedMs = options.now();
  let losses = 0;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreError && error.undone)) throw error;
      if (error.failure === 'unreachable') losses += 1;
      const pauseMs = options.random() * Math.min(longestPauseMs, 5 * 2 ** attempt);
      if (losses > mostLosses || options.now() + pauseMs - startedMs > options.longestMs) throw error;
      await options.sleep(pauseMs);
    }
  }
}

const awayPauseMs = 250;

/** Runs a read again while the database is away or busy: for reads whose failure would deny a change that is stored. */
export async function retryWhileAway<T>(work: () => T | Promise<T>, options: RetryOptions): Promise<T> {
  let failedMs: number | null = null;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isAway = error instanceof StoreError && (error.failure === 'unreachable' || error.failure === 'busy');
      // Counted from the first failure, which may have taken as long as a statement may.
      failedMs ??= options.now();
      if (!isAway || options.now() - failedMs > options.longestMs) throw error;
      await options.sleep(awayPauseMs);
    }
  }
}
