import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { MetaIndex } from '../options/meta-index.ts';
import { comparison } from '../query/condition.ts';
import type { IndexedMeta } from '../query/dialect.ts';
import { column, fragment, literal, tableRef } from '../query/fragment.ts';
import type { StatementRunner } from '../query/statement.ts';
import type { MetaKey } from '../store/post-expression.ts';

/**
 * One partial index on the table of meta per key: SQLite keeps it, whichever program writes. The condition uses `is`, so
 * that SQLite does not compare it with every `meta_key = ?`.
 */
export function sqliteMetaIndex(prefix: string): MetaIndex {
  const table = `${prefix}postmeta`;
  const start = `${prefix}platen_meta_`;
  return {
    async declare(keys, runner) {
      const wanted = new Map(keys.map((key) => [`${start}${hashOf(key)}`, key]));
      const present = new Set(await indexesOf(table, start, runner));
      const made = [...wanted].filter(([name]) => !present.has(name));
      const gone = [...present].filter((name) => !wanted.has(name));
      if (made.length === 0 && gone.length === 0) return;
      await runner.transaction(async (inside) => {
        for (const name of gone) {
          await inside.run(sql`delete from sqlite_stat1 where idx = ${name}`);
          await inside.run(sql`drop index if exists ${sql.id(name)}`);
        }
        for (const [name, key] of made) {
          // Statistics as for the other indexes: fixed, so that every site gets the same plans.
          await inside.run(sql`insert into sqlite_stat1 (tbl, idx, stat) values (${table}, ${name}, '20000 2 1')`);
          const value = key.type === 'number' ? sql`cast(meta_value as real)` : sql`meta_value`;
          await inside.run(
            sql`create index if not exists ${sql.id(name)} on ${sql.id(table)} (${value}, post_id) where meta_key is ${sql.lit(key.name)}`,
          );
        }
      });
    },
    catchUp: async () => {},
    note: null,
  };
}

async function indexesOf(table: string, start: string, runner: StatementRunner): Promise<string[]> {
  const { rows } = await runner.run(
    sql<{ name: string }>`select name from sqlite_schema where type = 'index' and tbl_name = ${table}`,
  );
  return rows.map(({ name }) => name).filter((name) => name.startsWith(start));
}

const hashOf = ({ name, type }: MetaKey): string =>
  createHash('sha256').update(`${type} ${name}`).digest('hex').slice(0, 16);

/** The rows of the key in the table of meta itself. */
export function sqliteIndexedMeta({ name, type }: MetaKey): IndexedMeta {
  const value = type === 'number' ? fragment`cast(${column('v.meta_value')} as real)` : column('v.meta_value');
  return {
    from: fragment`${tableRef('postmeta')} as v`,
    which: fragment`v.meta_key is ${literal(name)} and v.meta_value is not null`,
    value,
    holds: (compared) => comparison(value, compared),
  };
}
