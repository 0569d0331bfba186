/** Clocks of the machines of a site differ by less than this. */
export const mostSkewMs = 60_000;

/**
 * Whether a period is over that began at a moment. A moment still to come is from before the clock was set back: the
 * period is over then, so that nothing waits for as long as the clock went back.
 */
export function hasPassed(beganMs: number, periodMs: number, nowMs: number): boolean {
  return nowMs - beganMs >= periodMs || beganMs - nowMs > mostSkewMs;
}
