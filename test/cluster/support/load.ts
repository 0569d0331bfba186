import { randomUUID } from 'node:crypto';
import { type Answered, ask } from './ask.ts';
import type { Instance } from './instance.ts';
import { pause } from './wait-until.ts';

/** What became of each write of a load. */
export interface LoadReport {
  /** Titles that were acknowledged. */
  readonly acknowledged: readonly string[];
  /** Titles that were refused, with the answer: one other than success. */
  readonly refused: ReadonlyMap<string, string>;
  /** Titles whose answer was lost: the connection ended, so that either may be true. */
  readonly unknown: readonly string[];
  readonly statuses: ReadonlyMap<number, number>;
  readonly longestMs: number;
}

export interface Load {
  readonly acknowledgedSoFar: () => number;
  stop(): Promise<LoadReport>;
}

/** Creates pages at every instance, a few at a time, and reads between, until it is stopped. */
export function startLoad(instances: readonly Instance[], lanes = 2): Load {
  const report = {
    acknowledged: [] as string[],
    refused: new Map<string, string>(),
    unknown: [] as string[],
    statuses: new Map<number, number>(),
    longestMs: 0,
  };
  // Several loads may write to one database, one after the other.
  const name = randomUUID();
  let running = true;
  let next = 0;
  const note = ({ status, milliseconds }: Answered) => {
    report.statuses.set(status, (report.statuses.get(status) ?? 0) + 1);
    report.longestMs = Math.max(report.longestMs, milliseconds);
  };
  const lane = async (instance: Instance) => {
    while (running) {
      const title = `load ${name} ${++next}`;
      const answer = await ask(instance, 'POST', '/wp/v2/pages', { title, status: 'publish' });
      note(answer);
      if (answer.status === 201) report.acknowledged.push(title);
      else if (answer.status === 0) report.unknown.push(title);
      else report.refused.set(title, `${answer.milliseconds} ms: ${JSON.stringify(answer.body)}`);
      note(await ask(instance, 'GET', `/wp/v2/pages?per_page=3&turn=${next}`, undefined, { login: null }));
      await pause(answer.status === 201 ? 20 : 200);
    }
  };
  const working = instances.flatMap((instance) => Array.from({ length: lanes }, () => lane(instance)));
  return {
    acknowledgedSoFar: () => report.acknowledged.length,
    async stop() {
      running = false;
      await Promise.all(working);
      return report;
    },
  };
}
