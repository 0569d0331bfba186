import { expect, it } from 'vitest';
import { createJobs } from '../../src/lib/jobs.ts';
import { createRedirectHits, redirectHitsTable } from '../../src/site/redirect-hits.ts';
import { testStore } from '../support/test-store.ts';

const store = testStore();

it('counts are written when `flush` has ended, also those of a batch that was on its way', async () => {
  const failures: unknown[] = [];
  const job = createJobs((_, error) => failures.push(error), Date.now).of('redirect hits');
  const hits = createRedirectHits({ store: store(), clock: () => 1_000, job });
  const written = async () => (await store().table(redirectHitsTable).find({ redirect: 7 }))[0]?.hits;
  hits.note(7);
  hits.note(7);
  const first = hits.flush();
  await hits.flush();
  expect(await written()).toBe(2);
  await first;
  hits.note(7);
  await hits.close();
  expect(await written()).toBe(3);
  expect(failures).toEqual([]);
});
