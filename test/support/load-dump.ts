import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { createConnection } from 'mysql2/promise';

/** Runs a dump of `mariadb-dump --triggers`, without definers, from the folder of fixtures in an empty database. */
export async function loadDump(url: string, name: string): Promise<void> {
  const file = fileURLToPath(new URL(`../fixtures/${name}.sql.gz`, import.meta.url));
  const connection = await createConnection(url);
  for (const statement of statementsOf(gunzipSync(await readFile(file)).toString())) await connection.query(statement);
  await connection.end();
}

/** A line with the word DELIMITER changes what ends a statement: triggers consist of several. */
function statementsOf(dump: string): string[] {
  const statements: string[] = [];
  let delimiter = ';';
  let open: string[] = [];
  for (const line of dump.split('\n')) {
    if (line.startsWith('DELIMITER ')) {
      delimiter = line.slice('DELIMITER '.length).trim();
      continue;
    }
    const isLast = line.trimEnd().endsWith(delimiter);
    open.push(isLast ? line.trimEnd().slice(0, -delimiter.length) : line);
    if (!isLast) continue;
    const statement = open.join('\n').trim();
    if (statement !== '') statements.push(statement);
    open = [];
  }
  return statements;
}
