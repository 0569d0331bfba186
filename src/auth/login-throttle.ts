import { isIPv6 } from 'node:net';
import { backoff, memory } from '../limits/limit-rules.ts';
import { consumeAll, type Limiters } from '../limits/limiter.ts';
import { fold } from '../rules/fold.ts';

export interface LoginAttempt {
  /** The name as typed; unknown names are counted like known ones. */
  readonly account: string;
  readonly address: string;
}

/**
 * Slows down password guessing. An attempt is counted before it is verified, so that parallel attempts gain nothing.
 */
export interface LoginThrottle {
  /** Counts the attempt and resolves to 0, or resolves to the number of seconds to wait. */
  begin(attempt: LoginAttempt): Promise<number>;
  /** Takes the attempt back and remembers that this account has logged in from this address. */
  succeeded(attempt: LoginAttempt): Promise<void>;
}

/** A throttle that never delays. */
export const noLoginThrottle: LoginThrottle = { begin: async () => 0, succeeded: async () => {} };

const memoryMs = 3_600_000;
const homeMemoryMs = 30 * 86_400_000;

/**
 * Each pair of account and address is limited first. An address that tries many accounts, and an account that is
 * tried from many addresses, are limited as well, but never where this account has logged in before: nobody can lock
 * out an owner by guessing from elsewhere.
 */
export function createLoginThrottle(limiters: Limiters): LoginThrottle {
  const pairs = limiters('login pair', backoff({ free: 5, longestMs: 900_000, memoryMs }));
  const addresses = limiters('login address', backoff({ free: 25, longestMs: 900_000, memoryMs }));
  const accounts = limiters('login account', backoff({ free: 50, longestMs: 60_000, memoryMs }));
  const homes = limiters('login home', memory({ memoryMs: homeMemoryMs }));
  const isHome = async (pair: string) => (await homes.wait(pair)) > 0;

  return {
    async begin(attempt) {
      const { pair, address, account } = keysOf(attempt);
      const elsewhere = [
        { limiter: addresses, key: address },
        { limiter: accounts, key: account },
      ];
      return consumeAll([{ limiter: pairs, key: pair }, ...((await isHome(pair)) ? [] : elsewhere)]);
    },
    async succeeded(attempt) {
      const { pair, address, account } = keysOf(attempt);
      const isNew = (await homes.consume(pair)) === 0;
      await pairs.reset(pair);
      if (isNew) await Promise.all([addresses.refund(address), accounts.refund(account)]);
    },
  };
}

interface Keys {
  readonly pair: string;
  readonly address: string;
  readonly account: string;
}

function keysOf({ account, address }: LoginAttempt): Keys {
  // Normalised as in the account lookup, so that all spellings of one account share its count.
  const name = fold(account.trim()).slice(0, 200);
  const network = networkOf(address);
  return { pair: `${network} ${name}`, address: network, account: name };
}

/** One household has 2^64 IPv6 addresses; a /64 network counts as one address. */
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
