import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../query/tables.ts';
import { quoted, raw } from '../raw.ts';
import { listValues } from './list-tables.ts';
import { laterVariable } from './list-triggers.ts';

/** A count of posts, or what is added to one. */
interface Count {
  readonly scope: number;
  readonly owner: number;
  readonly post_type: string;
  readonly post_status: string;
  readonly parent_type: string;
  readonly parent_status: string;
  readonly n: number;
}

const foldedRows = 5_000;

/**
 * Counts the lists from the beginning. All is read in one state of the database, with the parts that writers have added to the
 * counts in that state: these are replaced, and what is added later stays.
 */
export async function recount(db: Kysely<Tables>, prefix: string, also?: (db: Kysely<Tables>) => Promise<void>) {
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      await lockCounts(transaction);
      const parts = await transaction.selectFrom('platen_counts').select('part').distinct().execute();
      const counts = await countLists(transaction, prefix);
      await removeByPart(transaction, [...parts.map(({ part }) => Number(part)), 0]);
      await addCounts(transaction, counts);
      await also?.(transaction);
    });
}

/** Adds the parts of writers to the counts they belong to; true where more may be left. */
export function compactCounters(db: Kysely<Tables>): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await lockCounts(transaction);
    const found = await transaction
      .selectFrom('platen_counts')
      .selectAll()
      .where('part', '>', 0)
      .orderBy('part')
      .limit(foldedRows)
      .execute();
    const isAll = found.length < foldedRows;
    // The rows of one part are committed together, but the limit may have cut the last one.
    const whole = isAll ? found : found.filter((row) => row.part !== found.at(-1)?.part);
    await removeByPart(transaction, [...new Set(whole.map((row) => Number(row.part)))]);
    await addCounts(transaction, summed(whole));
    return !isAll;
  });
}

async function countLists(db: Kysely<Tables>, prefix: string): Promise<Count[]> {
  const [posts, list, lists] = quoted(prefix, 'posts', 'platen_list', 'platen_term_posts');
  const byAuthor = await raw<Count>(
    db,
    `select 1 as scope, l.post_author as owner, lower(l.post_type) as post_type, lower(l.post_status) as post_status,
       coalesce(lower(q.post_type), '') as parent_type, coalesce(lower(q.post_status), '') as parent_status, count(*) as n
     from ${list} as l left join ${posts} as q on l.post_status = 'inherit' and q.ID = l.post_parent
     group by 2, 3, 4, 5, 6`,
  );
  const byTerm = await raw<Count>(
    db,
    `select 2 as scope, term_taxonomy_id as owner, lower(post_type) as post_type, lower(post_status) as post_status,
       '' as parent_type, '' as parent_status, count(*) as n from ${lists} group by 2, 3, 4`,
  );
  return summed([...byAuthor.map((row) => ({ ...row, scope: 0, owner: 0 })), ...byAuthor, ...byTerm]);
}

/** One row for each count, in the order of their key, which all processes follow. */
function summed(rows: readonly Count[]): Count[] {
  const sums = new Map<string, Count>();
  for (const { scope, owner, post_type, post_status, parent_type, parent_status, n } of rows) {
    const key = [scope, owner, post_type, post_status, parent_type, parent_status].join(' ');
    const sum = (sums.get(key)?.n ?? 0) + Number(n);
    sums.set(key, { scope, owner, post_type, post_status, parent_type, parent_status, n: sum });
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

async function addCounts(db: Kysely<Tables>, counts: readonly Count[]): Promise<void> {
  for (let at = 0; at < counts.length; at += 500) {
    await db
      .insertInto('platen_counts')
      .values(counts.slice(at, at + 500).map((count) => ({ ...count, part: 0 })))
      .onDuplicateKeyUpdate(({ fn, ref, eb }) => ({ n: eb(ref('n'), '+', fn<number>('values', [ref('n')])) }))
      .execute();
  }
}

async function removeByPart(db: Kysely<Tables>, parts: readonly number[]): Promise<void> {
  for (let at = 0; at < parts.length; at += 1_000)
    await db
      .deleteFrom('platen_counts')
      .where('part', 'in', parts.slice(at, at + 1_000))
      .execute();
}

/** Waits for other processes that compact or recount, and keeps them waiting until the transaction ends. */
const lockCounts = (db: Kysely<Tables>) =>
  db
    .insertInto('platen_locks')
    .values({ name: 'counts of posts', taken: 1 })
    .onDuplicateKeyUpdate({ taken: sql`taken + 1` })
    .execute();

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
  await raw(db, `set ${laterVariable} = 1`);
  try {
    await insert();
  } finally {
    // The connection is used again after the transaction.
    await raw(db, `set ${laterVariable} = null`);
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
  for (const text of texts) await raw(db, text);
}

/** The statements that count listed children of new posts anew, that list new posts, and that list new terms of posts. */
type Steps = Record<'children' | 'posts' | 'terms', string[]>;

function stepsOf(prefix: string, ids: readonly number[], part: number): Steps {
  const [posts, list, lists] = quoted(prefix, 'posts', 'platen_list', 'platen_term_posts');
  const [held, counts] = quoted(prefix, 'term_relationships', 'platen_counts');
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
      ...terms,
    ],
    terms: [`update ${list} set flip = 1 - flip where ID in ${which}`, ...terms],
  };
}
