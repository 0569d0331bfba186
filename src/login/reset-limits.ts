import { slidingWindow } from '../limits/limit-rules.ts';
import { consumeAll, type Limiters } from '../limits/limiter.ts';
import { networkOf } from '../limits/network-of.ts';
import { fold } from '../rules/fold.ts';

/** Limits how many mails with a new key can be asked for. */
export interface ResetLimits {
  /** Counts the request and resolves to 0, or to the number of seconds to wait. */
  begin(name: string, address: string): Promise<number>;
}

const hourMs = 3_600_000;

export function createResetLimits(limiters: Limiters | null): ResetLimits {
  if (!limiters) return { begin: async () => 0 };
  const accounts = limiters('reset account', slidingWindow({ limit: 3, windowMs: hourMs }));
  const addresses = limiters('reset address', slidingWindow({ limit: 20, windowMs: hourMs }));
  return {
    begin: (name, address) =>
      consumeAll([
        { limiter: accounts, key: fold(name.trim()).slice(0, 200) },
        { limiter: addresses, key: networkOf(address) },
      ]),
  };
}
