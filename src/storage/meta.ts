import { type SqlBool, sql } from 'kysely';
import { all, never, oneOf } from './condition.ts';
import type { MetaOwner, MetaRow } from './rows.ts';
import type { Session } from './session.ts';
import type { Meta } from './store.ts';

/** The four tables have one shape under these names. */
const metaTables = {
  post: { table: 'postmeta', id: 'meta_id', owner: 'post_id', list: 'posts' },
  term: { table: 'termmeta', id: 'meta_id', owner: 'term_id', list: 'terms' },
  user: { table: 'usermeta', id: 'umeta_id', owner: 'user_id', list: 'users' },
  comment: { table: 'commentmeta', id: 'meta_id', owner: 'comment_id', list: 'comments' },
} as const satisfies Record<MetaOwner, { table: string; id: string; owner: string; list: string }>;

export class MetaTables implements Meta {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async of(owner: MetaOwner, ids: readonly number[], keys?: readonly string[]): Promise<Map<number, MetaRow[]>> {
    this.#session.noteEach(owner, ids);
    const rows = await this.#rows(owner, ids, keys);
    const found = new Map<number, MetaRow[]>(ids.map((id) => [id, []]));
    for (const row of rows) found.get(row.ownerId)?.push(row);
    return found;
  }

  async set(owner: MetaOwner, id: number, key: string, values: readonly (string | null)[]): Promise<void> {
    await this.#session.transaction(async (session) => {
      const { list } = metaTables[owner];
      const rows = (await new MetaTables(session).#rows(owner, [id], [key])).filter((row) => row.key === key);
      const kept = rows.slice(0, values.length);
      let changed = rows.length !== values.length;
      for (const [place, row] of kept.entries()) {
        if (row.value === values[place]) continue;
        changed = true;
        await updateValue(session, owner, row.id, values[place] ?? null);
      }
      for (const row of rows.slice(values.length)) await removeRow(session, owner, row.id);
      for (const value of values.slice(rows.length)) await insertRow(session, owner, id, key, value);
      if (changed) session.touch(list, `${owner}:${id}`);
    });
  }

  async removeValue(owner: MetaOwner, key: string, value: string): Promise<void> {
    await this.#session.transaction(async (session) => {
      const names = metaTables[owner];
      const rows = await session.select<{ id: number; ownerId: number }>(
        `meta.withValue ${owner}`,
        [key, [...value].slice(0, 64).join(''), value],
        ([wanted, beginning, whole]) =>
          table(session, owner)
            .select([`m.${names.id} as id`, `m.${names.owner} as ownerId`] as never)
            .where('m.meta_key', '=', wanted as string)
            // The beginning is what an index can hold of a long value.
            .where(sql<SqlBool>`substr(m.meta_value, 1, 64) = ${beginning}`)
            .where('m.meta_value', '=', whole as string),
      );
      for (const row of rows) {
        await removeRow(session, owner, row.id);
        session.touch(names.list, `${owner}:${row.ownerId}`);
      }
    });
  }

  async #rows(owner: MetaOwner, ids: readonly number[], keys?: readonly string[]): Promise<MetaRow[]> {
    const session = this.#session;
    const names = metaTables[owner];
    const parts = [oneOf(`m.${names.owner}`, ids)];
    if (keys) parts.push(oneOf('m.meta_key', keys));
    const condition = all(parts);
    if (condition === never) return [];
    return session.select<MetaRow>(`meta ${owner} ${condition.shape}`, condition.values, (slots) =>
      table(session, owner)
        .select([
          `m.${names.id} as id`,
          `m.${names.owner} as ownerId`,
          'm.meta_key as key',
          'm.meta_value as value',
        ] as never)
        .where(condition.build(slots))
        .orderBy(`m.${names.id}` as 'm.meta_id'),
    );
  }
}

/** Typed as the first of the four; the names above are what differs. */
const table = (session: Session, owner: MetaOwner) =>
  session.db.selectFrom(`${metaTables[owner].table} as m` as 'postmeta as m');

async function insertRow(session: Session, owner: MetaOwner, ownerId: number, key: string, value: string | null) {
  const names = metaTables[owner];
  await session.change(`meta.insert ${owner}`, [ownerId, key, value], ([id, metaKey, metaValue]) =>
    session.db
      .insertInto(names.table as 'postmeta')
      .values({ [names.owner]: id, meta_key: metaKey, meta_value: metaValue } as never),
  );
}

async function updateValue(session: Session, owner: MetaOwner, rowId: number, value: string | null) {
  const names = metaTables[owner];
  await session.change(`meta.update ${owner}`, [value, rowId], ([metaValue, id]) =>
    session.db
      .updateTable(names.table as 'postmeta')
      .set({ meta_value: metaValue as string | null })
      .where(names.id as 'meta_id', '=', id as number),
  );
}

async function removeRow(session: Session, owner: MetaOwner, rowId: number) {
  const names = metaTables[owner];
  await session.change(`meta.remove ${owner}`, [rowId], ([id]) =>
    session.db.deleteFrom(names.table as 'postmeta').where(names.id as 'meta_id', '=', id as number),
  );
}
