import { consumeAll, type Limiters, slidingWindow } from '../../../extension.ts';

/** Limits how often an address may send a form; resolves to the seconds to wait, 0 when it may send now. */
export interface RateLimit {
  take(address: string, formId: number): Promise<number>;
}

/** Five messages a minute and thirty an hour per address and form, and a limit for all addresses together. */
export function createRateLimit(limiters: Limiters): RateLimit {
  const perMinute = limiters('forms minute', slidingWindow({ limit: 5, windowMs: 60_000 }));
  const perHour = limiters('forms hour', slidingWindow({ limit: 30, windowMs: 3_600_000 }));
  const everyone = limiters('forms everyone', slidingWindow({ limit: 600, windowMs: 60_000 }));
  return {
    take(address, formId) {
      const key = `${formId} ${address}`;
      return consumeAll([
        { limiter: perMinute, key },
        { limiter: perHour, key },
        { limiter: everyone, key: '' },
      ]);
    },
  };
}
