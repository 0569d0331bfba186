/** Places values on a line. */
export interface Scale {
  /** Where a value stands; one outside the scale stands at its end. */
  at(value: number): number;
  /** Round values on the scale, not more than a reader needs. */
  readonly ticks: readonly number[];
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

const mostTicks = 5;

/**
 * A scale by logarithm, where one to ten takes as much room as ten to a hundred: from the power of ten below the smallest
 * value to the one above the largest.
 */
export function logScale(values: readonly number[], span: Span, leastPowers = 1): Scale {
  const positive = values.filter((value) => value > 0);
  const low = Math.floor(Math.log10(Math.min(...positive, Number.MAX_VALUE)));
  const high = Math.max(low + leastPowers, Math.ceil(Math.log10(Math.max(...positive, Number.MIN_VALUE))));
  const step = Math.ceil((high - low) / mostTicks);
  const powers = Array.from({ length: high - low + 1 }, (_, n) => low + n);
  return {
    at: (value) => within(span, (Math.log10(Math.max(value, Number.MIN_VALUE)) - low) / (high - low)),
    ticks: powers.filter((power) => (power - low) % step === 0).map((power) => 10 ** power),
  };
}

/** A scale from zero on, for values that are close to each other. */
export function linearScale(values: readonly number[], span: Span): Scale {
  const step = 0.25 * Math.ceil(Math.max(...values) / (0.25 * mostTicks));
  const steps = Math.ceil(Math.max(...values) / step);
  return {
    at: (value) => within(span, value / (steps * step)),
    ticks: Array.from({ length: steps + 1 }, (_, n) => n * step),
  };
}

function within({ from, to }: Span, share: number): number {
  return from + Math.min(1, Math.max(0, share)) * (to - from);
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
