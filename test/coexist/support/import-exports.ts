import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { exchangeCommands } from '../../../src/cli/export.ts';
import { runCommand } from '../../../src/cli/run-command.ts';
import type { WordpressFacts } from './wordpress-facts.ts';

/** Imports every export file of a folder into the database of a WordPress, with Platen. */
export async function importExports(facts: WordpressFacts, folder: string, dataDir: string): Promise<void> {
  const env = {
    PLATEN_DATABASE_URL: facts.databaseUrl,
    PLATEN_TABLE_PREFIX: facts.prefix,
    PLATEN_VARIANT: 'a',
    PLATEN_UPLOADS_DIR: facts.uploads,
    PLATEN_DATA_DIR: dataDir,
  };
  const options = ['--no-fetch', '--map', `*=${facts.passwords.administrator.login}`];
  const files = (await readdir(folder)).filter((name) => name.endsWith('.xml')).toSorted();
  for (const file of files) {
    const status = await runCommand(['import', join(folder, file), ...options], exchangeCommands, env);
    if (status !== 0) throw new Error(`${file} cannot be imported.`);
  }
  await settleTies(facts);
}

/**
 * WordPress leaves the order of terms of equal names, or with equally many posts, to chance. Here no two names are equal,
 * and terms with a single post go, so that no cloud has to choose among them.
 */
async function settleTies({ databaseUrl, prefix }: WordpressFacts): Promise<void> {
  const database = await createConnection({ uri: databaseUrl, multipleStatements: true });
  await database.query(`
    update ${prefix}terms t join (select name from ${prefix}terms group by name having count(*) > 1) d on d.name = t.name
      set t.name = concat(t.name, ' ', t.term_id);
    create temporary table alone select x.term_taxonomy_id as id from ${prefix}term_taxonomy x
      left join ${prefix}term_taxonomy below on below.parent = x.term_id
      where x.taxonomy in ('category', 'post_tag') and x.count = 1 and x.parent = 0 and below.term_id is null;
    delete from ${prefix}term_relationships where term_taxonomy_id in (select id from alone);
    delete from ${prefix}term_taxonomy where term_taxonomy_id in (select id from alone);`);
  await database.end();
}
