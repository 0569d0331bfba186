import { createConnection } from 'mysql2/promise';
import { describe, expect, it, vi } from 'vitest';
import { everything } from '../../../src/rules/visibility.ts';
import { contentBulkTables } from '../../../src/storage/bulk/bulk-table.ts';
import { openBulkWriter } from '../../../src/storage/bulk/bulk-writer.ts';
import { openStore } from '../../../src/storage/open/open-store.ts';
import type { OpenStore, PostFilter } from '../../../src/storage/store.ts';
import { freshDatabase, storeKind } from '../../support/database.ts';

/** More posts than are ranked by reading their texts, and than are brought up to date by one statement. */
const size = 1_200;
const withExcerpt = [5, 700, 1_100];

const texts = (id: number) => ({
  post_title: `Post ${id}`,
  post_content: 'a common word',
  post_excerpt: withExcerpt.includes(id) ? 'also common' : '',
});

const filter: PostFilter = { types: ['post'], visibility: everything, search: ['common'] };
const byRelevance = async (store: OpenStore) =>
  (await store.posts.find(filter, { by: 'relevance', direction: 'desc' }, { limit: 4, offset: 0 }, ['id'])).map(
    ({ id }) => id,
  );

describe.runIf(storeKind() === 'mariadb')('an index of texts that an earlier version made', () => {
  it('tells which posts have an excerpt once it is brought up to date', async () => {
    const { url, drop } = await freshDatabase();
    await (await openStore({ url })).close();
    const bulk = await openBulkWriter({ url, prefix: 'wp_' });
    const rows = Array.from({ length: size }, (_, at) => ({
      ID: at + 1,
      ...texts(at + 1),
      post_date: '2024-01-01 00:00:00',
      post_status: 'publish',
      ...{ to_ping: '', pinged: '', post_content_filtered: '' },
    }));
    await bulk.transaction((tables) => tables.insert(contentBulkTables.posts, rows));
    await bulk.close();
    const store = await openStore({ url });
    await vi.waitFor(async () => expect(await store.searchIndex()).toEqual({ waiting: 0 }), { timeout: 300_000 });
    const expected = [1_100, 700, 5, size];
    expect(await byRelevance(store)).toEqual(expected);
    await store.close();

    const server = await createConnection({ uri: url, multipleStatements: true });
    await server.query(`
      delete b from wp_platen_search_bits as b join wp_platen_search_words as w on w.id = b.word where w.word = x'010103';
      delete from wp_platen_search_words where word = x'010103';
      update wp_platen_meta set value = '8' where name = 'reached'`);
    await server.end();
    const again = await openStore({ url });
    expect(await byRelevance(again)).toEqual(expected);
    await again.close();
    await drop();
  }, 600_000);
});
