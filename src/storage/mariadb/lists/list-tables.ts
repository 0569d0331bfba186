import { CompiledQuery, type Kysely } from 'kysely';
import { listTables, type TableDefinition, type Tables } from '../../query/tables.ts';
import { mariadbTableText } from '../mariadb-schema.ts';

/** How the columns of the posts compare, by their names: `utf8mb4 collate utf8mb4_unicode_ci`. */
export type PostCollations = ReadonlyMap<string, string>;

/** Reads how text columns of a table compare; the tables of lists must order texts as the site's own table does. */
export async function readCollations(db: Kysely<Tables>, table: string): Promise<PostCollations> {
  const { rows } = await db.executeQuery<{ name: string; charset: string; collation: string }>(
    CompiledQuery.raw(
      `select COLUMN_NAME as name, CHARACTER_SET_NAME as charset, COLLATION_NAME as collation
       from information_schema.COLUMNS
       where TABLE_SCHEMA = database() and TABLE_NAME = ? and COLLATION_NAME is not null`,
      [table],
    ),
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
