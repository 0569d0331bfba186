import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Tables } from '../../query/tables.ts';
import { listValues } from './list-tables.ts';

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
      for (const step of steps) await transaction.executeQuery(CompiledQuery.raw(step, [from, to]));
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
  const [posts, list, lists, held] = ['posts', 'platen_list', 'platen_term_posts', 'term_relationships'].map(
    (name) => `\`${prefix}${name}\``,
  );
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

/** Waits for other processes that fold or recount, and keeps them waiting until the transaction ends. */
export const lockCounts = (db: Kysely<Tables>) =>
  db
    .insertInto('platen_locks')
    .values({ name: 'counts of posts', taken: 1 })
    .onDuplicateKeyUpdate({ taken: sql`taken + 1` })
    .execute();
