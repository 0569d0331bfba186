import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, it } from 'vitest';
import { SqliteFile } from '../../src/storage/sqlite/sqlite-file.ts';
import { type KillableSite, killableSite } from '../support/server-process.ts';
import { keptConnection } from '../support/storm/kept-connection.ts';
import { differences } from '../support/storm/recount.ts';
import { sqliteWriter } from '../support/storm/sqlite-writer.ts';
import { storm } from '../support/storm/storm.ts';
import { interfaceWriter } from '../support/storm/writer.ts';

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
const login = 'admin:password';

let site: KillableSite;
afterEach(() => site?.remove());

function addPosts(file: string, posts: number): void {
  const { database } = new SqliteFile(file, { readOnly: false, waitMs: 20_000 });
  const date = "datetime('2020-01-01', '+' || (n % 999) || ' hours')";
  database.exec(
    `with recursive s(n) as (select 1 union all select n + 1 from s where n < ${posts})
     insert into wp_posts (post_author, post_date, post_date_gmt, post_modified, post_modified_gmt, post_title, post_name, post_status, post_type, post_content)
     select 1, ${date}, ${date}, ${date}, ${date}, 'title ' || (n * 7919 % 800), 'base-' || n,
       case when n % 12 = 0 then 'draft' else 'publish' end, 'post', 'base' from s`,
  );
  database.close();
}

it('workers and another program write one file: nobody is shown an old answer, a killed server or not', async () => {
  site = await killableSite({ PLATEN_WORKERS: '2', PLATEN_COMMENT_FLOOD_SECONDS: '0' });
  const { origin, dataDir } = site;
  const file = join(dataDir, 'platen.db');
  addPosts(file, 1_600);
  const ask = keptConnection(origin);
  const make = async (path: string, body: object): Promise<number> =>
    ((await ask('POST', `/wp-json/wp/v2${path}`, body, login)).body as { id: number }).id;
  const categories = [await make('/categories', { name: 'Storm a' }), await make('/categories', { name: 'Storm b' })];
  const author = { username: 'storm-author', email: 'storm@example.org', password: 'x5-storm', roles: ['author'] };
  const authors = [1, await make('/users', author)];
  ask.end();
  const report = await storm({
    writers: [
      { name: 'ourone', writer: interfaceWriter(origin, login), lateMs: 0 },
      { name: 'ourtwo', writer: interfaceWriter(origin, login), lateMs: 0 },
      { name: 'theirone', writer: sqliteWriter(file), lateMs: 0 },
    ],
    readFrom: Array.from({ length: 5 }, () => origin),
    categories,
    authors,
    pauseMs: 20,
    meanwhile: async () => {
      await pause(6_000);
      await site.kill();
      await pause(500);
      await site.start();
      await pause(6_000);
    },
  });
  const { lanes, wrong } = report;
  expect(wrong.slice(0, 20)).toEqual([]);
  expect(lanes.flatMap(({ refused }) => refused)).toEqual([]);
  const database = new DatabaseSync(file, { readOnly: true });
  const words = [...lanes.map(({ options: { name } }) => name), 'storm', 'title', 'base'];
  const recount = { ask: async (sql: string) => database.prepare(sql).all(), prefix: 'wp_', words };
  expect(await differences(origin, login, recount)).toEqual([]);
  database.close();
});
