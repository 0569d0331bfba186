import { hash } from 'node:crypto';
import type { Ready } from '../../ready.ts';
import { knownOfPosts } from '../posts/kept/known-rows.ts';
import type { ReadPart } from '../posts/kept/read-ahead.ts';
import { all, never, oneOf } from '../query/condition.ts';
import { choice } from '../query/fragment.ts';
import type { Session } from '../query/session.ts';
import type { MetaOwner, MetaRow } from '../rows.ts';
import type { Meta } from '../store/meta.ts';
import { takeLock } from '../take-lock.ts';
import { knownOfUser } from '../users/known-of-user.ts';
import { insertMeta, metaTables, metaWhere, metaWithValue, removeMeta, updateMeta } from './meta-statements.ts';

export class MetaTables implements Meta {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  of(owner: MetaOwner, ids: readonly number[], keys?: readonly string[]): Ready<Map<number, readonly MetaRow[]>> {
    const session = this.#session;
    session.noteEach(owner, ids);
    const [id] = ids;
    const isOfUser = owner === 'user' && id !== undefined && ids.length === 1 && keys !== undefined;
    if (owner === 'post') return knownOfPosts(session, ids, metaOfPosts(keys));
    const read = () => metaRows(session, owner, ids, keys);
    const rows = isOfUser ? knownOfUser(session, id, metaName(keys), read) : read();
    return rows.then((found) => byOwner(ids, found));
  }

  async owners(owner: MetaOwner, key: string, value: string): Promise<number[]> {
    this.#session.note(metaTables[owner].tag);
    const beginning = beginningOf(value);
    const rows = await this.#session.select(metaWithValue, { owner: choice(owner), key, beginning, value });
    return [...new Set(rows.map((row) => row.ownerId))].sort((a, b) => a - b);
  }

  async set(owner: MetaOwner, id: number, key: string, values: readonly (string | null)[]): Promise<void> {
    await this.#session.transaction(async (session) => {
      const rows = await rowsToReplace(session, { owner, id, key, count: values.length });
      const which = choice(owner);
      let changed = rows.length !== values.length;
      for (const [position, row] of rows.slice(0, values.length).entries()) {
        const value = values[position] ?? null;
        if (row.value === value) continue;
        changed = true;
        await session.changeLater(updateMeta, { owner: which, id: row.id, value });
      }
      for (const row of rows.slice(values.length)) await session.changeLater(removeMeta, { owner: which, id: row.id });
      for (const value of values.slice(rows.length)) {
        await session.changeLater(insertMeta, { owner: which, ownerId: id, key, value });
      }
      if (!changed) return;
      session.touch(metaTables[owner].tag, `${owner}:${id}`);
      noteMetaChange(session, owner, [id]);
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
}

const metaName = (keys: readonly string[] | undefined): string => (keys ? `meta ${keys.join()}` : 'meta');

const metaOfPosts = (keys: readonly string[] | undefined): ReadPart<readonly MetaRow[]> => ({
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
  if (rows.length >= count || session.hasMade(`${owner}:${id}`)) return rows;
  await takeLock(session, metaLock(`${owner} ${id} ${key}`));
  return session.dialect.can.manyWriters ? read() : rows;
}

/** One of a fixed number of locks, so that the table of locks does not grow with the site. */
const metaLock = (subject: string): string => `meta ${hash('sha256', subject).slice(0, 3)}`;

async function metaRows(
  session: Session,
  owner: MetaOwner,
  ids: readonly number[],
  keys?: readonly string[],
): Promise<MetaRow[]> {
  const conditions = [oneOf(`m.${metaTables[owner].owner}`, ids)];
  if (keys) conditions.push(oneOf('m.meta_key', keys));
  const condition = all(conditions);
  return condition === never ? [] : session.select(metaWhere, { owner: choice(owner), condition });
}
