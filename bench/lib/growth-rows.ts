import { type Rows, rounded } from './report.ts';

/** What each request costs on one site. */
export interface GrowthColumn {
  readonly database: string;
  readonly size: number;
  readonly values: ReadonlyMap<string, number>;
}

/** One column per site; the sites of a database stand beside each other, the smallest first. */
export type Growths = readonly GrowthColumn[];

/** One row per request, one column per site, and how much the largest site of a database costs more than its smallest. */
export function growthRows(unit: string, growths: Growths): Rows {
  const databases = Map.groupBy(growths, ({ database }) => database);
  const names = [...new Set(growths.flatMap(({ values }) => [...values.keys()]))];
  const head = [...databases].flatMap(([database, columns]) => [
    ...columns.map(({ size }) => `${database}, ${size.toLocaleString('en')} posts`),
    'last : first',
  ]);
  const rows = names.map((name) => [
    name,
    ...[...databases.values()].flatMap((columns) => {
      const costs = columns.map(({ values }) => values.get(name));
      return [...costs.map((cost) => (cost === undefined ? '' : rounded(cost))), growthOf(costs)];
    }),
  ]);
  return [[unit, ...head], ...rows];
}

/** The last of several costs compared with the first; empty where one of them is missing. */
export function growthOf(costs: readonly (number | undefined)[]): string {
  const [first, last] = [costs[0], costs.at(-1)];
  return first === undefined || last === undefined ? '' : rounded(last / first);
}
