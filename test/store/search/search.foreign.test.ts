import { type Connection, createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everything } from '../../../src/rules/visibility.ts';
import { openStore } from '../../../src/storage/open/open-store.ts';
import type { OpenStore } from '../../../src/storage/store.ts';
import { type FreshDatabase, freshDatabase, storeKind } from '../../support/database.ts';
import { postRow } from '../../support/rows.ts';

const databases = [
  ['a database of an existing site', 'adopted', 'own'],
  ['a database of an existing site, with triggers', 'adopted', 'on'],
  ['a database that Platen made', 'made', 'own'],
] as const;

describe.runIf(storeKind() === 'mariadb').each(databases)(
  'searching texts that another program writes to %s',
  (_name, origin, triggers) => {
    let database: FreshDatabase;
    let store: OpenStore;
    let other: Connection;
    beforeAll(async () => {
      database = await freshDatabase();
      await (await openStore({ url: database.url })).close();
      other = await createConnection(database.url);
      if (origin === 'adopted') {
        await (await openStore({ url: database.url, triggers: 'off' })).close();
        await other.query("update wp_platen_meta set value = 'adopted' where name = 'origin'");
      }
      store = await openStore({ url: database.url, triggers });
    });
    afterAll(async () => {
      await other.end();
      await store.close();
      await database.drop();
    });

    const filter = (word: string) => ({ types: ['post'], visibility: everything, search: [word] });
    const found = async (word: string): Promise<number[]> => {
      const page = { limit: 10, offset: 0 };
      return (await store.posts.find(filter(word), { by: 'id', direction: 'asc' }, page, ['id'])).map(({ id }) => id);
    };
    /** Where only a comparison finds what was written, a read waits for a quick one; a busy machine has none. */
    const atOnce = <T>(read: () => Promise<T>, value: T) =>
      origin === 'adopted' && triggers === 'own'
        ? expect.poll(read).toEqual(value)
        : read().then((read) => expect(read).toEqual(value));
    const count = () => store.posts.count(filter('anchor'));
    const indexed = () => expect.poll(async () => (await store.searchIndex()).waiting, { timeout: 300_000 }).toBe(0);

    it('finds a new item and a changed one at once, and never shows one without the word', async () => {
      const mine = await store.posts.insert(postRow({ slug: 'mine', title: 'anchor' }));
      await indexed();
      const [added] = await other.query(
        `insert into wp_posts (post_title, post_content, post_excerpt, to_ping, pinged, post_content_filtered)
       values ('anchor of another', '', '', '', '', '')`,
      );
      const theirs = Number(Reflect.get(added, 'insertId'));
      await atOnce(() => found('anchor'), [mine, theirs]);
      await atOnce(count, 2);
      await expect.poll(() => found('another'), { timeout: 300_000 }).toEqual([theirs]);
      await indexed();

      await other.query("update wp_posts set post_title = 'lantern' where ID = ?", [mine]);
      expect(await found('anchor')).toEqual([theirs]);
      await atOnce(() => found('lantern'), [mine]);
      await atOnce(count, 1);
      await other.query('delete from wp_posts where ID = ?', [theirs]);
      expect(await found('anchor')).toEqual([]);
    });
  },
);
