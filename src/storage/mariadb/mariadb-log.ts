import type { Kysely } from 'kysely';
import { type allTags, type LoggedChange, logEverything, noTags, randomToken } from '../changes/change-log.ts';
import type { LogMaintenance } from '../changes/compact-log.ts';
import type { ChangeLog, ChangeRow } from '../changes/log-tracker.ts';
import type { Tables } from '../query/tables.ts';
import type { ConnectionPool } from './connection-pool.ts';

interface StoredRow extends ChangeRow {
  readonly oldest: number;
}

const tombstone = () => ({ tags: noTags, at: Date.now(), token: randomToken() });

/**
 * Adds a row: who has it has everything that was committed before. Without tags it expires nothing. Nothing of it is in
 * the feed.
 */
export async function markLog(db: Kysely<Tables>, tags: typeof noTags | typeof allTags = noTags): Promise<void> {
  await db
    .insertInto('platen_changes')
    .values({ ...tombstone(), tags })
    .execute();
}

export class MariadbLog implements ChangeLog, LogMaintenance {
  readonly #db: Kysely<Tables>;
  readonly #pool: ConnectionPool;
  readonly #reading: string;

  /** `pool` is that of `db`. */
  constructor(db: Kysely<Tables>, prefix: string, pool: ConnectionPool) {
    this.#db = db;
    this.#pool = pool;
    const table = `\`${prefix}platen_changes\``;
    // Written out, because it runs for every request and building it would cost more than running it. It is one
    // statement, so that the oldest number and the rows belong to the same moment.
    this.#reading =
      `select seq, token, if(seq > ?, tags, null) as tags, (select min(seq) from ${table}) as oldest ` +
      `from ${table} where seq >= ? order by seq`;
  }

  async read(from: number, head: number) {
    // The columns of the statement are those of the type.
    const rows = (await this.#pool.use(({ ask }) => ask(this.#reading, [head, from]))) as StoredRow[];
    return { oldest: rows[0]?.oldest ?? null, rows };
  }

  rows(numbers: readonly number[]): Promise<ChangeRow[]> {
    return this.#db.selectFrom('platen_changes').select(['seq', 'token', 'tags']).where('seq', 'in', numbers).execute();
  }

  async fence(numbers: readonly number[]): Promise<void> {
    const tombstones = numbers.map((seq) => ({ seq, ...tombstone() }));
    await this.#db.insertInto('platen_changes').ignore().values(tombstones).execute();
  }

  async prune(last: number): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('platen_changes').where('seq', '<=', last).execute();
      await transaction.insertInto('platen_changes').values(tombstone()).execute();
    });
  }

  /** Logs that anything may have changed. */
  addEverything(): Promise<void> {
    return logEverything(this.#db, true);
  }

  /** Adds a row without tags to an empty log, so that the first change is not taken for a lost log. */
  async begin(): Promise<void> {
    const first = await this.#db.selectFrom('platen_changes').select('seq').limit(1).executeTakeFirst();
    if (!first) {
      await this.#db.insertInto('platen_changes').values(tombstone()).execute();
    }
  }

  /** Whether a transaction with this log row was committed. If it was not, it cannot be any more. */
  async wasCommitted({ seq, token }: LoggedChange): Promise<boolean> {
    await this.fence([seq]);
    const [row] = await this.rows([seq]);
    return row?.token === token;
  }
}
