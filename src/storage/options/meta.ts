import { hash } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import type { MetaChange, RowKey } from '../../rules/fields/field-storage.ts';
import { takeLock } from '../locks.ts';
import { type PostPart, partOfPosts } from '../posts/post-row-cache.ts';
import { above, all, any, type BuiltCondition, never, noneOf, oneOf, type SqlCondition } from '../query/condition.ts';
import { choice, column, fragment, type Param, tableRef } from '../query/fragment.ts';
import type { Session } from '../query/session.ts';
import { type StatementContext, statement } from '../query/statement.ts';
import { namedTables } from '../query/tables.ts';
import type { MetaOwner, MetaRow } from '../rows.ts';
import type { Meta, OwnedKey } from '../store/site.ts';
import { cachedOfUser } from '../users/user-cache.ts';

export class MetaTables implements Meta {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  of(
    owner: MetaOwner,
    ids: readonly number[],
    keys?: readonly RowKey[],
  ): MaybePromise<Map<number, readonly MetaRow[]>> {
    const session = this.#session;
    session.dependOnEach(owner, ids);
    const [id] = ids;
    const isOfUser = owner === 'user' && id !== undefined && ids.length === 1 && keys !== undefined;
    if (owner === 'post') return partOfPosts(session, ids, metaOfPosts(keys));
    const read = () => metaRows(session, owner, ids, keys);
    const rows = isOfUser ? cachedOfUser(session, id, metaName(keys), read) : read();
    return rows.then((found) => byOwner(ids, found));
  }

  async owners(owner: MetaOwner, key: string, value: string | readonly string[]): Promise<number[]> {
    this.#session.dependOn(metaTables[owner].tag);
    const rows = await (typeof value === 'string'
      ? this.#session.select(metaWithValue, { owner: choice(owner), key, beginning: beginningOf(value), value })
      : rowsWithAny(this.#session, owner, key, value));
    return [...new Set(rows.map((row) => row.ownerId))].sort((a, b) => a - b);
  }

  async set(owner: MetaOwner, id: number, key: string, values: readonly (string | null)[]): Promise<void> {
    await this.#session.transaction(async (session) => {
      const rows = await rowsToReplace(session, { owner, id, key, count: values.length });
      if (await replaceRows(session, { owner, id, key }, rows, values)) noteRows(session, owner, id);
    });
  }

  async passing(owner: MetaOwner, id: number, key: string): Promise<string | null> {
    const rows = await metaRows(this.#session, owner, [id], [key]);
    return rows.find((row) => row.key === key)?.value ?? null;
  }

  async setPassing(owner: MetaOwner, id: number, key: string, value: string): Promise<void> {
    await this.#session.transaction(async (session) => {
      const rows = await rowsToReplace(session, { owner, id, key, count: 1 });
      await replaceRows(session, { owner, id, key }, rows, [value]);
    });
  }

  async apply(owner: MetaOwner, id: number, changes: readonly MetaChange[]): Promise<void> {
    if (changes.every(({ parts }) => !parts)) {
      for (const { key, values } of changes) await this.set(owner, id, key, values);
      return;
    }
    await this.#session.transaction(async (session) => {
      await takeLock(session, metaLock(`${owner} ${id}`));
      const stored = Map.groupBy(await metaRows(session, owner, [id]), ({ key }) => key);
      const wanted = new Map(changes.map(({ key, values }) => [key, values]));
      const parts = changes.flatMap((one) => one.parts ?? []);
      for (const key of stored.keys()) {
        if (key !== null && !wanted.has(key) && parts.some((part) => part.test(key))) wanted.set(key, []);
      }
      let changed = false;
      for (const [key, values] of wanted) {
        if (await replaceRows(session, { owner, id, key }, stored.get(key) ?? [], values)) changed = true;
      }
      if (changed) noteRows(session, owner, id);
    });
  }

  async copy(owner: MetaOwner, from: number, to: number, keys: readonly string[]): Promise<void> {
    const names = metaTables[owner];
    const condition = all([oneOf(`m.${names.owner}`, [from]), oneOf('m.meta_key', keys)]);
    if (condition === never) return;
    await this.#session.transaction(async (session) => {
      await session.changeLater(copyMeta, { owner: choice(owner), to, condition });
      session.touch(names.tag, `${owner}:${to}`);
      noteMetaChange(session, owner, [to]);
    });
  }

  async removeValue(owner: MetaOwner, key: string, value: string): Promise<void> {
    await this.#session.transaction(async (session) => {
      const which = choice(owner);
      const beginning = beginningOf(value);
      for (const row of await session.select(metaWithValue, { owner: which, key, beginning, value })) {
        await session.changeLater(removeMeta, { owner: which, id: row.id });
        session.touch(metaTables[owner].tag, `${owner}:${row.ownerId}`);
        noteMetaChange(session, owner, [row.ownerId]);
      }
    });
  }

  async removeRows(owner: MetaOwner, rows: readonly Pick<MetaRow, 'id' | 'ownerId'>[]): Promise<void> {
    const which = oneOf(
      metaTables[owner].id,
      rows.map(({ id }) => id),
    );
    if (which === never) return;
    const owners = [...new Set(rows.map(({ ownerId }) => ownerId))];
    await this.#session.transaction(async (session) => {
      await session.change(removeMetaRows, { owner: choice(owner), which });
      session.touch(metaTables[owner].tag, ...owners.map((id) => `${owner}:${id}`));
      noteMetaChange(session, owner, owners);
    });
  }

  async countOwners(of: OwnedKey): Promise<number> {
    const hasValue = noneOf('m.meta_value', ['', emptyList]);
    const condition = all([isKey(of.key), hasValue, ...ownersOf(of)]);
    const [found] = await this.#session.select(ownerCount, { owner: choice(of.owner), condition });
    return Number(found?.count ?? 0);
  }

  async rowsOf(of: OwnedKey, afterId: number, limit: number): Promise<MetaRow[]> {
    const condition = all([
      isKey(of.key),
      above(`m.${metaTables[of.owner].id}`, afterId),
      ...ownersOf(of, 'with revisions'),
    ]);
    return this.#session.select(metaPage, { owner: choice(of.owner), condition, limit });
  }

  async rewrite(owner: MetaOwner, rows: readonly MetaRow[]): Promise<void> {
    await this.#session.transaction(async (session) => {
      const which = choice(owner);
      for (const { id, ownerId, key, value } of rows) {
        await session.changeLater(rewriteMeta, { owner: which, id, key, value });
        session.touch(metaTables[owner].tag, `${owner}:${ownerId}`);
      }
      noteMetaChange(
        session,
        owner,
        rows.map(({ ownerId }) => ownerId),
      );
    });
  }
}

