import { AsyncLocalStorage } from 'node:async_hooks';
import { type ApiError, errors } from '../lib/errors.ts';
import type { FairScheduler, TurnRequest } from '../limits/fair-scheduler.ts';
import { networkOf } from '../limits/network-of.ts';

/** What a request that may not wait is answered. */
export function turnRefusal(why: 'network' | 'all'): ApiError {
  const headers = { 'Retry-After': '2' };
  return why === 'all'
    ? errors.rest_too_many_waiting(undefined, { headers })
    : errors.rest_too_many_requests(undefined, { headers });
}

/** Does a part of a request as if it were a request of its own: in turn with those of everybody. */
export function runInTurn<T>(
  turns: FairScheduler,
  { address, isSlow }: { readonly address: string; readonly isSlow: TurnRequest['isSlow'] },
  work: () => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    turns.add({
      network: networkOf(address),
      isSlow,
      // A step of a transaction stays inside of it.
      start: AsyncLocalStorage.bind(() => work().then(resolve, reject)),
      refuse: (why) => reject(turnRefusal(why)),
      isGone: () => false,
    });
  });
}
