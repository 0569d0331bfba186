import { afterAll, describe, expect, it } from 'vitest';
import { runSeed, type SeedLength } from './run-seed.ts';
import { describeVariation, variationOf } from './variations.ts';

const { PLATEN_MODEL_SEED, PLATEN_MODEL_SEEDS, PLATEN_MODEL_STORE, PLATEN_TEST_MYSQL_URL } = process.env;

/** The seeds that are named; else so many from one by chance on, in turns for the databases that there are. */
function chosenSeeds(): number[] {
  if (PLATEN_MODEL_SEED) return PLATEN_MODEL_SEED.split(',').map(Number);
  const stores = PLATEN_MODEL_STORE ? [PLATEN_MODEL_STORE] : ['sqlite', ...(PLATEN_TEST_MYSQL_URL ? ['mariadb'] : [])];
  const count = Number(PLATEN_MODEL_SEEDS ?? 2);
  const seeds: number[] = [];
  for (let seed = 1 + Math.floor(Math.random() * 1_000_000); seeds.length < count; seed += 1)
    if (variationOf(seed).store === stores[seeds.length % stores.length]) seeds.push(seed);
  return seeds;
}

const tally = new Map<string, number>();
const seeds = chosenSeeds();
/** A run of so many seeds asks for everything often enough to say so. */
const longRun = 50;
const leastOfKind = 500;
/** Many short seeds find more than few long ones. */
const length: SeedLength = seeds.length >= longRun ? { rounds: 1, steps: 5 } : { rounds: 2, steps: 9 };

describe('lists, totals, counts, searches, feeds and sitemaps are those of the tables', () => {
  const cases = seeds.map((seed) => [seed, describeVariation(variationOf(seed))] as const);
  it.for(cases)('seed %i: %s', async ([seed], { signal }) => {
    const startedAt = Date.now();
    const report = await runSeed(seed, length, signal);
    for (const [label, count] of report.tally) tally.set(label, (tally.get(label) ?? 0) + count);
    console.log(
      `seed ${seed}: ${report.checks} checks, ${report.differences.length} differences, ${Date.now() - startedAt} ms`,
    );
    expect(report.differences, report.differences.join('\n')).toEqual([]);
  });

  it.runIf(seeds.length >= longRun)('everything was checked often', () => {
    const rare = [...tally].filter(([, count]) => count < leastOfKind);
    expect(rare).toEqual([]);
  });

  afterAll(() => {
    const sorted = [...tally].sort(([a], [b]) => (a < b ? -1 : 1));
    console.log(sorted.map(([label, count]) => `${String(count).padStart(7)} ${label}`).join('\n'));
    console.log(`again: PLATEN_MODEL_SEED=${seeds.join()} npm run test:model`);
  });
});
