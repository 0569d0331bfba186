import { never } from '../query/condition.ts';
import { choice } from '../query/fragment.ts';
import type { Session } from '../query/session.ts';
import type { PostExpression } from '../store/post-expression.ts';
import type { PostFilter, TextMatches } from '../store/posts.ts';
import { postSelection } from './post-columns.ts';
import { postCondition } from './post-condition.ts';
import { mayTakeLong } from './post-counts.ts';
import { postListOrder } from './post-order.ts';
import { listedPosts } from './post-statements.ts';

/** Where there is no index of texts, only so many of the newest rows of each type are read. */
const mostRead = 20_000;
const newest = { by: 'date', direction: 'desc' } as const;

/** The newest rows that match a filter with words; whether they are all depends on both limits. */
export async function newestMatches(session: Session, filter: PostFilter, most: number): Promise<TextMatches> {
  session.note('posts');
  const limits = session.dialect.searchPosts(filter.search ?? []) ? [] : await readLimits(session, filter);
  const limited: PostFilter = limits.length === 0 ? filter : { ...filter, where: { kind: 'and', of: limits } };
  const ids = await idsOfPage(session, limited, { limit: most + 1, offset: 0 });
  return { ids: ids.slice(0, most), isComplete: limits.length === 0 && ids.length <= most };
}

/** Leaves out the older rows of each type that has too many. */
async function readLimits(session: Session, filter: PostFilter): Promise<PostExpression[]> {
  const limits: PostExpression[] = [];
  for (const type of filter.types) {
    const oldest = await oldestRead(session, { ...filter, types: [type] });
    if (oldest === null) continue;
    const isOther: PostExpression = {
      kind: 'not',
      of: { kind: 'column', column: 'type', compared: { is: 'in', values: [type] } },
    };
    limits.push({
      kind: 'or',
      of: [isOther, { kind: 'column', column: 'date', compared: { is: '>', value: oldest } }],
    });
  }
  return limits;
}

/** The date of the last row that is read; null where all are. */
async function oldestRead(session: Session, filter: PostFilter): Promise<string | null> {
  const { search: _words, notSearch: _others, ...rest } = filter;
  const condition = postCondition(rest, session.dialect);
  if (condition === never) return null;
  const [row] = await session.select(listedPosts, {
    columns: postSelection(['date']),
    condition,
    order: postListOrder(session.dialect, rest, newest),
    limit: 1,
    offset: mostRead,
    findsIdsFirst: choice(false),
  });
  return row?.date ?? null;
}

async function idsOfPage(session: Session, filter: PostFilter, page: { limit: number; offset: number }) {
  const condition = postCondition(filter, session.dialect);
  if (condition === never) return [];
  const rows = await session.select(
    listedPosts,
    {
      columns: postSelection(['id']),
      condition,
      order: postListOrder(session.dialect, filter, newest),
      ...page,
      findsIdsFirst: choice(false),
    },
    await mayTakeLong(session, filter),
  );
  return rows.map(({ id }) => id);
}
