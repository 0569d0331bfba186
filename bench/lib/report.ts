import { type RequestKind, requestKinds } from './peer.ts';
import { type Measured, median, type Rate, ratio } from './rounds.ts';
import type { Load } from './wrk.ts';

/** A column of the table: the ratio of two servers. */
export interface Comparison {
  readonly one: string;
  readonly other: string;
  /** The minimum ratio that is our goal, by kind of request. */
  readonly goals?: Readonly<Partial<Record<RequestKind, number>>>;
}

export const kindTitles: Readonly<Record<RequestKind, string>> = {
  list: 'list of 10',
  'list-gzip': 'list of 10, gzip',
  'list-br': 'list of 10, brotli',
  'list-edit': 'list as an editor',
  embed: 'list of 10 with _embed',
  item: 'item',
  'item-gzip': 'item, gzip',
  'item-br': 'item, brotli',
  filtered: 'list of a category',
  search: 'search',
  front: 'front page of 10',
  page: 'page of a post',
  feed: 'feed of 10',
  update: 'update',
  mixed: '95% reads, 5% writes',
  create: 'create',
};

/** One row per kind of request, one column per comparison; a ratio below its goal is marked. */
export function ratioRows(
  measured: Measured,
  comparisons: readonly Comparison[],
  { titles, rate }: { titles: Titles; rate: Rate },
): Rows {
  const columns = comparisons.filter(({ one, other }) => measured.has(one) && measured.has(other));
  const rows = kindsIn(measured).map((kind) => [
    kindTitles[kind],
    ...columns.map(({ one, other, goals }) => {
      const found = ratio(measured, kind, [one, other], rate);
      return found === null ? '' : shown(found, goals?.[kind]);
    }),
  ]);
  return [['', ...columns.map(({ one, other }) => `${titles.get(one)} : ${titles.get(other)}`)], ...rows];
}

/** Requests per second of each server, the median of all rounds, with the p50 and p99 latencies. */
export function rateRows(measured: Measured, titles: Titles): Rows {
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
  return [['a second (p50, p99)', ...names.map((name) => titles.get(name) ?? name)], ...rows];
}

/** Processor time per request of each server, the median of all rounds. */
export function costRows(measured: Measured, titles: Titles): Rows {
  const names = [...measured.keys()];
  const rows = kindsIn(measured).map((kind) => [
    kindTitles[kind],
    ...names.map((name) => {
      const rates =
        measured
          .get(name)
          ?.get(kind)
          ?.map((stretch) => stretch.perProcessorSecond ?? Number.NaN) ?? [];
      return rates.length === 0 || rates.some(Number.isNaN) ? '' : rounded(1e6 / median(rates));
    }),
  ]);
  return [['microseconds of processor', ...names.map((name) => titles.get(name) ?? name)], ...rows];
}

/** How kinds of request relate to the plain list on one server, and their shares of the limit to the list's share. */
export function relationLines(measured: Measured, { name, limit }: { name: string; limit: string }): string[] {
  const rates = (peer: string, kind: RequestKind) =>
    measured
      .get(peer)
      ?.get(kind)
      ?.map((load) => load.perSecond) ?? [];
  const middle = (above: readonly number[], below: readonly number[]) =>
    above.length > 0 && above.length === below.length ? median(above.map((one, i) => one / (below[i] ?? 0))) : null;
  const listShare = ratio(measured, 'list', [name, limit], 'perSecond');
  const shares = (['front', 'page', 'feed'] as const).map((kind) => {
    const share = ratio(measured, kind, [name, limit], 'perSecond');
    return {
      text: `${kindTitles[kind]}: share of the limit : share of the list`,
      goal: 0.9,
      found: share && listShare && share / listShare,
    };
  });
  const compressed = (['list', 'item'] as const).flatMap((plain) =>
    ([`${plain}-gzip`, `${plain}-br`] as const).map((kind) => ({
      text: `${kindTitles[kind]} : plain`,
      goal: 0.9,
      found: middle(rates(name, kind), rates(name, plain)),
    })),
  );
  const all = [...shares, ...compressed];
  return all.flatMap(({ text, goal, found }) => (found ? [`${text}  ${shown(found, goal)}`] : []));
}

/** A table that is readable on a terminal and is valid Markdown. */
export function markdownTable(rows: Rows): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length), 3));
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, at) => (at === 0 ? (cells[at] ?? '').padEnd(width) : (cells[at] ?? '').padStart(width))).join(' | ')} |`;
  const rule = `|${widths.map((width, at) => (at === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(rows[0] ?? []), rule, ...rows.slice(1).map(line)];
}

/** The rows of a table, the first one with the titles of the columns. */
export type Rows = readonly (readonly string[])[];

export type Titles = ReadonlyMap<string, string>;

/** A ratio rounded to its significant digits. */
export function rounded(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function shown(found: number, goal: number | undefined): string {
  return goal !== undefined && found < goal ? `${rounded(found)} (goal ${goal})` : rounded(found);
}

export function kindsIn(measured: Measured): RequestKind[] {
  const found = new Set([...measured.values()].flatMap((kinds) => [...kinds.keys()]));
  return requestKinds.filter((kind) => found.has(kind));
}
