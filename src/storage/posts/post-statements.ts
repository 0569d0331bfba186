import { type RawBuilder, sql } from 'kysely';
import { type ColumnParams, type Selected, selection } from '../query/column-map.ts';
import type { BuiltCondition } from '../query/condition.ts';
import { choice, type Fragment, mapped, type Param } from '../query/fragment.ts';
import { type ListInputs, pageOf } from '../query/list-query.ts';
import { type StatementContext, statement } from '../query/statement.ts';
import { type Post, postColumns } from '../rows.ts';
import type { InsertablePost, PostChanges } from '../store/posts.ts';

/** Columns of the posts row `p`, as a statement selects them. */
export type PostSelection = readonly Selected<'p', typeof postColumns>[];

/** The columns of the named members; all columns where no names are given. */
export const postSelection = (names?: readonly (keyof Post)[]): Fragment<PostSelection> =>
  mapped(choice(names ?? 'all'), (chosen) =>
    chosen === 'all' ? selection('p', postColumns) : selection('p', postColumns, chosen),
  );

interface Where {
  readonly condition: BuiltCondition;
}

interface PostListInputs extends ListInputs {
  readonly columns: PostSelection;
  /**
   * Finds and sorts only ids, then reads the rows of the page: for searches that match many rows. Not every
   * database allows a limit in the subquery this needs.
   */
  readonly idsFirst: boolean;
}

export const listedPosts = statement(({ db }, { columns, idsFirst, ...list }: PostListInputs) => {
  const rows = db.selectFrom('posts as p');
  const page = pageOf(rows, list);
  if (!idsFirst) return page.select(columns);
  return rows.select(columns).where('p.ID', 'in', page.select('p.ID')).orderBy(list.order);
});

export const countedPosts = statement(({ db }, { condition }: Where) =>
  db
    .selectFrom('posts as p')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(condition),
);

/** The same from the table of lists. */
export const countedListRows = statement(({ db }, { condition }: Where) =>
  db
    .selectFrom('platen_list as p')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(condition),
);

/** One of the posts whose titles are longer than the table of lists holds. */
export const cutTitle = statement(({ db }, { condition }: Where) =>
  db
    .selectFrom('platen_list as p')
    .select('p.ID as id')
    .where('p.is_cut', '=', sql.lit(1))
    .where(condition)
    .limit(sql.lit(1)),
);

interface MetaValueInputs extends Where {
  readonly value: RawBuilder<string | number>;
}

export const shownMetaValues = statement(({ db }, { condition, value }: MetaValueInputs) =>
  db
    .selectFrom('posts as p')
    .select(['p.ID as id', value.as('value')])
    .where(condition),
);

interface GroupInputs extends Where {
  readonly by: 'post_status' | 'post_type';
}

export const postsByColumn = statement(({ db }, { condition, by }: GroupInputs) =>
  db
    .selectFrom('posts as p')
    .select(({ fn, ref }) => [ref(`p.${by}`).as('value'), fn.countAll<number>().as('n')])
    .where(condition)
    .groupBy(`p.${by}`),
);

interface TermCountInputs extends Where {
  readonly taxonomy: Param<string>;
}

export const postsByTerm = statement(({ db }, { condition, taxonomy }: TermCountInputs) =>
  db
    .selectFrom('posts as p')
    .innerJoin('term_relationships as r', 'r.object_id', 'p.ID')
    .innerJoin('term_taxonomy as t', 't.term_taxonomy_id', 'r.term_taxonomy_id')
    .select(({ fn }) => ['t.term_id as termId', fn.countAll<number>().as('n')])
    .where('t.taxonomy', '=', taxonomy)
    .where(condition)
    .groupBy('t.term_id'),
);

interface PeriodInputs extends Where {
  /** How much of a date names the period. */
  readonly length: Param<number>;
  readonly limit: Param<number>;
  readonly offset: Param<number>;
}

