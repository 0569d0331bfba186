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
 * WordPress leaves the order of terms of equal names, or with equally many posts, to chance. Here no two names are equal,
 * and no two numbers of posts.
 */
async function settleTies({ databaseUrl, prefix }: WordpressFacts): Promise<void> {
  const database = await createConnection({ uri: databaseUrl, multipleStatements: true });
  await database.query(`
    update ${prefix}terms t join (select name from ${prefix}terms group by name having count(*) > 1) d on d.name = t.name
      set t.name = concat(t.name, ' ', t.term_id);
    update ${prefix}term_taxonomy x join (
        select term_taxonomy_id, row_number() over (partition by taxonomy, count order by term_taxonomy_id) as n
        from ${prefix}term_taxonomy where taxonomy in ('category', 'post_tag') and count > 0
      ) r using (term_taxonomy_id)
      set x.count = x.count * 1000 + r.n;`);
  await database.end();
}
