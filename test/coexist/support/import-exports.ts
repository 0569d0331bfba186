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
 * WordPress leaves the order of terms of equal names, or of equally many posts, to chance. Here no two names are equal,
 * and few enough tags have posts that a cloud shows all of them.
 */
async function settleTies({ databaseUrl, prefix }: WordpressFacts): Promise<void> {
  const database = await createConnection({ uri: databaseUrl, multipleStatements: true });
  await database.query(`
    update ${prefix}terms t join (select name from ${prefix}terms group by name having count(*) > 1) d on d.name = t.name
      set t.name = concat(t.name, ' ', t.term_id);
    delete r from ${prefix}term_relationships r join ${prefix}term_taxonomy x using (term_taxonomy_id)
      where x.taxonomy = 'post_tag' and x.count = 1;
    delete from ${prefix}term_taxonomy where taxonomy = 'post_tag' and count = 1;`);
  await database.end();
}