/** How an empty list is stored. */
const emptyList = 'a:0:{}';

/** The very key: a server may compare without case and accents. */
const isKey = (key: string): SqlCondition =>
  fragment`m.meta_key = ${key} and hex(m.meta_key) = ${Buffer.from(key).toString('hex').toUpperCase()}`;

/** The owners of one post type or taxonomy. */
function ownersOf({ owner, subtype }: OwnedKey, which: 'items' | 'with revisions' = 'items'): SqlCondition[] {
  if (owner === 'term' && subtype !== undefined)
    return [
      fragment`m.term_id in (select x.term_id from ${tableRef('term_taxonomy')} as x where x.taxonomy = ${subtype})`,
    ];
  if (owner !== 'post') return [];
  const posts = tableRef('posts');
  if (subtype === undefined)
    return which === 'items'
      ? [fragment`m.post_id not in (select p.ID from ${posts} as p where p.post_type = 'revision')`]
      : [];
  const items: SqlCondition = fragment`m.post_id in (select p.ID from ${posts} as p where p.post_type = ${subtype})`;
  if (which === 'items') return [items];
  return [
    fragment`(${items} or m.post_id in (select r.ID from ${posts} as r join ${posts} as p on p.ID = r.post_parent where r.post_type = 'revision' and p.post_type = ${subtype}))`,
  ];
}

const metaName = (keys: readonly RowKey[] | undefined): string =>
  keys ? `meta ${keys.map((key) => (typeof key === 'string' ? key : `${key.prefix}*`)).join()}` : 'meta';

const metaOfPosts = (keys: readonly RowKey[] | undefined): PostPart<readonly MetaRow[]> => ({
  name: metaName(keys),
  bytes: bytesOf,
  read: async (session, ids) => byOwner(ids, await metaRows(session, 'post', ids, keys)),
});

/** Another program may store a row without a key. */
const lengthOf = (text: string | null): number => text?.length ?? 0;

const bytesOf = (rows: readonly MetaRow[]): number =>
  rows.reduce((bytes, { key, value }) => bytes + 100 + 2 * (lengthOf(key) + lengthOf(value)), 0);

function byOwner(ids: readonly number[], rows: readonly MetaRow[]): Map<number, readonly MetaRow[]> {
  const found = new Map<number, MetaRow[]>(ids.map((id) => [id, []]));
  for (const row of rows) found.get(row.ownerId)?.push(row);
  return found;
}

