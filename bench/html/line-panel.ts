import { escapeHtml } from './escape.ts';
import { logScale, shortNumber } from './scale.ts';

/** The values of one series, in the order of the positions; null where nothing was measured. */
export interface Line {
  readonly name: string;
  /** Its place among the series of the report, which decides its colour. */
  readonly place: number;
  readonly values: readonly (number | null)[];
}

export interface LinePanel {
  readonly title: string;
  readonly note: string;
  /** What the positions stand for, such as numbers of posts. */
  readonly positions: readonly number[];
  readonly lines: readonly Line[];
}

/** So that a small change does not look like a large one. */
const leastPowers = 2;

const width = 340;
const height = 180;
const plot = { left: 40, right: width - 20, top: 16, bottom: height - 26 };

/** How values change along positions, both by their logarithms: a straight line that does not rise costs the same. */
export function linePanel({ title, note, positions, lines }: LinePanel): string {
  const x = logScale(positions, { from: plot.left, to: plot.right });
  const values = lines.flatMap((line) => line.values.filter((value) => value !== null));
  const y = logScale(values, { from: plot.bottom, to: plot.top }, leastPowers);
  const grid = y.ticks.map((tick) => {
    const at = y.at(tick).toFixed(1);
    return `<line class="grid" x1="${plot.left}" x2="${plot.right}" y1="${at}" y2="${at}"/><text class="tick" x="${plot.left - 6}" y="${Number(at) + 4}" text-anchor="end">${shortNumber(tick)}</text>`;
  });
  const foot = positions.map(
    (position) =>
      `<text class="tick" x="${x.at(position).toFixed(1)}" y="${height - 6}" text-anchor="middle">${shortNumber(position)}</text>`,
  );
  const drawn = lines.map(({ name, place, values: own }) => {
    const points = own.flatMap((value, n) =>
      value === null ? [] : [{ value, x: x.at(positions[n] as number), y: y.at(value) }],
    );
    const path = points.map((point) => `${point.x.toFixed(1)},${point.y.toFixed(1)}`).join(' ');
    const dots = points.map(
      (point) =>
        `<circle class="mark" cx="${point.x.toFixed(1)}" cy="${point.y.toFixed(1)}" r="4"><title>${escapeHtml(`${name}: ${shortNumber(point.value)}`)}</title></circle>`,
    );
    return `<g class="series-${place}"><polyline class="line" points="${path}"/>${dots.join('')}</g>`;
  });
  const spoken = lines.map(
    ({ name, values: own }) => `${name} ${own.map((one) => (one === null ? 'none' : shortNumber(one))).join(', ')}`,
  );
  return `<figure><figcaption>${escapeHtml(title)} <small>${escapeHtml(note)}</small></figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(`${title}: ${spoken.join('; ')}`)}">${[...grid, ...foot, ...drawn].join('')}</svg></figure>`;
}

/** Which colour belongs to which series. */
export function legend(names: readonly string[]): string {
  const entries = names.map((name, place) => `<li class="series-${place}">${escapeHtml(name)}</li>`);
  return `<ul class="legend">${entries.join('')}</ul>`;
}
