import { defineErrors } from '../lib/errors.ts';
import type { Fetcher } from '../lib/fetcher.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { MediaLibrary } from './media-library.ts';

/** What files are fetched with. */
export interface Downloads {
  readonly library: MediaLibrary;
  /** The guarded way out. */
  readonly fetch: Fetcher;
  readonly room: DownloadLimiter;
  readonly maxBytes: number;
}

/** Bounds how many files are fetched at a time, and how often one account has files fetched. */
export interface DownloadLimiter {
  /** Runs a download of this account; refuses one too many. */
  run<T>(userId: number, download: () => Promise<T>): Promise<T>;
}

export interface DownloadLimiterOptions {
  /** Counts the downloads of an account, wherever they run. */
  readonly limiter: Limiter;
  readonly most?: number;
  readonly mostPerUser?: number;
}

/** The downloads of one process. */
export function createDownloadLimiter({
  limiter,
  most = 16,
  mostPerUser = 4,
}: DownloadLimiterOptions): DownloadLimiter {
  const running = new Map<number, number>();
  let total = 0;
  return {
    async run(userId, download) {
      const own = running.get(userId) ?? 0;
      if (total >= most || own >= mostPerUser) throw refused(5);
      total += 1;
      running.set(userId, own + 1);
      try {
        const seconds = await limiter.consume(String(userId));
        if (seconds > 0) throw refused(seconds);
        return await download();
      } finally {
        total -= 1;
        const left = (running.get(userId) ?? 1) - 1;
        if (left === 0) running.delete(userId);
        else running.set(userId, left);
      }
    },
  };
}

const refused = (seconds: number) =>
  downloadErrors.platen_too_many_downloads(undefined, { headers: { 'Retry-After': String(seconds) } });

export const downloadErrors = defineErrors({
  platen_too_many_downloads: {
    status: 429,
    message: () => 'Too many files are being fetched. Try again in a moment.',
  },
});
