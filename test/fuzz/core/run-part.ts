import type { FuzzSite } from '../world/fuzz-site.ts';
import type { AnyOpenPart, AnyPart, Finding } from './part.ts';
import { randomOf } from './random.ts';

export interface RunLimits {
  readonly seed: string;
  readonly seconds: number;
  /** Ends the run early, so that a bad day does not print a thousand findings. */
  readonly mostFindings: number;
  /** Cases that found something once; they run before any new one. */
  readonly known: readonly unknown[];
}

export interface PartOutcome {
  readonly part: string;
  readonly cases: number;
  readonly findings: readonly Finding[];
  /** The longest hold of the event loop that a case showed again when it ran alone, in milliseconds. */
  readonly longestHold: number;
}

/** Most processor time of the main thread in one turn of the event loop, in milliseconds. */
export const mostHold = 100;

interface Run {
  readonly input: unknown;
  readonly from: number;
  to: number;
}

/** Runs the known cases of a part, then new ones until the time is over. */
export async function runPart(part: AnyPart, site: FuzzSite, limits: RunLimits): Promise<PartOutcome> {
  const opened = await part.open(site);
  const findings: Finding[] = [];
  const known = new Set<string>();
  const report = (complaint: string, input: unknown) => {
    const kind = complaint.replaceAll(/\d+/g, '0').slice(0, 160);
    if (!known.has(kind)) findings.push({ part: part.name, complaint, input });
    known.add(kind);
  };
  const until = Date.now() + limits.seconds * 1000;
  const isOver = () => Date.now() > until || findings.length >= limits.mostFindings;
  let cases = 0;
  let longestHold = 0;
  const round = async (inputs: readonly unknown[], isOver: () => boolean): Promise<void> => {
    const waiting = [...inputs];
    const runs: Run[] = [];
    const lane = async () => {
      for (let input = waiting.shift(); input !== undefined && !isOver(); input = waiting.shift()) {
        const run = { input, from: Date.now(), to: Number.POSITIVE_INFINITY };
        runs.push(run);
        for (const complaint of await attempt(opened, input)) report(complaint, input);
        run.to = Date.now();
        cases++;
      }
    };
    await Promise.all(Array.from({ length: part.lanes }, lane));
    if (site.watch.isDead()) {
      report(
        `The server ended: ${site.watch.lastWords()}`,
        runs.slice(-part.lanes).map((run) => run.input),
      );
      return;
    }
    for (const [input, hold] of await confirmedHolds(opened, site, runs)) {
      longestHold = Math.max(longestHold, hold);
      if (hold > mostHold) report(`It holds the event loop for ${hold.toFixed(0)} ms of processor time.`, input);
    }
  };
  try {
    await round(limits.known, () => false);
    for (let number = 0; !isOver() && !site.watch.isDead(); number += roundSize) {
      const seeds = Array.from({ length: roundSize }, (_, i) => randomOf(limits.seed, part.name, number + i));
      await round(
        seeds.map((random) => opened.next(random)),
        isOver,
      );
    }
  } finally {
    for (const complaint of (await opened.close?.()) ?? []) report(complaint, null);
  }
  return { part: part.name, cases, findings, longestHold };
}

const roundSize = 40;

async function attempt(opened: AnyOpenPart, input: unknown): Promise<readonly string[]> {
  try {
    return await opened.run(input);
  } catch (error) {
    return [`It failed in the fuzzer or in code called directly: ${error instanceof Error ? error.stack : error}`];
  }
}

/**
 * A turn of the loop serves many requests, and the first use of code compiles it. So whatever ran during a long hold
 * runs again alone, twice; the shorter of the two holds counts.
 */
async function confirmedHolds(opened: AnyOpenPart, site: FuzzSite, runs: readonly Run[]): Promise<[unknown, number][]> {
  const holds = site.watch.takeHolds(mostHold);
  const suspects = runs.filter((run) => holds.some((hold) => hold.at >= run.from && hold.at - hold.ms <= run.to));
  const confirmed: [unknown, number][] = [];
  for (const { input } of suspects.slice(0, 12)) {
    const alone: number[] = [];
    for (let time = 0; time < 2; time++) alone.push(await site.watch.holdDuring(() => attempt(opened, input)));
    confirmed.push([input, Math.min(...alone)]);
  }
  return confirmed;
}
