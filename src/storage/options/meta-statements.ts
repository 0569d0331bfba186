import { type SqlBool, sql } from 'kysely';
import type { BuiltCondition } from '../query/condition.ts';
import { namedTables } from '../query/named-tables.ts';
import type { Param } from '../query/param.ts';
import { type StatementContext, statement } from '../query/statement.ts';
import type { MetaOwner } from '../rows.ts';

/** The four meta tables share one layout with these names; `tag` is the tag for lists of their owners. */
export const metaTables = {
  post: { table: 'postmeta', id: 'meta_id', owner: 'post_id', tag: 'posts' },
  term: { table: 'termmeta', id: 'meta_id', owner: 'term_id', tag: 'terms' },
  user: { table: 'usermeta', id: 'umeta_id', owner: 'user_id', tag: 'users' },
  comment: { table: 'commentmeta', id: 'meta_id', owner: 'comment_id', tag: 'comments' },
} as const satisfies Record<MetaOwner, { table: string; id: string; owner: string; tag: string }>;

function metaRows({ db }: StatementContext, owner: MetaOwner) {
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

export const metaWhere = statement((context, { owner, condition }: { owner: MetaOwner; condition: BuiltCondition }) =>
  metaRows(context, owner).where(condition).orderBy(`m.${metaTables[owner].id}`),
);

interface KeyAndValue {
  readonly owner: MetaOwner;
  readonly key: Param<string>;
  /** The prefix of a long value that fits in an index. */
  readonly beginning: Param<string>;
  readonly value: Param<string>;
}
export const metaWithValue = statement((context, { owner, key, beginning, value }: KeyAndValue) =>
  metaRows(context, owner)
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
export const insertMeta = statement(({ db }, { owner, ownerId, key, value }: InsertableMeta) =>
  namedTables(db)
    .insertInto(metaTables[owner].table)
    .values({ [metaTables[owner].owner]: ownerId, meta_key: key, meta_value: value }),
);

interface ChangedMeta {
  readonly owner: MetaOwner;
  readonly id: Param<number>;
  readonly value: Param<string | null>;
}
export const updateMeta = statement(({ db }, { owner, id, value }: ChangedMeta) =>
  namedTables(db).updateTable(metaTables[owner].table).set({ meta_value: value }).where(metaTables[owner].id, '=', id),
);

export const removeMeta = statement(({ db }, { owner, id }: { owner: MetaOwner; id: Param<number> }) =>
  namedTables(db).deleteFrom(metaTables[owner].table).where(metaTables[owner].id, '=', id),
);