export const postsByPeriod = statement(({ db }, { condition, length, limit, offset }: PeriodInputs) =>
  db
    .selectFrom('posts as p')
    .select(({ fn, ref }) => [
      sql<string>`substr(${ref('p.post_date')}, 1, ${length})`.as('period'),
      fn.countAll<number>().as('count'),
    ])
    .where(condition)
    .groupBy('period')
    .orderBy('period', 'desc')
    .limit(limit)
    .offset(offset),
);

const postRows = ({ db }: StatementContext, { condition }: Where) =>
  db.selectFrom('posts as p').select(selection('p', postColumns)).where(condition);

export const postsWhere = statement(postRows);

export const lockedPostsWhere = statement((context, where: Where) => postRows(context, where).forUpdate());

export const postIdsWhere = statement(({ db }, { condition }: Where) =>
  db.selectFrom('posts as p').select('p.ID as id').where(condition),
);

export const firstPostWhere = statement(({ db }, { condition }: Where) =>
  db.selectFrom('posts as p').select('p.ID as id').where(condition).limit(sql.lit(1)),
);

export const authorsWhere = statement(({ db }, { condition }: Where) =>
  db.selectFrom('posts as p').select('p.post_author as id').distinct().where(condition),
);

export const revisionsByPost = statement(({ db }, { condition }: Where) =>
  db
    .selectFrom('posts as p')
    .select(({ fn }) => [
      'p.post_parent as postId',
      fn.countAll<number>().as('count'),
      fn.max<number>('p.ID').as('latestId'),
    ])
    .where(condition)
    .groupBy('p.post_parent'),
);

const scheduled = (context: StatementContext) =>
  context.db
    .selectFrom(scheduledRows(context).as('p'))
    .$if(!context.dialect.can.summaryTables, (rows) => rows.modifyFront(sql`straight_join`))
    .select(['p.id', 'p.dateGmt'])
    .orderBy('p.dateGmt')
    .orderBy('p.id');

function scheduledRows({ db, dialect }: StatementContext) {
  const columns = ['p.ID as id', 'p.post_date_gmt as dateGmt'] as const;
  // The same expression as in the partial index on scheduled posts.
  if (dialect.can.summaryTables)
    return db.selectFrom('posts as p').select(columns).where('p.post_status', 'is', sql.lit('future'));
  // The index of existing sites begins with the type: the existing types are read first, and in this order. A server
  // that may choose the order reads all posts.
  return db
    .selectFrom(db.selectFrom('posts').select('post_type').distinct().as('t'))
    .innerJoin('posts as p', 'p.post_type', 't.post_type')
    .select(columns)
    .where('p.post_status', '=', sql.lit('future'));
}

export const duePosts = statement((context, { now, limit }: { now: Param<string>; limit: Param<number> }) =>
  scheduled(context).where('p.dateGmt', '<=', now).limit(limit),
);

export const nextDuePost = statement((context) => scheduled(context).limit(sql.lit(1)));

export const insertPostRow = statement(
  ({ db }, { columns }: { columns: ColumnParams<typeof postColumns, InsertablePost> }) =>
    // These three legacy columns have no default on MariaDB.
    db.insertInto('posts').values({ to_ping: '', pinged: '', post_content_filtered: '', ...columns }),
);

export const updatePostRow = statement(
  ({ db }, { columns, id }: { columns: ColumnParams<typeof postColumns, PostChanges>; id: Param<number> }) =>
    db.updateTable('posts').set(columns).where('ID', '=', id),
);

interface OfAuthor {
  readonly authorId: Param<number>;
  readonly afterId: Param<number>;
  readonly limit: Param<number>;
}
export const rowsOfAuthor = statement(({ db }, { authorId, afterId, limit }: OfAuthor) =>
  db
    .selectFrom('posts')
    .select(['ID as id', 'post_type as type', 'post_status as status'])
    .where('post_author', '=', authorId)
    .where('ID', '>', afterId)
    .orderBy('ID')
    .limit(limit),
);

export const countsOfAuthor = statement(({ db }, { authorId }: Pick<OfAuthor, 'authorId'>) =>
  db
    .selectFrom('posts')
    .select(({ fn }) => ['post_type as type', fn.countAll<number>().as('n')])
    .where('post_author', '=', authorId)
    .groupBy('post_type'),
);
