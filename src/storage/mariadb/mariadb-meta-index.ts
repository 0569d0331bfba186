import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { MetaIndex } from '../options/meta-index.ts';
import { comparison } from '../query/condition.ts';
import type { IndexedMeta } from '../query/dialect.ts';
import { column, fragment, tableRef } from '../query/fragment.ts';
import type { StatementRunner } from '../query/statement.ts';
import type { Tables } from '../query/tables.ts';
import { type RetryOptions, retryUndone } from '../query/transactions/retry.ts';
import type { Comparison, MetaKey } from '../store/post-expression.ts';
import { explaining } from './explain-mariadb-error.ts';
import type { ForeignComparison } from './foreign-comparison.ts';

const conflictRetries: RetryOptions = {
  longestMs: 1_000,
  now: () => performance.now(),
  sleep,
  random: Math.random,
};
/** The beginning of a text that the index holds. */
const textLength = 191;
const postsPerStatement = 1_000;
/**
 * A table of our own with the values of the declared keys: the tables of an existing site are never altered. Our own
 * writes are noted in their transactions; those of other programs are found by comparing before the index is read.
 */
export class MariadbMetaIndex implements MetaIndex {
  readonly #db: Kysely<Tables>;
  /** Null where nothing may be written. */
  readonly #comparison: ForeignComparison | null;
  #names: readonly string[] = [];

  constructor(db: Kysely<Tables>, comparing: ((compare: () => Promise<void>) => ForeignComparison) | null) {
    this.#db = db;
    this.#comparison = comparing?.(() => this.#compareAgain()) ?? null;
  }

  async declare(keys: readonly MetaKey[]): Promise<void> {
    this.#names = keys.map(({ name }) => name);
    // Keys are declared while others write, and by every process at about the same time.
    await this.#compareAgain({ ...conflictRetries, longestMs: 30_000 });
  }

  async catchUp(): Promise<void> {
    if (this.#names.length > 0) await this.#comparison?.catchUp();
  }

  /** Another instance may be comparing too, or writing. */
  #compareAgain(retries = conflictRetries): Promise<void> {
    return retryUndone(() => explaining(() => this.#compare()), retries);
  }

  /** The server compares; nothing leaves it. */
  async #compare(): Promise<void> {
    const isDeclared = this.#names.length > 0 ? sql`v.meta_key in (${sql.join(this.#names)})` : sql`1 = 0`;
    await sql`delete v from ${sql.table('platen_meta_values')} as v left join ${sql.table('postmeta')} as m
      on m.meta_id = v.meta_id and m.post_id = v.post_id and ${text('m.meta_key')} = v.meta_key
      where m.meta_id is null or m.meta_value is null or not (${isDeclared})`.execute(this.#db);
    if (this.#names.length === 0) return;
    await sql`${insertInto} ${valuesFrom} left join ${sql.table('platen_meta_values')} as v on v.meta_id = m.meta_id
      where ${isIndexed(this.#names)}
        and (v.meta_id is null or v.text <> ${beginning} or v.number <> cast(m.meta_value as double)) ${orUpdate}`.execute(
      this.#db,
    );
  }

  /** Reads the values of posts again; run at the end of a transaction that changed them. */
  readonly note = async (runner: StatementRunner, postIds: readonly number[]): Promise<void> => {
    if (this.#names.length === 0) return;
    for (let from = 0; from < postIds.length; from += postsPerStatement) {
      const ids = sql.join(postIds.slice(from, from + postsPerStatement));
      await runner.runLater(sql`delete from ${sql.table('platen_meta_values')} where post_id in (${ids})`);
      await runner.runLater(
        sql`${insertInto} ${valuesFrom} where m.post_id in (${ids}) and ${isIndexed(this.#names)} ${orUpdate}`,
      );
    }
  };
}

const text = (name: string) => sql`convert(${sql.ref(name)} using utf8mb4) collate utf8mb4_bin`;
const beginning = sql`left(${text('m.meta_value')}, ${sql.lit(textLength)})`;

/** With `ignore`, a text that is no number becomes 0, as it reads. */
const insertInto = sql`insert ignore into ${sql.table('platen_meta_values')} (meta_id, post_id, meta_key, number, text)`;
const valuesFrom = sql`select m.meta_id, m.post_id, m.meta_key, cast(m.meta_value as double), ${beginning} from ${sql.table('postmeta')} as m`;
const orUpdate = sql`on duplicate key update post_id = values(post_id), meta_key = values(meta_key), number = values(number), text = values(text)`;
const isIndexed = (names: readonly string[]) =>
  sql`m.meta_key in (${sql.join(names)}) and ${text('m.meta_key')} in (${sql.join(names)}) and m.meta_value is not null`;

/** The rows of the key in our own table. */
export function mariadbIndexedMeta({ name, type }: MetaKey): IndexedMeta {
  const value = column(type === 'number' ? 'v.number' : 'v.text');
  return {
    from: fragment`${tableRef('platen_meta_values')} as v`,
    which: fragment`v.meta_key = ${name}`,
    value,
    holds: (compared) => comparison(value, type === 'number' ? compared : ofBeginning(compared)),
  };
}

/** The index holds the beginnings of texts, so its limits are inclusive. */
function ofBeginning(compared: Comparison<string> | Comparison<number>): Comparison<string> {
  const cut = (one: string | number) => [...String(one)].slice(0, textLength).join('');
  if (compared.is === 'in') return { is: 'in', values: compared.values.map(cut) };
  const is = compared.is === '<' ? '<=' : compared.is === '>' ? '>=' : compared.is;
  return { is, value: cut(compared.value) };
}