/** Leaves it to the end of the transaction to bring the index of declared keys up to date. */
function noteMetaChange(session: Session, owner: MetaOwner, ids: readonly number[]): void {
  const { note } = session.site.metaIndex;
  if (note && owner === 'post') session.defer(note, ids);
}

/** The part of a value that an index holds. */
const beginningOf = (value: string): string => [...value].slice(0, 64).join('');

interface Replaced {
  readonly owner: MetaOwner;
  readonly id: number;
  readonly key: string;
  /** The number of values that take the place of the rows. */
  readonly count: number;
}

/** The rows of a key. If there are too few, inserting one is left to one writer at a time: the table has no unique key. */
async function rowsToReplace(session: Session, { owner, id, key, count }: Replaced): Promise<MetaRow[]> {
  const read = async (): Promise<MetaRow[]> =>
    (await metaRows(session, owner, [id], [key])).filter((row) => row.key === key);
  const rows = await read();
  if (rows.length >= count || session.hasInserted(`${owner}:${id}`)) return rows;
  await takeLock(session, metaLock(`${owner} ${id} ${key}`));
  return session.dialect.can.manyWriters ? read() : rows;
}

/** Makes the rows of a key have these values; whether anything was to be changed. */
async function replaceRows(
  session: Session,
  { owner, id, key }: Omit<Replaced, 'count'>,
  rows: readonly MetaRow[],
  values: readonly (string | null)[],
): Promise<boolean> {
  const which = choice(owner);
  let changed = rows.length !== values.length;
  for (const [position, row] of rows.slice(0, values.length).entries()) {
    const value = values[position] ?? null;
    if (row.value === value) continue;
    changed = true;
    await session.changeLater(updateMeta, { owner: which, id: row.id, value });
  }
  for (const row of rows.slice(values.length)) await session.changeLater(removeMeta, { owner: which, id: row.id });
  await insertRows(session, { owner, id, key }, values.slice(rows.length));
  return changed;
}

/** How many rows one statement inserts. */
const rowsAtOnce = 500;

async function insertRows(
  session: Session,
  { owner, id, key }: Omit<Replaced, 'count'>,
  values: readonly (string | null)[],
): Promise<void> {
  const [only] = values;
  if (values.length === 1 && only !== undefined) {
    await session.changeLater(insertMeta, { owner: choice(owner), ownerId: id, key, value: only });
    return;
  }
  const { table, owner: ownerColumn } = metaTables[owner];
  for (let at = 0; at < values.length; at += rowsAtOnce) {
    const rows = values
      .slice(at, at + rowsAtOnce)
      .map((value) => ({ [ownerColumn]: id, meta_key: key, meta_value: value }));
    await session.execute(namedTables(session.db).insertInto(table).values(rows));
  }
}

function noteRows(session: Session, owner: MetaOwner, id: number): void {
  session.touch(metaTables[owner].tag, `${owner}:${id}`);
  noteMetaChange(session, owner, [id]);
}

/** One of a fixed number of locks, so that the table of locks does not grow with the site. */
const metaLock = (subject: string): string => `meta ${hash('sha256', subject).slice(0, 3)}`;

async function metaRows(
  session: Session,
  owner: MetaOwner,
  ids: readonly number[],
  keys?: readonly RowKey[],
): Promise<MetaRow[]> {
  const conditions = [oneOf(`m.${metaTables[owner].owner}`, ids)];
  if (keys) conditions.push(rowsOfKeys(keys));
  const condition = all(conditions);
  return condition === never ? [] : session.select(metaWhere, { owner: choice(owner), condition });
}

async function rowsWithAny(
  session: Session,
  owner: MetaOwner,
  key: string,
  values: readonly string[],
): Promise<MetaRow[]> {
  const beginning = fragment`substr(${column('m.meta_value')}, 1, 64)`;
  const condition = all([
    oneOf('m.meta_key', [key]),
    oneOf(beginning, values.map(beginningOf)),
    oneOf('m.meta_value', values),
  ]);
  return condition === never ? [] : session.select(metaWhere, { owner: choice(owner), condition });
}

/** The rows of an owner are few, so that a beginning needs no index, and no pattern in which some characters mean more. */
function rowsOfKeys(keys: readonly RowKey[]): SqlCondition {
  const whole = keys.filter((key) => typeof key === 'string');
  const prefixes = keys.filter((key) => typeof key !== 'string').map(({ prefix }) => prefix);
  return any([
    oneOf('m.meta_key', whole),
    ...prefixes.map(
      (prefix): SqlCondition => fragment`substr(${column('m.meta_key')}, 1, ${[...prefix].length}) = ${prefix}`,
    ),
  ]);
}

