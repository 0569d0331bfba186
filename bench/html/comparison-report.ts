import type { RequestKind } from '../lib/peer.ts';
import {
  type Comparison,
  costRows,
  kindsIn,
  kindTitles,
  rateRows,
  ratioRows,
  rounded,
  type Titles,
} from '../lib/report.ts';
import { type Measured, median, ratio, type Stretch } from '../lib/rounds.ts';
import { type BarRow, barPanel, type Tone } from './bar-panel.ts';
import { foldedTable, panels, type ReportPage, type ReportSection, reportPage } from './report-page.ts';

export interface ComparisonReport {
  readonly measured: Measured;
  readonly comparisons: readonly Comparison[];
  readonly titles: Titles;
  readonly facts: ReportPage['facts'];
}

/** The benchmark of several servers as a page with charts. */
export function comparisonReport(report: ComparisonReport): string {
  return reportPage({
    title: 'Platen and its peers',
    facts: report.facts,
    sections: [ratios(report), rates(report), latencies(report), costs(report)],
  });
}

function ratios({ measured, comparisons, titles }: ComparisonReport): ReportSection {
  const found = comparisons
    .filter(({ one, other }) => measured.has(one) && measured.has(other))
    .map(({ one, other, goals }) => ({
      title: `${titles.get(one)} : ${titles.get(other)}`,
      rows: kindsIn(measured).flatMap((kind): BarRow[] => {
        const value = ratio(measured, kind, [one, other], 'perSecond');
        if (value === null) return [];
        const goal = goals?.[kind];
        const isMissed = goal !== undefined && value < goal;
        const text = isMissed ? `${rounded(value)}× (goal ${goal})` : `${rounded(value)}×`;
        return [{ label: kindTitles[kind], from: 1, to: value, text, tone: value >= 1 ? 'ours' : 'limit' }];
      }),
    }))
    .filter(({ rows }) => rows.length > 0);
  const values = (rows: readonly BarRow[]) => rows.map(({ to }) => to);
  const isClose = (rows: readonly BarRow[]) => values(rows).every((value) => value > 0.2 && value < 3);
  const scale = [1, ...found.filter(({ rows }) => !isClose(rows)).flatMap(({ rows }) => values(rows))];
  const panel = ({ title, rows }: { title: string; rows: readonly BarRow[] }) =>
    isClose(rows)
      ? barPanel({
          title,
          note: 'linear scale from zero',
          rows: rows.map((row) => ({ ...row, from: 0 })),
          scale: [1, ...values(rows)],
          isLinear: true,
          shape: 'bar',
          unit: '×',
        })
      : barPanel({ title, rows, scale, shape: 'bar', unit: '×' });
  return {
    title: 'How many times as fast',
    text: 'Requests per second of the first server divided by those of the second: the median of the ratios of all rounds. A bar begins at one, where both are equally fast, on a logarithmic scale that is the same in all panels, unless a panel says otherwise.',
    body: [
      panels(found.map(panel)),
      foldedTable('The ratios as a table', ratioRows(measured, comparisons, { titles, rate: 'perSecond' })),
      foldedTable(
        'The ratios by processor time of the servers',
        ratioRows(measured, comparisons, { titles, rate: 'perProcessorSecond' }),
      ),
    ].join('\n'),
  };
}

function rates({ measured, titles }: ComparisonReport): ReportSection {
  const all = middles(measured, (load) => load.perSecond);
  return {
    title: 'Requests per second',
    text: 'The median of all rounds, each server alone on one core. The scale is logarithmic and the same in all panels.',
    body: [
      panels(
        kindsIn(measured).map((kind) => {
          const rows = all.filter((one) => one.kind === kind);
          return barPanel({
            title: kindTitles[kind],
            rows: rows.map(({ name, value }) => ({
              label: titles.get(name) ?? name,
              from: Number.MIN_VALUE,
              to: value,
              text: rounded(value),
              tone: toneOf(name),
            })),
            scale: all.map(({ value }) => value),
            shape: 'dot',
            unit: '',
          });
        }),
      ),
      foldedTable('Requests per second, with latencies', rateRows(measured, titles)),
    ].join('\n'),
  };
}

function latencies({ measured, titles }: ComparisonReport): ReportSection {
  const p50 = middles(measured, (load) => load.p50Ms);
  const p99 = middles(measured, (load) => load.p99Ms);
  const scale = [...p50, ...p99].map(({ value }) => value);
  return {
    title: 'Latency',
    text: 'Milliseconds until an answer, from the median (dot) to the 99th percentile (end of the line), while every connection asks without a pause. Further left is better.',
    body: panels(
      kindsIn(measured).map((kind) =>
        barPanel({
          title: kindTitles[kind],
          rows: p50
            .filter((one) => one.kind === kind)
            .map(({ name, value }) => {
              const high = p99.find((one) => one.kind === kind && one.name === name)?.value ?? value;
              return {
                label: titles.get(name) ?? name,
                from: value,
                to: high,
                text: `${rounded(value)} – ${rounded(high)} ms`,
                tone: toneOf(name),
              };
            }),
          scale,
          shape: 'range',
          unit: '',
        }),
      ),
    ),
  };
}

function costs({ measured, titles }: ComparisonReport): ReportSection {
  return {
    title: 'Processor time',
    text: 'What one request costs the server’s own processes. The work of a database server is not in it, which favours every server that needs one.',
    body: foldedTable('Microseconds of processor time per request', costRows(measured, titles)),
  };
}

interface Middle {
  readonly kind: RequestKind;
  readonly name: string;
  readonly value: number;
}

/** The median over the rounds, of each server and kind. */
function middles(measured: Measured, of: (load: Stretch) => number): Middle[] {
  return [...measured].flatMap(([name, kinds]) =>
    [...kinds].map(([kind, loads]) => ({ kind, name, value: median(loads.map(of)) })),
  );
}

function toneOf(name: string): Tone {
  if (name === 'bare') return 'limit';
  return name.startsWith('platen') ? 'ours' : 'other';
}
