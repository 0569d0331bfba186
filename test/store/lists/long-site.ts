import { createConnection } from 'mysql2/promise';
import { SqliteFile } from '../../../src/storage/sqlite/sqlite-file.ts';
import type { FreshDatabase } from '../../support/database.ts';

/** How many posts a long site has: lists of it are longer than pages that are looked for by walking. */
export const size = 2_200;

/** Posts in many states, with dates and titles that some of them share, each in one of two categories. */
export async function fillLongSite(database: FreshDatabase): Promise<void> {
  const columns =
    'ID, post_author, post_date, post_modified, post_title, post_name, post_status, post_type, post_content, post_excerpt, to_ping, pinged, post_content_filtered';
  const status = "case when n % 12 = 0 then 'draft' else 'publish' end";
  const rows = (date: string, title: string, slug: string): string =>
    `select n, 1 + n % 3 % 2, ${date}, ${date}, ${title}, ${slug}, ${status}, 'post', '', '', '', '', '' from`;
  const held = 'insert into wp_term_relationships (object_id, term_taxonomy_id) select n, 1 + n % 3 / 2 from';
  const terms =
    "insert into wp_term_taxonomy (term_taxonomy_id, term_id, taxonomy, description) values (1, 1, 'category', ''), (2, 2, 'category', '')";
  const names = "insert into wp_terms (term_id, name, slug) values (1, 'One', 'one'), (2, 'Two', 'two')";
  if (database.kind === 'sqlite') {
    const numbers = `(with recursive s(n) as (select 1 union all select n + 1 from s where n < ${size}) select n from s)`;
    const file = new SqliteFile(database.url.slice('sqlite:'.length), { readOnly: false, waitMs: 1000 });
    const date = "datetime('2020-01-01', '+' || (n % 1999) || ' hours')";
    file.run(
      `insert into wp_posts (${columns}) ${rows(date, "'Title ' || (n * 7919 % 800)", "'slug-' || n")} ${numbers}`,
      [],
    );
    for (const text of [terms, names, `${held} ${numbers}`]) file.run(text, []);
    file.close();
    return;
  }
  const numbers = `(select seq as n from seq_1_to_${size}) as s`;
  const date = "'2020-01-01' + interval n % 1999 hour";
  const connection = await createConnection({ uri: database.url });
  const title = "concat('Title ', n * 7919 % 800)";
  await connection.query(`insert into wp_posts (${columns}) ${rows(date, title, "concat('slug-', n)")} ${numbers}`);
  for (const text of [terms, names, `${held.replace('n % 3 / 2', 'n % 3 div 2')} ${numbers}`])
    await connection.query(text);
  await connection.end();
}
