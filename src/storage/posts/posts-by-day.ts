import { all, any, atLeast, below, never, type SqlCondition } from '../query/condition.ts';
import type { Session } from '../query/session.ts';
import type { PostFilter, PostPeriod } from '../store/posts.ts';
import { monthSpan, renewedDays } from './day-counts.ts';
import { postCondition } from './post-condition.ts';
import { isLargeSite } from './post-counts.ts';
import { postsByPeriod } from './post-statements.ts';
import { narrowedVisibility } from './visibility-condition.ts';

const dayLength = 10;
const unlimited = { limit: 1_000_000, offset: 0 };

/** The days with rows, newest first, from what is kept of them; null for a filter whose days are not kept. */
export async function keptDays(asked: Session, filter: PostFilter): Promise<readonly PostPeriod[] | null> {
  const name = keptName(filter);
  // What is kept lacks what this transaction wrote.
  if (name === null || asked.inTransaction) return null;
  await asked.catchUp();
  const session = asked.pastReplica();
  const { dayCounts } = session.site;
  const { generation } = dayCounts;
  const known = dayCounts.get(name);
  if (known?.stale.size === 0) return known.days;
  const condition = postCondition(filter, session.dialect);
  const months = new Set(known?.stale);
  const spans = [...months].map(spanCondition);
  const days =
    known && spans.every((span) => span !== null)
      ? renewedDays(known.days, months, await countDays(session, all([condition, any(spans)])))
      : await countDays(session, condition, await isLargeSite(session));
  dayCounts.keep(name, generation, days);
  return days;
}

async function countDays(session: Session, condition: SqlCondition, isLong = false): Promise<PostPeriod[]> {
  if (condition === never) return [];
  return session.select(postsByPeriod, { condition, length: dayLength, ...unlimited }, isLong);
}

function spanCondition(month: string): SqlCondition | null {
  const span = monthSpan(month);
  return span === undefined ? null : all([atLeast('p.post_date', span[0]), below('p.post_date', span[1])]);
}

/** The name under which days are kept: of all rows of some types and states that any reader sees. */
function keptName({ types, statuses, visibility, ...others }: PostFilter): string | null {
  if (!statuses || Object.values(others).some((part) => part !== undefined)) return null;
  const seen = narrowedVisibility(visibility, types, statuses).anyOf;
  const isWhole = seen.some(
    (clause) =>
      clause.authorId === undefined &&
      clause.parent === undefined &&
      types.every((type) => clause.types?.includes(type) ?? true) &&
      statuses.every((status) => clause.statuses === 'any' || clause.statuses.includes(status)),
  );
  return isWhole ? JSON.stringify([types, statuses]) : null;
}
