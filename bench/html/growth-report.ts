import { type Growths, growthOf } from '../lib/growth-rows.ts';
import type { Rows } from '../lib/report.ts';
import { type Line, legend, linePanel } from './line-panel.ts';
import { foldedTable, panels, type ReportPage, reportPage } from './report-page.ts';

export interface GrowthMeasure {
  readonly title: string;
  readonly text: string;
  readonly growths: Growths;
  readonly table: Rows;
}

export interface GrowthReport {
  readonly measures: readonly GrowthMeasure[];
  readonly facts: ReportPage['facts'];
}

/** How the cost of requests grows with a site, as a page with charts. */
export function growthReport({ measures, facts }: GrowthReport): string {
  return reportPage({
    title: 'Platen on growing sites',
    facts,
    sections: measures.map(({ title, text, growths, table }) => ({
      title,
      text,
      body: [
        legend([...databasesIn(growths).keys()]),
        panels(requestPanels(growths)),
        foldedTable('The numbers', table),
      ].join('\n'),
    })),
  });
}

function requestPanels(growths: Growths): string[] {
  const databases = databasesIn(growths);
  const sizes = [...new Set(growths.map(({ size }) => size))].toSorted((a, b) => a - b);
  const requests = new Set(growths.flatMap(({ values }) => [...values.keys()]));
  return [...requests].map((request) => {
    const lines = [...databases].map(([name, columns], place): Line => {
      const at = (size: number) => columns.find((column) => column.size === size)?.values.get(request);
      return { name, place, values: sizes.map((size) => at(size) ?? null) };
    });
    const notes = [...databases].map(
      ([name, columns]) => `${name} ${growthOf(columns.map(({ values }) => values.get(request)))}×`,
    );
    return linePanel({ title: request, note: notes.join(' · '), positions: sizes, lines });
  });
}

function databasesIn(growths: Growths): Map<string, Growths> {
  return Map.groupBy(growths, ({ database }) => database);
}
