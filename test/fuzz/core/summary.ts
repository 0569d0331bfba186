import type { FuzzSite } from '../world/fuzz-site.ts';
import type { Memory } from '../world/watched-server.ts';
import type { PartOutcome } from './run-part.ts';

/** What a run did, for people. */
export function summary(site: FuzzSite, outcomes: readonly PartOutcome[], before: Memory, after: Memory): string {
  const { tally } = site;
  const list = (fact: 'endpoint' | 'role' | 'status') =>
    [...tally.by(fact)]
      .sort(([, one], [, other]) => other - one)
      .map(([name, count]) => `    ${String(count).padStart(7)}  ${name}`)
      .join('\n');
  const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
  return [
    `\n${site.store}/${site.variant}: ${tally.requests} requests to the interface`,
    ...outcomes.map(
      ({ part, cases, findings, longestHold }) =>
        `  ${part}: ${cases} cases, ${findings.length} findings, longest confirmed hold ${longestHold.toFixed(0)} ms`,
    ),
    `  heap after collection ${megabytes(before.heap)} → ${megabytes(after.heap)}, resident ${megabytes(before.rss)} → ${megabytes(after.rss)}`,
    `  by role\n${list('role')}`,
    `  by status\n${list('status')}`,
    `  by endpoint\n${list('endpoint')}`,
  ].join('\n');
}
