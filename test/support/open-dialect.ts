import { afterAll, beforeAll } from 'vitest';
import { openMariadb } from '../../src/storage/mariadb/open-mariadb.ts';
import type { OpenDialect } from '../../src/storage/query/open-dialect.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';

/** A database of the kind under test below its store, opened before the tests of a file or block and removed after. */
export function openDialect(): () => OpenDialect {
  let database: FreshDatabase;
  let open: OpenDialect;
  beforeAll(async () => {
    database = await freshDatabase();
    const options = { prefix: 'wp_', readOnly: false };
    open =
      database.kind === 'sqlite'
        ? await openSqlite({ ...options, path: database.url.slice('sqlite:'.length) })
        : await openMariadb({ ...options, url: database.url });
  });
  afterAll(async () => {
    await open.close();
    await database.drop();
  });
  return () => open;
}
