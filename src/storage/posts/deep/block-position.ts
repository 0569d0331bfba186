import type { Direction } from '../../store/list.ts';

/** Where a block of a list begins. */
export interface Start {
  readonly key: string | number;
  readonly id: number;
  /** The rows of the list before this one. */
  readonly before: number;
}

/** A list in blocks: the first begins before every row. */
export interface Blocks {
  readonly starts: readonly Start[];
  readonly total: number;
}

export function blocksOf(counted: readonly (Omit<Start, 'before'> & { readonly n: number })[]): Blocks {
  let total = 0;
  const starts = counted.map(({ key, id, n }) => {
    const before = total;
    total += n;
    return { key, id, before };
  });
  return { starts, total };
}

/** The order of the database: texts by their bytes. */
function compared(one: Omit<Start, 'before'>, other: Omit<Start, 'before'>): number {
  if (one.key === other.key) return one.id - other.id;
  if (typeof one.key === 'number' || typeof other.key === 'number') return Number(one.key) - Number(other.key);
  return Buffer.compare(Buffer.from(one.key), Buffer.from(other.key));
}

/** The block of a list that a row stands in, or would stand in. */
export function blockAt({ starts }: Blocks, row: Omit<Start, 'before'>): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (compared(starts[middle]!, row) <= 0) low = middle;
    else high = middle - 1;
  }
  return low;
}

const rowsBefore = ({ starts, total }: Blocks, at: number): number => starts[at]?.before ?? total;

/**
 * The beginning of a block of one of these lists, merged to one, that stands before a page and near it: no row of the page
 * is on the other side of it. Null where the page is near the end that the direction begins with.
 */
export function startBefore(lists: readonly Blocks[], direction: Direction, offset: number): Start | null {
  const [longest] = lists.toSorted((one, other) => other.starts.length - one.starts.length);
  const total = lists.reduce((sum, list) => sum + list.total, 0);
  const isBefore = (start: Start): boolean => {
    // A block of another list may lie on both sides.
    const skipped = lists.map((list) => {
      if (list === longest) return start.before;
      const at = blockAt(list, start);
      return rowsBefore(list, direction === 'asc' ? at + 1 : at);
    });
    const below = skipped.reduce((sum, rows) => sum + rows, 0);
    return (direction === 'asc' ? below : total - below) <= offset;
  };
  const [, ...starts] = longest?.starts ?? [];
  return (direction === 'asc' ? starts.findLast(isBefore) : starts.find(isBefore)) ?? null;
}

/** Whether a key has whole blocks, so that rows with it must not be walked to find one of them. */
export const fillsBlocks = ({ starts }: Blocks, { key }: Start): boolean =>
  starts.some((start, at) => start.key === key && starts[at + 1]?.key === key);
