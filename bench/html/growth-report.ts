import type { Rows } from '../lib/report.ts';
import { rounded } from '../lib/report.ts';
import { type Line, legend, linePanel } from './line-panel.ts';
import { foldedTable, panels, type ReportPage, reportPage } from './report-page.ts';

/** What one request costs on sites of several sizes, on one database; null where it was not measured. */
export interface Growth {
  readonly database: string;
  readonly request: string;
  readonly values: readonly (number | null)[];
}

export interface GrowthMeasure {
  readonly title: string;
  readonly text: string;
  readonly growths: readonly Growth[];
  readonly table: Rows;
}

export interface GrowthReport {
  readonly sizes: readonly number[];
  readonly measures: readonly GrowthMeasure[];
  readonly facts: ReportPage['facts'];
}

/** How the cost of requests grows with a site, as a page with charts. */
export function growthReport({ sizes, measures, facts }: GrowthReport): string {
  return reportPage({
    title: 'Platen on growing sites',
    facts,
    sections: measures.map(({ title, text, growths, table }) => {
      const databases = [...new Set(growths.map(({ database }) => database))];
      const requests = [...new Set(growths.map(({ request }) => request))];
      const scale = growths.flatMap(({ values }) => values.filter((value) => value !== null));
      const drawn = requests.map((request) => {
        const lines = growths
          .filter((one) => one.request === request)
          .map(({ database, values }): Line => ({ name: database, place: databases.indexOf(database), values }));
        return linePanel({ title: request, note: lines.map(growthNote).join(' · '), positions: sizes, lines, scale });
      });
      return { title, text, body: [legend(databases), panels(drawn), foldedTable('The numbers', table)].join('\n') };
    }),
  });
}

function growthNote({ name, values }: Line): string {
  const found = values.filter((value) => value !== null);
  const [first, last] = [found[0], found.at(-1)];
  return first === undefined || last === undefined ? `${name}: none` : `${name} ${rounded(last / first)}×`;
}
