/** A row of a tree in reading order; `level` is how deep it stands. */
export interface Leveled {
  readonly level: number;
}

/** Levels below the top that the server takes. */
export const deepestLevel = 9;

/** Where a row goes when it is dropped on another one. */
export type DropPlace = 'before' | 'inside' | 'after';

export type Move = 'up' | 'down' | 'in' | 'out';

/** The end of what belongs to a row: itself and everything below it. */
export function endOf(rows: readonly Leveled[], at: number): number {
  const level = rows[at]?.level ?? 0;
  const next = rows.findIndex((row, i) => i > at && row.level <= level);
  return next < 0 ? rows.length : next;
}

/** The row before it at the same level, below the same parent; -1 for none. */
function siblingBefore(rows: readonly Leveled[], at: number): number {
  const level = rows[at]?.level ?? 0;
  for (let i = at - 1; i >= 0; i -= 1) {
    const found = rows[i]?.level ?? 0;
    if (found < level) return -1;
    if (found === level) return i;
  }
  return -1;
}

function parentOf(rows: readonly Leveled[], at: number): number {
  const level = rows[at]?.level ?? 0;
  return level === 0 ? -1 : rows.findLastIndex((row, i) => i < at && row.level === level - 1);
}

const deeper = <Row extends Leveled>(rows: readonly Row[], by: number): Row[] =>
  rows.map((row) => ({ ...row, level: row.level + by }));

const deepest = (rows: readonly Leveled[]): number => Math.max(...rows.map((row) => row.level));

type Step = <Row extends Leveled>(rows: readonly Row[], at: number) => readonly Row[] | null;

/** What each move makes of the rows; null where it is not possible. What is below a row goes with it. */
export const moves: Readonly<Record<Move, Step>> = {
  up: (rows, at) => {
    const before = siblingBefore(rows, at);
    if (before < 0) return null;
    const end = endOf(rows, at);
    return [...rows.slice(0, before), ...rows.slice(at, end), ...rows.slice(before, at), ...rows.slice(end)];
  },
  down: (rows, at) => {
    const next = endOf(rows, at);
    return next < rows.length && rows[next]?.level === rows[at]?.level ? moves.up(rows, next) : null;
  },
  in: (rows, at) => {
    const end = endOf(rows, at);
    const own = deeper(rows.slice(at, end), 1);
    if (siblingBefore(rows, at) < 0 || deepest(own) > deepestLevel) return null;
    return [...rows.slice(0, at), ...own, ...rows.slice(end)];
  },
  out: (rows, at) => {
    const parent = parentOf(rows, at);
    if (parent < 0) return null;
    const [end, parentEnd] = [endOf(rows, at), endOf(rows, parent)];
    const own = deeper(rows.slice(at, end), -1);
    return [...rows.slice(0, at), ...rows.slice(end, parentEnd), ...own, ...rows.slice(parentEnd)];
  },
};

/** The rows after one was dropped on another; null where it cannot go there. */
export function dropped<Row extends Leveled>(
  rows: readonly Row[],
  from: number,
  onto: number,
  place: DropPlace,
): readonly Row[] | null {
  const end = endOf(rows, from);
  const target = rows[onto];
  if (!target || (onto >= from && onto < end)) return null;
  const own = rows.slice(from, end);
  const level = target.level + (place === 'inside' ? 1 : 0);
  const moved = deeper(own, level - (rows[from]?.level ?? 0));
  if (deepest(moved) > deepestLevel) return null;
  const rest = [...rows.slice(0, from), ...rows.slice(end)];
  const at = rest.indexOf(target);
  const to = place === 'before' ? at : place === 'inside' ? at + 1 : endOf(rest, at);
  return [...rest.slice(0, to), ...moved, ...rest.slice(to)];
}

/** The rows without one; those below it take its level. */
export function without<Row extends Leveled>(rows: readonly Row[], at: number): readonly Row[] {
  const end = endOf(rows, at);
  return [...rows.slice(0, at), ...deeper(rows.slice(at + 1, end), -1), ...rows.slice(end)];
}
