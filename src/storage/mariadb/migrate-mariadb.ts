import { CompiledQuery, type Kysely } from 'kysely';
import type { Tables } from '../query/tables.ts';
import { judgeVersion } from '../query/version.ts';
import { StoreError } from '../store-error.ts';
import { explainMariadbError } from './explain-mariadb-error.ts';
import { listSchema, readCollations } from './lists/list-tables.ts';
import { feedSchema, lockTables, logToken, mariadbSchema, metaValueSchema } from './mariadb-schema.ts';
import { excerptSchema, placesSchema, searchSchema } from './search/mariadb-search-schema.ts';

type Step = (prefix: string, db: Kysely<Tables>) => readonly string[] | Promise<readonly string[]>;

/** Step N migrates the database to version N; steps are only ever appended, and must be idempotent. */
const steps: readonly Step[] = [
  mariadbSchema,
  lockTables,
  logToken,
  feedSchema,
  metaValueSchema,
  async (prefix, db) => listSchema(prefix, await readCollations(db, `${prefix}posts`)),
  searchSchema,
  placesSchema,
  excerptSchema,
];

/**
 * The oldest version whose programs can still use the database, whatever steps came after. It stays where it is when a
 * step only adds tables or columns with defaults, so that old and new instances can be started side by side.
 */
const compatibleVersion = 2;

/** The state of the database when it was opened. */
export interface Origin {
  /** The content tables existed already: another program created them and may still write to them. */
  readonly isAdopted: boolean;
}

/**
 * Migrates our own tables, and creates the content tables where there are none. Tables of an existing site are
 * never altered. The server cannot roll back `create table`, so the version is stored last and steps can run twice.
 */
export async function migrateMariadb(db: Kysely<Tables>, prefix: string, readOnly: boolean): Promise<Origin> {
  return db.connection().execute(async (connection) => {
    const { needed, reached } = await readVersion(connection, prefix);
    judgeVersion(needed, steps.length);
    if (reached < steps.length) {
      if (readOnly) {
        throw new StoreError(
          'readonly',
          'The database has to be brought up to date first, and it was opened to read only.',
        );
      }
      await withLock(connection, `${prefix}platen`, () => migrate(connection, prefix));
    }
    return readOrigin(connection);
  });
}

async function migrate(db: Kysely<Tables>, prefix: string): Promise<void> {
  const { reached: version } = await readVersion(db, prefix);
  if (version >= steps.length) return;
  const origin = version > 0 || !(await hasTable(db, `${prefix}posts`)) ? 'made' : 'adopted';
  for (const step of steps.slice(version)) {
    for (const text of await step(prefix, db)) await runStep(db, text);
  }
  if (version === 0) await record(db, 'origin', origin);
  if (version < compatibleVersion) await record(db, 'version', String(compatibleVersion));
  await record(db, 'reached', String(steps.length));
}

/** In a cluster a process at another node may be adding the same column: the lock is of one node only. */
async function runStep(db: Kysely<Tables>, text: string): Promise<void> {
  try {
    await db.executeQuery(CompiledQuery.raw(text));
  } catch (error) {
    if (explainMariadbError(error)?.failure !== 'duplicate') throw error;
  }
}

/** Several processes may start at once; one of them does the work. */
export async function withLock(db: Kysely<Tables>, name: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await db.executeQuery<{ held: number }>(CompiledQuery.raw('select get_lock(?, 30) as held', [name]));
  if (rows[0]?.held !== 1)
    throw new StoreError('busy', 'Another process is migrating the database. Try again when it has finished.');
  try {
    await work();
  } finally {
    await db.executeQuery(CompiledQuery.raw('select release_lock(?)', [name]));
  }
}

interface StoredVersion {
  /** The version that a program must know to use the database. */
  readonly needed: number;
  /** The version to which the database was migrated. */
  readonly reached: number;
}

async function readVersion(db: Kysely<Tables>, prefix: string): Promise<StoredVersion> {
  if (!(await hasTable(db, `${prefix}platen_meta`))) return { needed: 0, reached: 0 };
  const needed = Number((await readMeta(db, 'version')) ?? 0);
  return { needed, reached: Math.max(needed, Number((await readMeta(db, 'reached')) ?? 0)) };
}

async function readOrigin(db: Kysely<Tables>): Promise<Origin> {
  return { isAdopted: (await readMeta(db, 'origin')) === 'adopted' };
}

/** One of our own settings of the database. */
export async function readMeta(db: Kysely<Tables>, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('platen_meta').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Stores one of our own settings of the database. */
export async function record(db: Kysely<Tables>, name: string, value: string): Promise<void> {
  await db.insertInto('platen_meta').values({ name, value }).onDuplicateKeyUpdate({ value }).execute();
}

async function hasTable(db: Kysely<Tables>, name: string): Promise<boolean> {
  const query = CompiledQuery.raw(
    'select 1 as found from information_schema.TABLES where TABLE_SCHEMA = database() and TABLE_NAME = ?',
    [name],
  );
  return (await db.executeQuery(query)).rows.length > 0;
}
