import { vi } from 'vitest';
import { seededRandom } from '../../simulation/random.ts';
import { Lane, type LaneOptions } from './lane.ts';
import { type Found, readThrough } from './reader.ts';
import type { StormWriter } from './writer.ts';

export interface StormOptions {
  readonly writers: readonly (Pick<LaneOptions, 'name' | 'lateMs'> & { readonly writer: StormWriter })[];
  /** Servers to read from; each entry is a connection of its own. */
  readonly readFrom: readonly string[];
  /** Terms and accounts that all of them use. */
  readonly categories: readonly number[];
  readonly authors: readonly number[];
  readonly pauseMs: number;
  /** What happens meanwhile; the storm ends after it, when enough was written and answered from memory. */
  readonly meanwhile: () => Promise<void>;
}

export interface StormReport extends Found {
  readonly lanes: readonly Lane[];
}

/** Writes of each program, and answers from memory, without which a storm shows nothing. */
const enough = 10;

/** Several programs write at once while others read and judge what they are shown. */
export async function storm(options: StormOptions): Promise<StormReport> {
  const { writers, readFrom, categories, authors, pauseMs } = options;
  const lanes = writers.map(
    (writer, n) => new Lane({ ...writer, categories, authors, pauseMs, random: seededRandom(n + 1) }),
  );
  const found: Found = { reads: 0, hits: 0, wrong: [] };
  let isEnded = false;
  const isOver = () => isEnded;
  const isEnough = () => found.hits > enough && lanes.every(({ writes }) => writes > enough);
  const meanwhile = options
    .meanwhile()
    .then(() => vi.waitUntil(isEnough, { timeout: 300_000 }))
    .finally(() => {
      isEnded = true;
    });
  await Promise.all([
    meanwhile,
    ...lanes.map((lane) => lane.run(isOver)),
    ...readFrom.map((origin, n) => readThrough(origin, lanes, found, { isOver, random: seededRandom(100 + n) })),
  ]);
  return { ...found, lanes };
}
