import { isIPv6 } from 'node:net';
import { fold } from '../content/fold.ts';
import { BoundedMap } from './bounded-map.ts';

export interface Attempt {
  /** The name as typed; unknown names are counted like known ones. */
  readonly account: string;
  readonly address: string;
}

/** Slows down guessing. An attempt is counted before it is judged, so that many at once gain nothing. */
export interface LoginThrottle {
  /** Counts the attempt and answers 0, or answers how many seconds it has to wait. */
  begin(attempt: Attempt): number;
  /** Takes the attempt back and remembers that this account is at home at this address. */
  succeeded(attempt: Attempt): void;
}

/** A throttle that never says wait. */
export const noThrottle: LoginThrottle = { begin: () => 0, succeeded: () => {} };

interface Limit {
  readonly freeFailures: number;
  readonly longestSeconds: number;
}

/**
 * Each pair of account and address is held back first. An address that tries many accounts, and an account that is
 * tried from many addresses, are held back as well, but never where this account has logged in before: nobody can lock
 * out an owner by guessing from elsewhere.
 */
const limits = {
  pair: { freeFailures: 5, longestSeconds: 900 },
  address: { freeFailures: 25, longestSeconds: 900 },
  account: { freeFailures: 50, longestSeconds: 60 },
} as const satisfies Record<string, Limit>;
type Subject = keyof typeof limits;

const memorySeconds = 3600;
const mostEntries = 10_000;

interface Count {
  failures: number;
  /** Seconds since the epoch. */
  lastAt: number;
}

export function createLoginThrottle(clock: () => number): LoginThrottle {
  const counts = {
    pair: new BoundedMap<string, Count>(mostEntries),
    address: new BoundedMap<string, Count>(mostEntries),
    account: new BoundedMap<string, Count>(mostEntries),
  };
  const homes = new BoundedMap<string, true>(mostEntries);
  const now = () => clock() / 1000;
  const countOf = (subject: Subject, key: string) => {
    const count = counts[subject].get(key);
    return count && now() - count.lastAt < memorySeconds ? count : undefined;
  };

  return {
    begin(attempt) {
      const keys = keysOf(attempt);
      const judged: Subject[] = homes.get(keys.pair) ? ['pair'] : ['pair', 'address', 'account'];
      const wait = Math.max(
        ...judged.map((subject) => waitOf(limits[subject], countOf(subject, keys[subject]), now())),
      );
      if (wait > 0) return Math.ceil(wait);
      for (const subject of judged) {
        const failures = (countOf(subject, keys[subject])?.failures ?? 0) + 1;
        counts[subject].set(keys[subject], { failures, lastAt: now() });
      }
      return 0;
    },
    succeeded(attempt) {
      const keys = keysOf(attempt);
      counts.pair.delete(keys.pair);
      for (const subject of ['address', 'account'] as const) {
        const count = countOf(subject, keys[subject]);
        if (count && !homes.get(keys.pair)) count.failures--;
      }
      homes.set(keys.pair, true);
    },
  };
}

function waitOf(limit: Limit, count: Count | undefined, now: number): number {
  if (!count || count.failures < limit.freeFailures) return 0;
  const delay = Math.min(limit.longestSeconds, 2 ** (count.failures - limit.freeFailures));
  return Math.max(0, count.lastAt + delay - now);
}

function keysOf({ account, address }: Attempt): Record<Subject, string> {
  // As accounts are looked up: spellings that open the same account share its count.
  const name = fold(account.trim()).slice(0, 200);
  const network = networkOf(address);
  return { pair: `${network} ${name}`, address: network, account: name };
}

/** One household has 2^64 addresses in version 6; they count as one. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const front = head.split(':').filter(Boolean);
  const back = (tail ?? '').split(':').filter(Boolean);
  const groups = tail === undefined ? front : [...front, ...Array(8 - front.length - back.length).fill('0'), ...back];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
