import { countedLists } from '../../posts/deep/counted-lists.ts';

/** A list of posts in an order, of each type and status: all of them, or those of one owner. */
export interface BlockList {
  readonly number: number;
  /** The columns of the posts' table that say where a post stands; null where the list is made of another table. */
  readonly columns: readonly string[] | null;
  /** The owner and the sort key of a row. */
  readonly owner: (row: string) => string;
  readonly key: (row: string) => string;
  readonly id: (row: string) => string;
  readonly table: (prefix: string) => string;
  /** A key that is not above any other. */
  readonly lowest: string;
  /** The scope of the list among the counts of posts. */
  readonly scope: number;
}

const ofPosts = (number: number, column: string, key = (name: string): string => name): BlockList => ({
  number,
  columns: ['post_type', 'post_status', column],
  owner: () => '0',
  key: (row) => key(`${row}.${column}`),
  id: (row) => `${row}.ID`,
  table: (prefix) => `${prefix}posts`,
  lowest: "''",
  scope: 0,
});

const folded = (name: string): string => `fold(${name})`;

export const blockLists: readonly BlockList[] = [
  ofPosts(countedLists.date, 'post_date'),
  ofPosts(countedLists.modified, 'post_modified'),
  ofPosts(countedLists.title, 'post_title', folded),
  ofPosts(countedLists.slug, 'post_name', folded),
  { ...ofPosts(countedLists.id, 'ID'), columns: ['post_type', 'post_status'], lowest: '0' },
  {
    ...ofPosts(countedLists.dateOfAuthor, 'post_date'),
    columns: ['post_type', 'post_status', 'post_date', 'post_author'],
    owner: (row) => `${row}.post_author`,
    scope: 1,
  },
  {
    ...ofPosts(countedLists.dateOfTerm, 'post_date'),
    columns: null,
    owner: (row) => `${row}.term_taxonomy_id`,
    id: (row) => `${row}.post_id`,
    table: (prefix) => `${prefix}platen_term_posts`,
    scope: 2,
  },
];

/** Where the parts of a row are found, and what else is true for rows. */
interface RowAt extends Readonly<Record<'owner' | 'type' | 'status' | 'key' | 'id', string>> {
  readonly and?: string;
}

/** The rows of a list from a row on, in order. */
export function rowsFrom(prefix: string, list: BlockList, { and = '', ...at }: RowAt): string {
  const [key, id] = [list.key('p'), list.id('p')];
  const owner = list.scope === 0 ? '' : ` and ${list.owner('p')} = ${at.owner}`;
  const rows = `select ${key} as key, ${id} as id from ${list.table(prefix)} as p where p.post_type = ${at.type} and p.post_status = ${at.status}${owner}${and}`;
  // Each part is a range of an index; together with an "or" only the first column would be.
  return `${rows} and ${key} = ${at.key} and ${id} >= ${at.id} union all ${rows} and ${key} > ${at.key} order by 1, 2`;
}
