import type { Kysely } from 'kysely';
import type { TableDefinition } from '../../query/columns.ts';
import { listTables, type Tables } from '../../query/tables.ts';
import { mariadbTableText } from '../mariadb-schema.ts';
import { quoted, raw } from '../raw.ts';

/** How the columns of the posts compare, by their names: `utf8mb4 collate utf8mb4_unicode_ci`. */
type PostCollations = ReadonlyMap<string, string>;

/** Reads how text columns of a table compare; the tables of lists must order texts as the site's own table does. */
export async function readCollations(db: Kysely<Tables>, table: string): Promise<PostCollations> {
  const rows = await raw<{ name: string; charset: string; collation: string }>(
    db,
    `select COLUMN_NAME as name, CHARACTER_SET_NAME as charset, COLLATION_NAME as collation
     from information_schema.COLUMNS where TABLE_SCHEMA = database() and TABLE_NAME = ? and COLLATION_NAME is not null`,
    [table],
  );
  return new Map(rows.map(({ name, charset, collation }) => [name, `${charset} collate ${collation}`]));
}

/** The statements that create the tables of lists and counts. */
export function listSchema(prefix: string, collations: PostCollations): string[] {
  return Object.entries<TableDefinition>(listTables).map(([name, definition]) => {
    const text = mariadbTableText(prefix + name, definition, 'utf8mb4_bin');
    return name === 'platen_counts' ? text : withCollations(text, collations);
  });
}

const withCollations = (text: string, collations: PostCollations): string =>
  text.replace(/`(\w+)` varchar\(\d+\)/g, (column, name: string) => {
    const comparing = collations.get(name);
    return comparing ? `${column} character set ${comparing}` : column;
  });

/** Whether the tables of lists compare texts as the posts do; another program may have converted its tables. */
export async function comparesAlike(db: Kysely<Tables>, prefix: string): Promise<boolean> {
  const posts = await readCollations(db, `${prefix}posts`);
  for (const name of ['platen_list', 'platen_term_posts']) {
    const listed = await readCollations(db, prefix + name);
    if (listed.size === 0 || [...listed].some(([column, comparing]) => posts.get(column) !== comparing)) return false;
  }
  return true;
}

export const dropLists = (prefix: string): string[] =>
  Object.keys(listTables).map((name) => `drop table if exists \`${prefix}${name}\``);

/** The columns of a list's row, each with its value in the posts row `row`. */
export const listValues = (row: string): Readonly<Record<string, string>> => ({
  ID: `${row}.ID`,
  post_author: `${row}.post_author`,
  post_date: `${row}.post_date`,
  post_status: `${row}.post_status`,
  post_name: `${row}.post_name`,
  post_modified: `${row}.post_modified`,
  post_parent: `${row}.post_parent`,
  menu_order: `${row}.menu_order`,
  post_type: `${row}.post_type`,
  post_title: `left(${row}.post_title, ${titleLength})`,
  is_cut: `char_length(${row}.post_title) > ${titleLength}`,
});

const titleLength = listTables.platen_list.columns.post_title.length;

/** Posts per transaction, so that none takes long. */
const chunk = 2_000;
/** Above every id. */
const noLimit = 2 ** 53 - 1;

/**
 * Makes the lists equal to the posts and their terms, in short transactions; the counts are not changed. Works beside
 * writers and beside triggers: rows are read with a lock, so what is put into a list is the latest state.
 */
export async function syncLists(db: Kysely<Tables>, prefix: string, isClosing: () => boolean): Promise<void> {
  const steps = stepsOf(prefix);
  for (let from = 0, to = 0; to < noLimit && !isClosing(); from = to) {
    to = (await lastOfChunk(db, from)) ?? noLimit;
    await db.transaction().execute(async (transaction) => {
      for (const step of steps) await raw(transaction, step, [from, to]);
    });
  }
}

/** The last id of the next chunk of posts; null where it is the last chunk. */
async function lastOfChunk(db: Kysely<Tables>, from: number): Promise<number | null> {
  const ids = db.selectFrom('posts').select('ID').where('ID', '>', from).orderBy('ID').limit(chunk).as('c');
  const found = await db
    .selectFrom(ids)
    .select(({ fn }) => [fn.max<number | null>('c.ID').as('last'), fn.countAll<number>().as('n')])
    .executeTakeFirstOrThrow();
  return Number(found.n) < chunk ? null : Number(found.last);
}

/** Each takes the id after which a chunk begins, and its last one. */
function stepsOf(prefix: string): string[] {
  const [posts, list, lists, held] = quoted(prefix, 'posts', 'platen_list', 'platen_term_posts', 'term_relationships');
  const values = listValues('p');
  const columns = Object.keys(values);
  const differs = columns.map((column) => `l.${column} <> ${values[column]}`).join(' or ');
  const isSame = ['post_type', 'post_status', 'post_date'].map((column) => `l.${column} = t.${column}`).join(' and ');
  return [
    // The first and third steps may remove a row that is just being written; the others put it back.
    `delete l from ${list} as l left join ${posts} as p on p.ID = l.ID and p.post_type <> 'revision'
      where l.ID > ? and l.ID <= ? and p.ID is null`,
    `insert into ${list} (${columns.join(', ')}) select ${Object.values(values).join(', ')}
      from ${posts} as p left join ${list} as l on l.ID = p.ID
      where p.ID > ? and p.ID <= ? and p.post_type <> 'revision' and (l.ID is null or ${differs}) lock in share mode
      on duplicate key update ${columns.map((column) => `${column} = values(${column})`).join(', ')}`,
    `delete t from ${lists} as t force index (of_post)
      left join ${held} as r on r.object_id = t.post_id and r.term_taxonomy_id = t.term_taxonomy_id
      left join ${list} as l on l.ID = t.post_id and ${isSame}
      where t.post_id > ? and t.post_id <= ? and (r.object_id is null or l.ID is null)`,
    `insert ignore into ${lists} (term_taxonomy_id, post_type, post_status, post_date, post_id)
      select r.term_taxonomy_id, l.post_type, l.post_status, l.post_date, l.ID
      from ${held} as r join ${list} as l on l.ID = r.object_id
      left join ${lists} as t force index (of_post) on t.post_id = r.object_id and t.term_taxonomy_id = r.term_taxonomy_id
      where r.object_id > ? and r.object_id <= ? and t.post_id is null lock in share mode`,
  ];
}
