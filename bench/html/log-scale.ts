/** Places values on a line by their logarithm: one to ten takes as much room as ten to a hundred. */
export interface LogScale {
  /** Where a value stands; one outside the scale stands at its end. */
  at(value: number): number;
  /** The powers of ten on the scale, not more than a reader needs. */
  readonly ticks: readonly number[];
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

const mostTicks = 5;

/** A scale from the power of ten below the smallest value to the one above the largest, drawn between two positions. */
export function logScale(values: readonly number[], { from, to }: Span): LogScale {
  const positive = values.filter((value) => value > 0);
  const low = Math.floor(Math.log10(Math.min(...positive, Number.MAX_VALUE)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...positive, Number.MIN_VALUE))));
  const step = Math.ceil((high - low) / mostTicks);
  const at = (value: number) => {
    const share = (Math.log10(Math.max(value, Number.MIN_VALUE)) - low) / (high - low);
    return from + Math.min(1, Math.max(0, share)) * (to - from);
  };
  const powers = Array.from({ length: high - low + 1 }, (_, n) => low + n);
  return { at, ticks: powers.filter((power) => (power - low) % step === 0).map((power) => 10 ** power) };
}

/** A number that is short enough for an axis. */
export function shortNumber(value: number): string {
  if (value >= 1_000_000) return `${trimmed(value / 1_000_000)}M`;
  if (value >= 1000) return `${trimmed(value / 1000)}k`;
  return trimmed(value);
}

/** Three significant digits. */
function trimmed(value: number): string {
  return String(Number(value.toPrecision(3)));
}
