import { randomInt } from 'node:crypto';
import { type Kysely, type QueryResult, sql } from 'kysely';
import type { Param } from '../query/fragment.ts';
import { type StatementCache, type StatementRunner, statement } from '../query/statement.ts';
import type { Tables } from '../query/tables.ts';
import type { TouchedTags } from '../store/site.ts';
import { StoreError } from '../store-error.ts';

/** How many numbers of the log are kept; a process that is further behind takes everything as changed. */
export const keptRows = 5000;
/** Above this many tags a log row contains `allTags`, so that a bulk import does not fill the log. */
const tagLimit = 400;
/** The tag that means all tags. */
export const allTags = '*';
/** A variable of a connection to a server: when its transaction logged its change. */
export const loggedAt = '@platen_logged';
/** The tags of a row that only fences a number. */
export const noTags = '[]';

interface LoggedTags {
  readonly tags: Param<string>;
  readonly at: Param<number>;
}

/** In the place of the mark that the first write of the transaction left, if it left one. */
const addToLog = statement(({ db }, { tags, at }: LoggedTags) => {
  const last = db.selectFrom('platen_changes').select(['seq', 'at']).orderBy('seq', 'desc').limit(1).as('last');
  return db
    .replaceInto('platen_changes')
    .values({ seq: db.selectFrom(last).select('seq').where('at', '=', 0), tags, at });
});

const addWithToken = statement(({ db }, { tags, at, token }: LoggedTags & { readonly token: Param<number> }) =>
  db.insertInto('platen_changes').values({ tags, at: notingTime(at), token }),
);

const pruneLog = statement(({ db }, { last }: { last: Param<number> }) =>
  db.deleteFrom('platen_changes').where('seq', '<=', last),
);

/** Has the server note when the row was logged, by its own clock, so that it can tell a late commit. */
const notingTime = (at: Param<number>) => sql<number>`if((${sql.raw(loggedAt)} := sysdate(6)) is null, 0, ${at})`;

/** A row of the log, by which the outcome of its transaction can be found out later. */
export interface LoggedChange {
  readonly seq: number;
  readonly token: number;
}

/** A random number below 2^48: JavaScript and SQL hold it exactly. */
export const randomToken = (): number => randomInt(1, 2 ** 48 - 1);

/** Logs what a transaction touched, as its last statement; readers of the log see it after the commit. */
export async function logChange(runner: StatementRunner, touched: ReadonlySet<string>): Promise<number> {
  const { id } = await runner.change(addToLog, { tags: tagsText(touched), at: Date.now() });
  if (id % 500 === 0) await runner.change(pruneLog, { last: id - keptRows });
  return id;
}

/** The same for a database with concurrent writers, whose readers prune the log: the statement, and the row's token. */
export function logQuery({ statements }: { readonly statements: StatementCache }, touched: ReadonlySet<string>) {
  const token = randomToken();
  return { query: statements.query(addWithToken, { tags: tagsText(touched), at: Date.now(), token }), token };
}

/** The logged change, by the result of its statement, which is the first of these. */
export async function loggedWithToken(
  logging: Promise<readonly QueryResult<unknown>[]>,
  token: number,
): Promise<LoggedChange> {
  const [added] = await unlessFenced(logging);
  return { seq: Number(added?.insertId), token };
}

/** Logs that anything may have changed, within a transaction that does not record its tags. */
export async function logEverything(db: Kysely<Tables>, hasToken: boolean): Promise<void> {
  const row = { tags: allTags, at: Date.now(), ...(hasToken && { token: randomToken() }) };
  const { insertId } = await db.insertInto('platen_changes').values(row).executeTakeFirstOrThrow();
  const reset = { seq: Number(insertId), pos: 0, kind: 'site', id: 0, change: 'reset', at: row.at };
  await db.insertInto('platen_feed').values(reset).execute();
}

/** What the row of a transaction says that touched these tags. */
export const loggedTags = (touched: ReadonlySet<string>): TouchedTags =>
  touched.size > tagLimit || touched.has(allTags) ? 'everything' : touched;

function tagsText(touched: ReadonlySet<string>): string {
  const tags = loggedTags(touched);
  return tags === 'everything' ? allTags : JSON.stringify([...tags]);
}

/** A number that was fenced while this transaction was late: the transaction has to run again. */
async function unlessFenced<T>(inserting: Promise<T>): Promise<T> {
  try {
    return await inserting;
  } catch (error) {
    if (!(error instanceof StoreError && error.failure === 'duplicate')) throw error;
    throw new StoreError('busy', 'The transaction took too long and has to run again.', { cause: error, undone: true });
  }
}

/** The union of the tags of log rows. */
export function readTags(rows: readonly { readonly tags: string | null }[]): TouchedTags {
  const touched = new Set<string>();
  for (const { tags } of rows) {
    if (tags === allTags) return 'everything';
    const listed: string[] = JSON.parse(tags ?? noTags);
    for (const tag of listed) touched.add(tag);
  }
  return touched;
}
