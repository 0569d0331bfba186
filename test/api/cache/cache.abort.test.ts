import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { comeAndLeave, each, manyPaths, unanswered, visitAndLeave } from './leaving-visitors.ts';

let site: TestPlaten;
let origin: URL;

beforeAll(async () => {
  site = await testPlaten();
  origin = new URL(await site.platen.listen());
  await site.as('administrator').post('/wp/v2/posts', { title: 'One', status: 'publish' });
});
afterAll(() => site.close());

const paths = manyPaths(1_000);

it('every address answers, whenever earlier visitors have left', async () => {
  await comeAndLeave(origin, paths);
  expect(await unanswered(origin, paths)).toEqual([]);
}, 600_000);

it('every address answers after visitors who asked for several at once and left', async () => {
  const some = paths.slice(0, 200).map((path) => `${path}&several=1`);
  await each(some, 20, (path, place) => visitAndLeave(origin, ['/wp-json/', path, path], place % 2 === 0 ? 0 : 5));
  expect(await unanswered(origin, some)).toEqual([]);
}, 600_000);

it('those who stay are answered while others beside them come and go', async () => {
  const [path] = paths.slice(0, 1).map((one) => `${one}&crowd=1`) as [string];
  for (let round = 0; round < 10; round++) {
    await site.platen.store.invalidateTags('everything');
    const crowd = each(Array.from({ length: 30 }), 30, () => visitAndLeave(origin, [path], Math.random() * 5));
    await sleep(1);
    expect(await unanswered(origin, [path, path, path])).toEqual([]);
    await crowd;
  }
}, 600_000);
