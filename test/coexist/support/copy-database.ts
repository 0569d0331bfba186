import { randomBytes } from 'node:crypto';
import { createConnection } from 'mysql2/promise';
import { dropDatabase } from '../../support/database.ts';
import type { WordpressFacts } from './wordpress-facts.ts';

export interface DatabaseCopy {
  readonly url: string;
  /** How the copied tables are made, word for word. */
  schema(): Promise<string>;
  drop(): Promise<void>;
}

/** A copy of a site's own tables, changed by some statements. */
export async function copyDatabase(facts: WordpressFacts, statements: readonly string[]): Promise<DatabaseCopy> {
  const source = new URL(facts.databaseUrl).pathname.slice(1);
  const name = `coexist_copy_${randomBytes(5).toString('hex')}`;
  const url = new URL(`/${name}`, facts.databaseUrl).href;
  const server = await createConnection(facts.databaseUrl);
  await server.query(`create database ${name} character set utf8mb4`);
  const [found] = await server.query(
    'select TABLE_NAME as name from information_schema.TABLES where TABLE_SCHEMA = ? and TABLE_NAME not like ?',
    [source, `${facts.prefix}platen\\_%`],
  );
  const tables = (found as { name: string }[]).map((row) => row.name);
  for (const table of tables) {
    await server.query(`create table ${name}.${table} like ${source}.${table}`);
    await server.query(`insert into ${name}.${table} select * from ${source}.${table}`);
  }
  await server.query(`use ${name}`);
  // As if Platen had never been here.
  await server.query(`delete from ${facts.prefix}options where option_name like 'platen\\_%'`);
  // The layout has zero dates in it, which servers of today refuse by default.
  await server.query("set session sql_mode = 'NO_ENGINE_SUBSTITUTION'");
  for (const statement of statements) await server.query(statement);
  await server.end();
  return {
    url,
    schema: async () => {
      const look = await createConnection(url);
      const texts: string[] = [];
      for (const table of tables) {
        const [rows] = await look.query(`show create table ${table}`);
        texts.push(String((rows as Record<string, string>[])[0]?.['Create Table']).replace(/ AUTO_INCREMENT=\d+/, ''));
      }
      await look.end();
      return texts.join('\n');
    },
    drop: () => dropDatabase(facts.databaseUrl, name),
  };
}
