import { describe, expect, it } from 'vitest';
import { retryUndone } from '../../src/storage/query/transactions/retry.ts';
import { StoreError } from '../../src/storage/store-error.ts';
import { seededRandom } from './random.ts';
import { Scheduler } from './scheduler.ts';

/** Rows that a commit wrote, and the number that it inserted. */
interface Commit {
  readonly keys: ReadonlySet<string>;
  readonly number: number;
}

const writers = 8;

/**
 * Writers at nodes that apply commits late each read the highest number and insert the next one, as a row of its own. A
 * commit fails if one that its node had not applied wrote one of the same rows, and is repeated by the program's code.
 */
async function insertedNumbers(seed: number, lockKeys: readonly string[]): Promise<number[]> {
  const random = seededRandom(seed);
  const scheduler = new Scheduler(random);
  const history: Commit[] = [];
  const attempt = async (writer: number): Promise<void> => {
    // The beginning of a transaction waits for its node; other commits may follow while it runs.
    const applied = history.length;
    await scheduler.pause();
    const number = Math.max(0, ...history.slice(0, applied).map((commit) => commit.number)) + 1;
    await scheduler.pause();
    const keys = new Set([...lockKeys, `row of ${writer}`]);
    const isConflict = history.slice(applied).some((commit) => [...commit.keys].some((key) => keys.has(key)));
    if (isConflict) throw new StoreError('busy', 'The transaction was rolled back.', { undone: true });
    history.push({ keys, number });
  };
  for (let writer = 0; writer < writers; writer += 1) {
    const retries = {
      longestMs: 10_000,
      now: () => scheduler.now,
      random: () => random.below(1_000) / 1_000,
      sleep: async (milliseconds: number) => {
        for (let left = Math.ceil(milliseconds / 20); left > 0; left -= 1) await scheduler.pause();
      },
    };
    scheduler.start(() => retryUndone(() => attempt(writer), retries));
  }
  await scheduler.run();
  return history.map((commit) => commit.number);
}

/** The first seed whose writers did not each insert the number after the last one; null if none is found. */
async function firstLost(schedules: number, lockKeys: readonly string[]): Promise<string | null> {
  const wanted = Array.from({ length: writers }, (_, n) => n + 1).join();
  for (let seed = 1; seed <= schedules; seed += 1) {
    const numbers = (await insertedNumbers(seed, lockKeys)).join();
    if (numbers !== wanted) return `seed ${seed}: ${numbers}`;
  }
  return null;
}

describe('a lock in a cluster', () => {
  it('that changes a row keeps every change of those who read before they write', async () => {
    expect(await firstLost(500, ['lock'])).toBeNull();
  });

  it('that changes no row loses some, and the simulation finds it', async () => {
    expect(await firstLost(500, [])).toMatch(/^seed \d+: /);
  });
});
