import { type Kysely, sql } from 'kysely';
import { type LoggedChange, logEverything, noTags, randomToken } from '../changes/change-log.ts';
import type { ChangeLog, LogRow } from '../changes/log-tracker.ts';
import type { LogUpkeep } from '../changes/tend-log.ts';
import type { Tables } from '../query/tables.ts';

interface Row extends LogRow {
  readonly oldest: number | null;
}

/** The change log in its table. */
export class MariadbLog implements ChangeLog, LogUpkeep {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** One statement, so that the oldest number and the rows belong to the same moment. */
  async read(from: number, head: number) {
    const rows: Row[] = await this.#db
      .selectFrom('platen_changes')
      .select(({ selectFrom }) => [
        'seq',
        'token',
        sql<string | null>`if(seq > ${head}, tags, null)`.as('tags'),
        selectFrom('platen_changes as every').select(sql<number>`min(every.seq)`.as('seq')).as('oldest'),
      ])
      .where('seq', '>=', from)
      .orderBy('seq')
      .execute();
    return { oldest: rows[0]?.oldest ?? null, rows };
  }

  rows(numbers: readonly number[]): Promise<LogRow[]> {
    return this.#db.selectFrom('platen_changes').select(['seq', 'token', 'tags']).where('seq', 'in', numbers).execute();
  }

  async fence(numbers: readonly number[]): Promise<void> {
    const at = Date.now();
    const tombstones = numbers.map((seq) => ({ seq, tags: noTags, at, token: randomToken() }));
    await this.#db.insertInto('platen_changes').ignore().values(tombstones).execute();
  }

  async prune(last: number): Promise<void> {
    await this.#db.deleteFrom('platen_changes').where('seq', '<=', last).execute();
  }

  /** Logs that anything may have changed. */
  addEverything(): Promise<void> {
    return logEverything(this.#db, true);
  }

  /** Adds a row without tags to an empty log, so that the first change is not taken for a lost log. */
  async begin(): Promise<void> {
    const first = await this.#db.selectFrom('platen_changes').select('seq').limit(1).executeTakeFirst();
    if (!first) {
      await this.#db
        .insertInto('platen_changes')
        .values({ tags: noTags, at: Date.now(), token: randomToken() })
        .execute();
    }
  }

  /** Whether a transaction with this log row was committed. If it was not, it cannot be any more. */
  async wasCommitted({ seq, token }: LoggedChange): Promise<boolean> {
    await this.fence([seq]);
    const [row] = await this.rows([seq]);
    return row?.token === token;
  }
}
