import { backoff, memory } from '../limits/limit-rules.ts';
import { consumeAll, type LimitedUse, type Limiters } from '../limits/limiter.ts';
import { networkOf } from '../limits/network-of.ts';

export interface LoginAttempt {
  /** What identifies the account, the same however its name was typed; unknown names are counted like known ones. */
  readonly account: string;
  readonly address: string;
}

/** An attempt that was counted, or has to wait and was not. */
export interface StartedAttempt {
  /** 0 if the password may be verified now. */
  readonly waitSeconds: number;
  /** Takes the attempt back and remembers that this account has logged in from this address. */
  succeeded(): Promise<void>;
  /** Takes the attempt back: the password was not verified. */
  abandoned(): Promise<void>;
}

/**
 * Slows down password guessing. An attempt is counted before it is verified, so that parallel attempts gain nothing.
 */
export interface LoginThrottle {
  begin(attempt: LoginAttempt): Promise<StartedAttempt>;
}

/** An attempt that is not counted. */
export const uncountedAttempt: StartedAttempt = {
  waitSeconds: 0,
  succeeded: async () => {},
  abandoned: async () => {},
};

/** A throttle that never delays. */
export const noLoginThrottle: LoginThrottle = { begin: async () => uncountedAttempt };

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
    async begin({ account, address }) {
      const network = networkOf(address);
      const pair = `${network} ${account}`;
      const elsewhere = [
        { limiter: addresses, key: network },
        { limiter: accounts, key: account },
      ];
      const uses = [{ limiter: pairs, key: pair }, ...((await isHome(pair)) ? [] : elsewhere)];
      const waitSeconds = await consumeAll(uses);
      // An attempt that has to wait was not counted, so there is nothing to take back.
      const counted = waitSeconds > 0 ? [] : uses;
      return {
        waitSeconds,
        async succeeded() {
          await homes.consume(pair);
          await takeBack(counted.filter(({ limiter }) => limiter !== pairs));
          if (waitSeconds === 0) await pairs.reset(pair);
        },
        abandoned: () => takeBack(counted),
      };
    },
  };
}

async function takeBack(uses: readonly LimitedUse[]): Promise<void> {
  await Promise.all(uses.map(({ limiter, key }) => limiter.refund(key)));
}
