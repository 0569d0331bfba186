import { afterEach, expect, it, vi } from 'vitest';
import { createJobs } from '../lib/jobs.ts';
import { openMemoryStore } from '../storage/open/open-store.ts';
import { createUploadClaims, uploadClaimsTable } from './upload-claims.ts';

afterEach(() => vi.useRealTimers());

it('reports a claim that cannot be renewed, and renews it the next time', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let now = 1;
  const jobs = createJobs(
    () => {},
    () => now,
  );
  const store = await openMemoryStore('wp_');
  const rows = store.table(uploadClaimsTable);
  let isAway = false;
  vi.spyOn(store, 'table').mockReturnValue({
    ...rows,
    insert: (row) => rows.insert(row),
    update: (where, changes) => (isAway ? Promise.reject(new Error('away')) : rows.update(where, changes)),
  });
  const claim = await createUploadClaims(store, 'me', Date.now, jobs.of('upload leases')).claim('2021/03/a.txt');
  expect(claim).not.toBeNull();
  const renewed = async (atMs: number, expected: object) => {
    now = atMs;
    await vi.advanceTimersByTimeAsync(300_000);
    await expect.poll(() => jobs.tallies.get('upload leases')).toEqual(expected);
  };
  await renewed(2, { failures: 0, lastSuccessMs: 2 });
  isAway = true;
  await renewed(3, { failures: 1, lastSuccessMs: 2 });
  isAway = false;
  await renewed(4, { failures: 1, lastSuccessMs: 4 });
  await store.close();
});
