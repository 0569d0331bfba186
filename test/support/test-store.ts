import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Deadlines } from '../../src/storage/mariadb/mariadb-address.ts';
import { openStore } from '../../src/storage/open/open-store.ts';
import type { OpenStore } from '../../src/storage/store.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';

/** For tests with many writers at once: on a busy machine the last of them waits long for its turn. */
export const patient: Deadlines = { connectMs: 60_000, acquireMs: 120_000, statementMs: 120_000 };

/** A store that one test file has for itself: opened before it, emptied before each test, removed after it. */
export function testStore(): () => OpenStore {
  const store = filledStore(async () => {});
  beforeEach(() => store().reset());
  return store;
}

/** A store that is filled once, for tests that only read. */
export function filledStore(fill: (store: OpenStore) => Promise<void>): () => OpenStore {
  let database: FreshDatabase;
  let store: OpenStore;
  beforeAll(async () => {
    database = await freshDatabase();
    store = await openStore({ url: database.url, deadlines: patient });
    await fill(store);
  });
  afterAll(async () => {
    await store.close();
    await database.drop();
  });
  return () => store;
}

/** Runs `work` with a store on a fresh database of the kind under test, and removes both. */
export async function withStore<T>(work: (store: OpenStore, url: string) => Promise<T>): Promise<T> {
  const database = await freshDatabase();
  try {
    const store = await openStore({ url: database.url, deadlines: patient });
    try {
      return await work(store, database.url);
    } finally {
      await store.close();
    }
  } finally {
    await database.drop();
  }
}