/** The four meta tables share one layout with these names; `tag` is the tag for lists of their owners. */
export const metaTables = {
  post: { table: 'postmeta', id: 'meta_id', owner: 'post_id', tag: 'posts' },
  term: { table: 'termmeta', id: 'meta_id', owner: 'term_id', tag: 'terms' },
  user: { table: 'usermeta', id: 'umeta_id', owner: 'user_id', tag: 'users' },
  comment: { table: 'commentmeta', id: 'meta_id', owner: 'comment_id', tag: 'comments' },
} as const satisfies Record<MetaOwner, { table: string; id: string; owner: string; tag: string }>;

function selectMeta({ db }: StatementContext, owner: MetaOwner) {
  const names = metaTables[owner];
  return namedTables(db)
    .selectFrom(`${names.table} as m`)
    .select([
      sql.ref<number>(`m.${names.id}`).as('id'),
      sql.ref<number>(`m.${names.owner}`).as('ownerId'),
      sql.ref<string>('m.meta_key').as('key'),
      sql.ref<string | null>('m.meta_value').as('value'),
    ]);
}

const metaWhere = statement((context, { owner, condition }: { owner: MetaOwner; condition: BuiltCondition }) =>
  selectMeta(context, owner).where(condition).orderBy(`m.${metaTables[owner].id}`),
);

const metaPage = statement(
  (context, { owner, condition, limit }: { owner: MetaOwner; condition: BuiltCondition; limit: Param<number> }) =>
    selectMeta(context, owner).where(condition).orderBy(`m.${metaTables[owner].id}`).limit(limit),
);

const ownerCount = statement(({ db }, { owner, condition }: { owner: MetaOwner; condition: BuiltCondition }) =>
  namedTables(db)
    .selectFrom(`${metaTables[owner].table} as m`)
    .select(sql<number>`count(distinct ${sql.ref(`m.${metaTables[owner].owner}`)})`.as('count'))
    .where(condition),
);

interface KeyAndValue {
  readonly owner: MetaOwner;
  readonly key: Param<string>;
  /** The prefix of a long value that fits in an index. */
  readonly beginning: Param<string>;
  readonly value: Param<string>;
}
const metaWithValue = statement((context, { owner, key, beginning, value }: KeyAndValue) =>
  selectMeta(context, owner)
    .where('m.meta_key', '=', key)
    .where(sql<SqlBool>`substr(m.meta_value, 1, 64) = ${beginning}`)
    .where('m.meta_value', '=', value),
);

interface InsertableMeta {
  readonly owner: MetaOwner;
  readonly ownerId: Param<number>;
  readonly key: Param<string>;
  readonly value: Param<string | null>;
}
const insertMeta = statement(({ db }, { owner, ownerId, key, value }: InsertableMeta) =>
  namedTables(db)
    .insertInto(metaTables[owner].table)
    .values({ [metaTables[owner].owner]: ownerId, meta_key: key, meta_value: value }),
);

interface CopiedMeta {
  readonly owner: MetaOwner;
  readonly to: Param<number>;
  readonly condition: BuiltCondition;
}
const copyMeta = statement(({ db }, { owner, to, condition }: CopiedMeta) => {
  const { table, id, owner: ownerColumn } = metaTables[owner];
  const rows = namedTables(db)
    .selectFrom(`${table} as m`)
    .select([sql<number>`${to}`.as('to'), sql.ref('m.meta_key').as('key'), sql.ref('m.meta_value').as('value')])
    .where(condition)
    .orderBy(`m.${id}`);
  return namedTables(db).insertInto(table).columns([ownerColumn, 'meta_key', 'meta_value']).expression(rows);
});

interface ChangedMeta {
  readonly owner: MetaOwner;
  readonly id: Param<number>;
  readonly value: Param<string | null>;
}
const updateMeta = statement(({ db }, { owner, id, value }: ChangedMeta) =>
  namedTables(db).updateTable(metaTables[owner].table).set({ meta_value: value }).where(metaTables[owner].id, '=', id),
);

const rewriteMeta = statement(({ db }, { owner, id, key, value }: ChangedMeta & { readonly key: Param<string> }) =>
  namedTables(db)
    .updateTable(metaTables[owner].table)
    .set({ meta_key: key, meta_value: value })
    .where(metaTables[owner].id, '=', id),
);

const removeMetaRows = statement(({ db }, { owner, which }: { owner: MetaOwner; which: BuiltCondition }) =>
  namedTables(db).deleteFrom(metaTables[owner].table).where(which),
);

const removeMeta = statement(({ db }, { owner, id }: { owner: MetaOwner; id: Param<number> }) =>
  namedTables(db).deleteFrom(metaTables[owner].table).where(metaTables[owner].id, '=', id),
);
