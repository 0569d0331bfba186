import type { RequestKind } from './peer.ts';
import { type Measured, median, type Rate, ratio } from './rounds.ts';
import type { Load } from './wrk.ts';

/** A column of the table: how two servers stand to each other. */
export interface Comparison {
  readonly one: string;
  readonly other: string;
  /** The least ratio that we hold ourselves to, by kind of request. */
  readonly goals?: Readonly<Partial<Record<RequestKind, number>>>;
}

export const kindTitles: Readonly<Record<RequestKind, string>> = {
  list: 'list of 10',
  embed: 'list of 10 with _embed',
  item: 'item',
  filtered: 'list of a category',
  search: 'search',
  create: 'create',
};

/** One row per kind of request, one column per comparison; a ratio below its goal is marked. */
export function ratioTable(
  measured: Measured,
  comparisons: readonly Comparison[],
  { titles, rate }: { titles: Titles; rate: Rate },
): string[] {
  const columns = comparisons.filter(({ one, other }) => measured.has(one) && measured.has(other));
  const rows = kindsIn(measured).map((kind) => [
    kindTitles[kind],
    ...columns.map(({ one, other, goals }) => {
      const found = ratio(measured, kind, [one, other], rate);
      return found === null ? '' : shown(found, goals?.[kind]);
    }),
  ]);
  return markdownTable([
    ['', ...columns.map(({ one, other }) => `${titles.get(one)} : ${titles.get(other)}`)],
    ...rows,
  ]);
}

/** Requests a second of each server, the middle of all rounds, with the time half and nearly all of them took. */
export function rateTable(measured: Measured, titles: Titles): string[] {
  const names = [...measured.keys()];
  const rows = kindsIn(measured).map((kind) => [
    kindTitles[kind],
    ...names.map((name) => {
      const loads = measured.get(name)?.get(kind);
      if (!loads) return '';
      const middle = (of: (load: Load) => number) => median(loads.map(of));
      return `${rounded(middle((load) => load.perSecond))} (${middle((load) => load.p50Ms).toFixed(1)}, ${middle((load) => load.p99Ms).toFixed(1)} ms)`;
    }),
  ]);
  return markdownTable([['a second (p50, p99)', ...names.map((name) => titles.get(name) ?? name)], ...rows]);
}

/** A table that reads well on a terminal and is a table in a page. */
export function markdownTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length), 3));
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, at) => (at === 0 ? (cells[at] ?? '').padEnd(width) : (cells[at] ?? '').padStart(width))).join(' | ')} |`;
  const rule = `|${widths.map((width, at) => (at === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(rows[0] ?? []), rule, ...rows.slice(1).map(line)];
}

export type Titles = ReadonlyMap<string, string>;

/** A ratio with the digits that mean something. */
export function rounded(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function shown(found: number, goal: number | undefined): string {
  return goal !== undefined && found < goal ? `${rounded(found)} (goal ${goal})` : rounded(found);
}

function kindsIn(measured: Measured): RequestKind[] {
  const found = new Set([...measured.values()].flatMap((kinds) => [...kinds.keys()]));
  return (Object.keys(kindTitles) as RequestKind[]).filter((kind) => found.has(kind));
}
