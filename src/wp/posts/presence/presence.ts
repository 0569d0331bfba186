import type { Store } from '../../../storage/store.ts';
import { type EditLock, isFresh, leaving, readEditLock, writeEditLock } from './edit-lock.ts';
import { presenceErrors } from './presence-errors.ts';
import { type VisitRow, visitsTable } from './presence-table.ts';

/** Who was not seen for this long has gone. Browsers let a page that nobody looks at say that it is there once a minute. */
export const goneAfterMs = 90_000;
/** Whoever asked this long ago without an answer may take over. */
export const answerWithinMs = 20_000;
const forgetAfterMs = 3_600_000;
const mostVisits = 50;

export const presenceActs = ['ask', 'hand_over', 'decline', 'take'] as const;
export type PresenceAct = (typeof presenceActs)[number];

export interface Visit {
  readonly id: string;
  readonly postId: number;
  readonly userId: number;
}

export interface Present {
  readonly mine: VisitRow;
  /** The visits of others that are there now, the longest first. */
  readonly others: readonly VisitRow[];
  /** Who edits it in another program that shares the database. */
  readonly elsewhere: EditLock | null;
}

/**
 * Says that a visit is there, and carries out what it asks for. One of the visits of an item holds it: the first, until it hands
 * over, leaves, or does not answer. All of it is one transaction, so that of two that take over one does.
 */
export function visit(store: Store, who: Visit, act: PresenceAct | undefined, nowMs: number): Promise<Present> {
  return store.transaction(async (inside) => {
    await inside.lock(`presence ${who.postId % 64}`);
    const rows = inside.table(visitsTable);
    const seen = await rows.find({ postId: who.postId, seenMs: { from: nowMs - forgetAfterMs } }, newest, page);
    const live = seen.filter(({ seenMs }) => seenMs >= nowMs - goneAfterMs).sort((a, b) => a.sinceMs - b.sinceMs);
    const known = seen.find(({ id }) => id === who.id) ?? (await rows.find({ id: who.id }))[0];
    if (known && (known.userId !== who.userId || known.postId !== who.postId))
      throw presenceErrors.platen_visit_taken();
    const others = live.filter(({ id }) => id !== who.id);
    if (!known && others.length >= mostVisits) throw presenceErrors.platen_visits_full({ most: mostVisits });
    const lock = await readEditLock(inside, who.postId, nowMs);
    const elsewhere = lock && lock.userId !== who.userId && !isOurs(lock, seen) ? lock : null;
    const came = { ...(known ?? newVisit(who, nowMs)), seenMs: nowMs };
    const turn = turnsOf(came, others, elsewhere);
    const { mine, changed } = act ? acted(act, turn, nowMs) : { mine: turn.mine, changed: [] };
    for (const { id, ...row } of changed) await rows.update({ id }, row);
    await rows.put(mine);
    if (!known) await rows.remove({ seenMs: { below: nowMs - forgetAfterMs } });
    const holder = [mine, ...changed, ...others].find(({ holds }) => holds === 1);
    if (holder && !isFresh(lock, holder.userId, nowMs) && (holder.id === mine.id || act === 'hand_over'))
      await writeEditLock(inside, who.postId, { userId: holder.userId, atSeconds: nowMs / 1000 });
    const shown = others.map((row) => changed.find(({ id }) => id === row.id) ?? row);
    return { mine, others: shown, elsewhere: mine.holds ? null : elsewhere };
  });
}

const newest = { by: 'seenMs', direction: 'desc' } as const;
const page = { limit: 2 * mostVisits, offset: 0 };

/** Whether the note was left by an editor of ours: its visits may have ended since. */
const isOurs = ({ userId, atSeconds }: EditLock, seen: readonly VisitRow[]): boolean =>
  seen.some((row) => row.userId === userId && row.seenMs / 1000 + clockSeconds >= atSeconds);
const clockSeconds = 5;

