import type { Kysely } from 'kysely';
import { type AdoptedVariant, variantOfDatabase } from '../../rules/database-versions.ts';
import { manyWriterTables, metaValueTables, ownTables, type Tables } from '../query/tables.ts';
import { judgeVersion } from '../query/version.ts';
import { StoreError } from '../store-error.ts';
import { explainMariadbError } from './explain-mariadb-error.ts';
import { listSchema, readCollations } from './lists/list-tables.ts';
import { feedSchema, logToken, mariadbSchema, tablesText } from './mariadb-schema.ts';
import { raw } from './raw.ts';
import { excerptSchema, placesSchema, searchSchema } from './search/mariadb-search-schema.ts';

type Step = (prefix: string, db: Kysely<Tables>) => readonly string[] | Promise<readonly string[]>;

/** Step N migrates the database to version N; steps are only ever appended, and must be idempotent. */
const steps: readonly Step[] = [
  mariadbSchema,
  (prefix) => tablesText(prefix, manyWriterTables),
  logToken,
  feedSchema,
  (prefix) => tablesText(prefix, metaValueTables),
  async (prefix, db) => listSchema(prefix, await readCollations(db, `${prefix}posts`)),
  searchSchema,
  placesSchema,
  excerptSchema,
  // All triggers have one version, which is that of the lists.
  (prefix) => [`delete from \`${prefix}platen_meta\` where name = 'marks'`],
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
  /** The variant that was chosen for it now; null where it was opened before, or was not adopted. */
  readonly adoptedAs: AdoptedVariant | null;
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
      const chosen = await withLock(connection, `${prefix}platen`, () => migrate(connection, prefix));
      if (chosen !== null) return { isAdopted: true, adoptedAs: chosen };
    }
    return { isAdopted: (await readMeta(connection, 'origin')) === 'adopted', adoptedAs: null };
  });
}

/** The variant that was chosen for the database, if it was adopted now. */
async function migrate(db: Kysely<Tables>, prefix: string): Promise<AdoptedVariant | null> {
  const { reached: version } = await readVersion(db, prefix);
  if (version >= steps.length) return null;
  const chosen = version === 0 ? await recordOrigin(db, prefix) : null;
  for (const step of steps.slice(version)) {
    for (const text of await step(prefix, db)) await runStep(db, text);
  }
  if (version < compatibleVersion) await record(db, 'version', String(compatibleVersion));
  await record(db, 'reached', String(steps.length));
  return chosen;
}

/**
 * Records who made the content tables, before the first of them is made: the lock is of one node only, and in a cluster
 * a process at another node may be making them. A node that has the tables has the record that came before them.
 */
async function recordOrigin(db: Kysely<Tables>, prefix: string): Promise<AdoptedVariant | null> {
  for (const text of tablesText(prefix, { platen_meta: ownTables.platen_meta })) await runStep(db, text);
  const chosen = await variantOfContent(db, prefix);
  const rows =
    chosen === null
      ? [{ name: 'origin', value: 'made' }]
      : [
          { name: 'origin', value: 'adopted' },
          { name: 'variant', value: chosen },
        ];
  const { numInsertedOrUpdatedRows } = await db.insertInto('platen_meta').ignore().values(rows).executeTakeFirst();
  return numInsertedOrUpdatedRows ? chosen : null;
}

/** The variant that fits the content another program made; null where there is none. */
async function variantOfContent(db: Kysely<Tables>, prefix: string): Promise<AdoptedVariant | null> {
  if (!(await hasTable(db, `${prefix}posts`))) return null;
  if (!(await hasTable(db, `${prefix}options`))) return variantOfDatabase(null);
  const options = db.selectFrom('options').select('option_value as value');
  return variantOfDatabase((await options.where('option_name', '=', 'db_version').executeTakeFirst())?.value);
}

/** The variant that was chosen when the database was adopted, or would be now; null where there was nothing to choose. */
export async function readVariant(db: Kysely<Tables>, prefix: string): Promise<AdoptedVariant | null> {
  const isKnown = (await hasTable(db, `${prefix}platen_meta`)) && (await readMeta(db, 'origin')) !== undefined;
  if (!isKnown) return variantOfContent(db, prefix);
  const stored = await readMeta(db, 'variant');
  return stored === 'a' || stored === 'c' ? stored : null;
}

const mostAttempts = 5;

/** In a cluster a process at another node may be running the same step: it may be done already, or in the way. */
async function runStep(db: Kysely<Tables>, text: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await raw(db, text);
      return;
    } catch (error) {
      const failure = explainMariadbError(error)?.failure;
      if (failure === 'duplicate') return;
      if (failure !== 'busy' || attempt === mostAttempts) throw error;
    }
  }
}

/** Several processes may start at once; one of them does the work. */
export async function withLock<T>(db: Kysely<Tables>, name: string, work: () => Promise<T>): Promise<T> {
  const [lock] = await raw<{ held: number }>(db, `select get_lock(${lockName}, 30) as held`, [name]);
  if (lock?.held !== 1)
    throw new StoreError('busy', 'Another process is migrating the database. Try again when it has finished.');
  try {
    return await work();
  } finally {
    await raw(db, `select release_lock(${lockName})`, [name]);
  }
}

/** A server has one lock of a name for all its databases, and takes names of 64 characters at most. */
const lockName = "sha1(concat(database(), ' ', ?))";

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
  const found = 'select 1 as found from information_schema.TABLES where TABLE_SCHEMA = database() and TABLE_NAME = ?';
  return (await raw(db, found, [name])).length > 0;
}
