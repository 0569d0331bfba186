import { type RawBuilder, sql } from 'kysely';
import type { Sight } from '../content/sight.ts';
import { all, type Compared, type Condition, never, oneOf, type Value, written } from './condition.ts';
import type { Dialect } from './dialect.ts';
import type { ListQuery } from './list-query.ts';
import { otherParts } from './post-condition.ts';
import { presentStatuses } from './post-counts.ts';
import { orderKey } from './post-order.ts';
import type { Session } from './session.ts';
import { type SightKind, sightKinds } from './sight-kinds.ts';
import type { Direction, PostFilter, PostOrder } from './store.ts';

/** Beyond this many parts, merging costs more than it saves. */
const branchLimit = 24;

/**
 * A list as ordered parts that the database merges: each part is one stretch of an index, already in order, so a page
 * costs what the page holds and not what the site holds.
 */
export interface Branches {
  readonly shape: string;
  readonly values: readonly Value[];
  /** `key` and `id` of each row of the page, in order. */
  build(
    slots: readonly Value[],
    page: readonly [limit: Value, offset: Value],
  ): RawBuilder<{ key: unknown; id: number }>;
}

/** The parts of a list; null where there is but one, or none that an index has in order. */
export async function postBranches(session: Session, filter: PostFilter, order: PostOrder): Promise<Branches | null> {
  const { dialect } = session;
  if (!dialect.can.mergedUnions || isOnePart(filter) || isNarrow(filter)) return null;
  const key = orderKey(dialect, order.by);
  if (!key) return null;
  const statuses =
    filter.statuses ?? (opensAll(filter.sight) ? await presentStatuses(session, filter.types) : undefined);
  const kinds = sightKinds(filter.sight, filter.types, statuses);
  if (!kinds || kinds.length === 0) return null;
  const parts = byTerm(kinds, filter, order, dialect) ?? byAuthor(kinds, filter, dialect);
  const open = parts?.filter((part) => part.condition !== never) ?? [];
  return open.length === 0 || open.length > branchLimit ? null : merged(open, key, order.direction);
}

/** The usual list: one type, one status, so one stretch of an index. */
const isOnePart = ({ types, statuses, withTerms, authorIds }: PostFilter): boolean =>
  types.length === 1 && statuses?.length === 1 && !withTerms?.length && (authorIds?.length ?? 1) === 1;

/** Few rows can match: they are found first and put in order then. Rows without a parent are many. */
const isNarrow = ({ ids, slugs, search, parentIds }: PostFilter): boolean =>
  Boolean(ids ?? slugs ?? search) || (parentIds !== undefined && !parentIds.includes(0));

const opensAll = (sight: Sight): boolean => sight.anyOf.some((clause) => clause.statuses === 'any');

interface Part {
  readonly from: 'posts' | 'terms';
  readonly condition: Condition;
}

/** One part per kind and author; a single one is what a plain query does as well. */
function byAuthor(kinds: readonly SightKind[], filter: PostFilter, dialect: Dialect): Part[] | null {
  const { authorIds, ...rest } = filter;
  const others = otherParts(rest, dialect);
  const authors = authorIds ? [...new Set(authorIds)].map((id) => [oneOf('p.post_author', [id])]) : [[]];
  const parts = kinds.flatMap((kind) =>
    authors.map((author): Part => ({ from: 'posts', condition: all([kind.condition, ...author, ...others]) })),
  );
  return parts.length > 1 ? parts : null;
}

/** One part per kind and term, from the table that has posts by term in order of date. */
function byTerm(kinds: readonly SightKind[], filter: PostFilter, order: PostOrder, dialect: Dialect): Part[] | null {
  const { withTerms, ...rest } = filter;
  const [group, ...moreGroups] = withTerms ?? [];
  if (!dialect.can.readyIndexes || !group || order.by !== 'date') return null;
  const others = otherParts({ ...rest, withTerms: moreGroups }, dialect);
  return [...new Set(group.termIds)].flatMap((termId) =>
    kinds.map((kind): Part => {
      const placed = all([
        written(
          'tp',
          [termId, group.taxonomy, kind.type, kind.status],
          ([id, taxonomy, type, status]) =>
            sql`tp.term_taxonomy_id = (select x.term_taxonomy_id from ${sql.table('term_taxonomy')} as x where x.term_id = ${id} and x.taxonomy = ${taxonomy}) and tp.post_type = ${type} and tp.post_status = ${status}`,
        ),
        kind.condition,
        ...others,
      ]);
      return { from: 'terms', condition: placed };
    }),
  );
}

function merged(parts: readonly Part[], key: Compared, direction: Direction): Branches {
  const word = direction === 'asc' ? sql`asc` : sql`desc`;
  // A post can hold two of the terms; posts by kind and author never stand in two parts.
  const union = parts[0]?.from === 'terms' ? sql` union ` : sql` union all `;
  return {
    shape: `branches ${key.name} ${direction} ${parts.map((part) => part.from + part.condition.shape).join(';')}`,
    values: parts.flatMap((part) => part.condition.values),
    build: (slots, [limit, offset]) => {
      let at = 0;
      const selects = parts.map((part) => {
        const mine = slots.slice(at, at + part.condition.values.length);
        at += part.condition.values.length;
        return part.from === 'terms' ? termSelect(part.condition, mine) : postSelect(part.condition, mine, key);
      });
      // A bare parameter as the limit would have the statement compiled anew at every run.
      return sql`(${sql.join(selects, union)} order by 1 ${word}, 2 ${word} limit (${limit} + 0) offset ${offset})`;
    },
  };
}

const postSelect = (condition: Condition, slots: readonly Value[], key: Compared) =>
  sql`select ${key.sql()} as "key", p.ID as id from ${sql.table('posts')} as p where ${condition.build(slots)}`;

/** `cross join` keeps the order of the tables: the one that is in order of date goes first. */
const termSelect = (condition: Condition, slots: readonly Value[]) =>
  sql`select tp.post_date as "key", tp.post_id as id from ${sql.table('platen_term_posts')} as tp cross join ${sql.table('posts')} as p on p.ID = tp.post_id where ${condition.build(slots)}`;

/** The rows of the merged page. */
export function branchRows<Row>(
  session: Session,
  query: Pick<ListQuery, 'columns' | 'page' | 'isLong'> & {
    readonly branches: Branches;
    readonly direction: Direction;
  },
): Promise<Row[]> {
  const { branches, columns, direction, page } = query;
  return session.select<Row>(
    `posts ${columns.key} ${branches.shape}`,
    [...branches.values, page.limit, page.offset],
    (slots) =>
      session.db
        .selectFrom(branches.build(slots.slice(0, -2), [slots.at(-2)!, slots.at(-1)!]).as('b'))
        .innerJoin('posts as p', 'p.ID', 'b.id')
        .select(columns.list)
        .orderBy('b.key', direction)
        .orderBy('b.id', direction),
    query.isLong,
  );
}
