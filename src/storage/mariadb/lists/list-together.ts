import { CompiledQuery, type Kysely } from 'kysely';
import type { Tables } from '../../query/tables.ts';
import { listValues } from './list-tables.ts';
import { laterVariable, monthSql } from './list-triggers.ts';

/** The tables whose rows are listed. */
export type ListedTable = 'posts' | 'term_relationships';

/** Posts whose rows are listed by one group of statements. */
const mostPosts = 1_000;

/**
 * Inserts rows of these posts within a transaction, while the triggers leave the lists alone, and lists them then: a few
 * statements for all of them do what the triggers would do with many for each. The rows must be new.
 */
export async function listTogether(
  db: Kysely<Tables>,
  prefix: string,
  { table, postIds, insert }: { table: ListedTable; postIds: readonly number[]; insert: () => Promise<void> },
): Promise<void> {
  const run = (text: string) => db.executeQuery(CompiledQuery.raw(text));
  await run(`set ${laterVariable} = 1`);
  try {
    await insert();
  } finally {
    // The connection is used again after the transaction.
    await run(`set ${laterVariable} = null`);
  }
  const ids = [...new Set(postIds)].sort((one, other) => one - other);
  const groups: Steps[] = [];
  for (let from = 0; from < ids.length; from += mostPosts) {
    const part = 1 + Math.floor(Math.random() * (Number.MAX_SAFE_INTEGER - 1));
    groups.push(stepsOf(prefix, ids.slice(from, from + mostPosts), part));
  }
  // While none of the new posts is listed, what is listed and has one of them as its parent was there before.
  const texts =
    table === 'posts'
      ? [...groups.flatMap(({ children }) => children), ...groups.flatMap(({ posts }) => posts)]
      : groups.flatMap(({ terms }) => terms);
  for (const text of texts) await run(text);
}

/** The statements that count listed children of new posts anew, that list new posts, and that list new terms of posts. */
type Steps = Record<'children' | 'posts' | 'terms', string[]>;

function stepsOf(prefix: string, ids: readonly number[], part: number): Steps {
  const [posts, list, lists, held, counts] = [
    'posts',
    'platen_list',
    'platen_term_posts',
    'term_relationships',
    'platen_counts',
  ].map((name) => `\`${prefix}${name}\``);
  const which = `(${ids.join(', ')})`;
  const values = listValues('p');
  const columns = Object.keys(values);
  const kindOf = (row: string): string => `lower(${row}.post_type), lower(${row}.post_status)`;
  const add = (rows: string): string =>
    `insert into ${counts} (scope, owner, post_type, post_status, parent_type, parent_status, part, n)
      ${rows} lock in share mode on duplicate key update n = n + values(n)`;
  const isListed = `p.ID in ${which} and p.post_type <> 'revision'`;
  // The state of the parent counts for what inherits it.
  const withParent = `${posts} as p left join ${posts} as q on p.post_status = 'inherit' and q.ID = p.post_parent where ${isListed}`;
  const parentKind = "coalesce(lower(q.post_type), ''), coalesce(lower(q.post_status), '')";
  const counted = (scope: string): string =>
    add(`select ${scope}, ${kindOf('p')}, ${parentKind}, ${part}, count(*) from ${withParent} group by 2, 3, 4, 5, 6`);
  // What inherited nothing until now, because its parent was not there.
  const children = `${list} as c join ${posts} as p on p.ID = c.post_parent
    where p.ID in ${which} and c.post_status = 'inherit'`;
  const moved = (scope: string, kind: string, sign: string): string =>
    add(
      `select ${scope}, lower(c.post_type), 'inherit', ${kind}, ${part}, ${sign}count(*) from ${children} group by 2, 3, 5, 6`,
    );
  const terms = [
    add(
      `select 2, r.term_taxonomy_id, ${kindOf('l')}, '', '', ${part}, count(*)
        from ${held} as r join ${list} as l on l.ID = r.object_id
        left join ${lists} as t force index (of_post) on t.post_id = r.object_id and t.term_taxonomy_id = r.term_taxonomy_id
        where r.object_id in ${which} and t.post_id is null group by 2, 3, 4`,
    ),
    `insert into ${lists} (term_taxonomy_id, post_type, post_status, post_date, post_id)
      select r.term_taxonomy_id, l.post_type, l.post_status, l.post_date, l.ID
      from ${held} as r join ${list} as l on l.ID = r.object_id
      left join ${lists} as t force index (of_post) on t.post_id = r.object_id and t.term_taxonomy_id = r.term_taxonomy_id
      where r.object_id in ${which} and t.post_id is null lock in share mode`,
  ];
  return {
    children: [
      moved('0, 0', "'', ''", '-'),
      moved('0, 0', kindOf('p'), ''),
      moved('1, c.post_author', "'', ''", '-'),
      moved('1, c.post_author', kindOf('p'), ''),
    ],
    posts: [
      `update ${list} as l join ${posts} as p on p.post_parent = l.ID set l.flip = 1 - l.flip
        where ${isListed} and p.post_status = 'inherit'`,
      `insert into ${list} (${columns.join(', ')}) select ${Object.values(values).join(', ')}
        from ${posts} as p where ${isListed} lock in share mode`,
      counted('0, 0'),
      counted('1, p.post_author'),
      add(
        `select 3, ${monthSql('p.post_date')}, ${kindOf('p')}, '', '', ${part}, count(*)
          from ${posts} as p where ${isListed} and p.post_status = 'publish' group by 2, 3, 4`,
      ),
      ...terms,
    ],
    terms: [`update ${list} set flip = 1 - flip where ID in ${which}`, ...terms],
  };
}