const newVisit = ({ id, postId, userId }: Visit, nowMs: number): VisitRow => ({
  id,
  postId,
  userId,
  sinceMs: nowMs,
  seenMs: nowMs,
  holds: 0,
  askedBy: '',
  askedMs: 0,
  takenBy: 0,
  isDeclined: 0,
});

interface Turn {
  readonly mine: VisitRow;
  readonly others: readonly VisitRow[];
  readonly elsewhere: EditLock | null;
}

/** Whose turn it is before anything is asked for: somebody's of those who are there, unless another program has it. */
function turnsOf(mine: VisitRow, others: readonly VisitRow[], elsewhere: EditLock | null): Turn {
  const isHeld = others.some(({ holds }) => holds === 1);
  // Somebody took over there since.
  if (mine.holds === 1 && elsewhere)
    return { mine: { ...mine, holds: 0, takenBy: elsewhere.userId }, others, elsewhere };
  if (mine.holds === 1 && isHeld) return { mine: { ...mine, holds: 0 }, others, elsewhere };
  const isFree = !isHeld && !elsewhere && mine.takenBy === 0;
  return { mine: mine.holds === 0 && isFree ? { ...mine, holds: 1 } : mine, others, elsewhere };
}

interface Acted {
  readonly mine: VisitRow;
  /** Those of the others that become different. */
  readonly changed: readonly VisitRow[];
}

function acted(act: PresenceAct, { mine, others }: Turn, nowMs: number): Acted {
  const holder = others.find(({ holds }) => holds === 1);
  const asker = others.find(({ id }) => id === mine.askedBy);
  const held = { ...mine, holds: 1, takenBy: 0, isDeclined: 0, askedBy: '', askedMs: 0 };
  const nothing = { mine, changed: [] };
  switch (act) {
    case 'ask':
      if (!holder) return nothing;
      if (holder.askedBy !== '' && holder.askedBy !== mine.id && others.some(({ id }) => id === holder.askedBy))
        throw presenceErrors.platen_visit_asked();
      return {
        mine: { ...mine, isDeclined: 0 },
        changed: [{ ...holder, askedBy: mine.id, askedMs: holder.askedBy === mine.id ? holder.askedMs : nowMs }],
      };
    case 'hand_over':
      if (mine.holds === 0 || !asker) return nothing;
      return {
        mine: { ...mine, holds: 0, askedBy: '', askedMs: 0, takenBy: asker.userId },
        changed: [{ ...asker, holds: 1, takenBy: 0, isDeclined: 0 }],
      };
    case 'decline':
      return {
        mine: { ...mine, askedBy: '', askedMs: 0 },
        changed: asker ? [{ ...asker, isDeclined: 1 }] : [],
      };
    case 'take':
      if (!holder) return { mine: held, changed: [] };
      if (holder.userId !== mine.userId && !(holder.askedBy === mine.id && nowMs - holder.askedMs >= answerWithinMs))
        throw presenceErrors.platen_visit_not_asked({ seconds: answerWithinMs / 1000 });
      return { mine: held, changed: [{ ...holder, holds: 0, askedBy: '', askedMs: 0, takenBy: mine.userId }] };
    default:
      return nothing;
  }
}

/** Ends a visit; the next one that says it is there has the turn. */
export function leave(store: Store, { id, postId, userId }: Visit, nowMs: number): Promise<boolean> {
  return store.transaction(async (inside) => {
    const rows = inside.table(visitsTable);
    const [row] = await rows.find({ id });
    if (!row || row.userId !== userId || row.postId !== postId) return false;
    // The row stays for a while: it tells that the note about who edits was one of ours.
    await rows.update({ id }, { holds: 0, askedBy: '', seenMs: nowMs - goneAfterMs - 1 });
    const isStill = await rows.count({ postId, userId, seenMs: { from: nowMs - goneAfterMs } });
    const lock = await readEditLock(inside, postId, nowMs);
    if (row.holds === 1 && isStill === 0 && lock?.userId === userId)
      await writeEditLock(inside, postId, leaving(userId, nowMs));
    return true;
  });
}
