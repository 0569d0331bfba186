import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { expect, vi } from 'vitest';
import type { Platen } from '../../src/index.ts';

/**
 * Waits until these processes read everything that is in the change feed. On a server, rows are not read as long as an
 * earlier one may still appear: that of a transaction which has not ended, or did not end well.
 */
export async function feedIsWhole(...readers: readonly Pick<Platen, 'config' | 'store'>[]): Promise<void> {
  for (const { config, store } of readers) {
    const last = await lastInFeed(config.databaseUrl);
    await vi.waitFor(async () => expect((await store.feed.newest()).seq).toBeGreaterThanOrEqual(last), {
      timeout: 300_000,
    });
  }
}

/** The number of the last change in the feed of a site on a server; 0 on SQLite, where it is read at once. */
export async function lastInFeed(databaseUrl: string): Promise<number> {
  if (databaseUrl.startsWith('sqlite:')) return 0;
  const connection = await createConnection(databaseUrl);
  try {
    const [[last]] = await connection.query<RowDataPacket[]>('select max(seq) as seq from wp_platen_feed');
    return Number(last?.['seq']);
  } finally {
    await connection.end();
  }
}
