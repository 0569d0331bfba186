import { escapeHtml } from './escape.ts';
import { linearScale, logScale, shortNumber } from './scale.ts';

/** Whose value a mark shows: ours, the limit that we measure ourselves against, or another server's. */
export type Tone = 'ours' | 'limit' | 'other';

export interface BarRow {
  readonly label: string;
  /** The values that the mark reaches from and to. */
  readonly from: number;
  readonly to: number;
  /** The value in words, at the end of the row. */
  readonly text: string;
  readonly tone: Tone;
}

export interface BarPanel {
  readonly title: string;
  readonly note?: string;
  readonly rows: readonly BarRow[];
  /** The values that the scale must hold, so that several panels can share one. */
  readonly scale: readonly number[];
  /** For values that are close to each other; a logarithmic scale otherwise. */
  readonly isLinear?: boolean;
  /** A bar, a dot at the end of a thin line, or a line between two values with a dot at the first. */
  readonly shape: 'bar' | 'dot' | 'range';
  readonly unit: string;
}

const width = 340;
const margin = 10;
const rowHeight = 36;
const axisHeight = 22;

/** Rows with a label and a value above each mark, so that the marks keep the whole width on a small screen. */
export function barPanel({ title, note, rows, scale, isLinear = false, shape, unit }: BarPanel): string {
  const height = rows.length * rowHeight + axisHeight;
  const { at, ticks } = (isLinear ? linearScale : logScale)(scale, { from: margin, to: width - margin });
  const bottom = height - axisHeight + 4;
  const grid = ticks.map((tick, n) => {
    const x = at(tick).toFixed(1);
    const anchor = n === 0 ? 'start' : n === ticks.length - 1 ? 'end' : 'middle';
    return `<line class="grid" x1="${x}" x2="${x}" y1="0" y2="${bottom}"/><text class="tick" x="${x}" y="${height - 4}" text-anchor="${anchor}">${shortNumber(tick)}${escapeHtml(unit)}</text>`;
  });
  const marks = rows.map((row, n) => {
    const y = n * rowHeight + 25;
    const label = `<text class="label" x="${margin}" y="${y - 9}">${escapeHtml(row.label)}</text>`;
    const value = `<text class="value" x="${width - margin}" y="${y - 9}" text-anchor="end">${escapeHtml(row.text)}</text>`;
    return `<g class="${row.tone}">${label}${value}${mark(shape, [at(row.from), at(row.to)], y)}</g>`;
  });
  const spoken = `${title}: ${rows.map(({ label, text }) => `${label} ${text}`).join('; ')}`;
  return `<figure><figcaption>${escapeHtml(title)}${note ? ` <small>${escapeHtml(note)}</small>` : ''}</figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(spoken)}">${[...grid, ...marks].join('')}</svg></figure>`;
}

function mark(shape: BarPanel['shape'], [from, to]: readonly [number, number], y: number): string {
  if (shape === 'bar') {
    const [x, length] = [Math.min(from, to), Math.max(2, Math.abs(to - from))];
    return `<rect class="mark" x="${x.toFixed(1)}" y="${y - 4}" width="${length.toFixed(1)}" height="9" rx="2"/>`;
  }
  const [first, last] = [from.toFixed(1), to.toFixed(1)];
  if (shape === 'dot')
    return `<line class="stem" x1="${first}" x2="${last}" y1="${y}" y2="${y}"/><circle class="mark" cx="${last}" cy="${y}" r="5"/>`;
  return `<line class="span" x1="${first}" x2="${last}" y1="${y}" y2="${y}"/><circle class="mark" cx="${first}" cy="${y}" r="4"/><line class="end" x1="${last}" x2="${last}" y1="${y - 6}" y2="${y + 6}"/>`;
}
