import { CompiledQuery, type Kysely } from 'kysely';
import type { Tables } from '../../query/tables.ts';
import { monthSql } from './list-triggers.ts';
import { lockCounts } from './sync-lists.ts';

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

/** Rows that are folded in one transaction. */
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
export function foldCounts(db: Kysely<Tables>): Promise<boolean> {
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
  const [posts, list, lists] = ['posts', 'platen_list', 'platen_term_posts'].map((name) => `\`${prefix}${name}\``);
  const ask = async (text: string): Promise<Count[]> => (await db.executeQuery<Count>(CompiledQuery.raw(text))).rows;
  const byAuthor = await ask(
    `select 1 as scope, l.post_author as owner, lower(l.post_type) as post_type, lower(l.post_status) as post_status,
       coalesce(lower(q.post_type), '') as parent_type, coalesce(lower(q.post_status), '') as parent_status, count(*) as n
     from ${list} as l left join ${posts} as q on l.post_status = 'inherit' and q.ID = l.post_parent
     group by 2, 3, 4, 5, 6`,
  );
  const byMonth = await ask(
    `select 3 as scope, ${monthSql('post_date')} as owner, lower(post_type) as post_type, 'publish' as post_status,
       '' as parent_type, '' as parent_status, count(*) as n
     from ${list} where post_status = 'publish' group by 2, 3`,
  );
  const byTerm = await ask(
    `select 2 as scope, term_taxonomy_id as owner, lower(post_type) as post_type, lower(post_status) as post_status,
       '' as parent_type, '' as parent_status, count(*) as n from ${lists} group by 2, 3, 4`,
  );
  return summed([...byAuthor.map((row) => ({ ...row, scope: 0, owner: 0 })), ...byAuthor, ...byMonth, ...byTerm]);
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
