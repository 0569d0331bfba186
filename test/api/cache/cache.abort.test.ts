import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
let origin: URL;

beforeAll(async () => {
  site = await testPlaten();
  origin = new URL(await site.platen.listen());
  await site.as('administrator').post('/wp/v2/posts', { title: 'One', status: 'publish' });
});
afterAll(() => site.close());

const paths = Array.from({ length: 1_000 }, (_, n) => `/wp-json/wp/v2/posts?per_page=${(n % 100) + 1}&visit=${n}`);
/** Less than a render lock is held as a last resort. */
const answerMs = 8_000;

/** Asks for what the paths name, as one message, and leaves without waiting for an answer. */
function visitAndLeave(asked: readonly string[], afterMs: number): Promise<void> {
  return new Promise((left) => {
    const socket = connect(Number(origin.port), origin.hostname);
    socket.on('error', () => {});
    socket.once('close', () => left());
    socket.once('connect', () => {
      const text = asked.map((path) => `GET ${path} HTTP/1.1\r\nHost: ${origin.host}\r\n\r\n`).join('');
      socket.write(text, () => {
        if (afterMs === 0) socket.destroy();
        else setTimeout(() => socket.destroy(), afterMs);
      });
    });
  });
}

/** Works the list off, a few at a time. */
async function each<T>(items: readonly T[], atOnce: number, work: (item: T, place: number) => Promise<void>) {
  const left = items.entries();
  const hand = async () => {
    for (const [place, item] of left) await work(item, place);
  };
  await Promise.all(Array.from({ length: atOnce }, hand));
}

async function unanswered(asked: readonly string[]): Promise<string[]> {
  const dead: string[] = [];
  await each(asked, 16, async (path) => {
    const status = await fetch(new URL(path, origin), { signal: AbortSignal.timeout(answerMs) }).then(
      (answer) => answer.arrayBuffer().then(() => answer.status),
      () => 0,
    );
    if (status !== 200) dead.push(`${path}: ${status}`);
  });
  return dead;
}

it('every address answers, whenever earlier visitors have left', async () => {
  await each(paths, 40, (path, place) => visitAndLeave([path], place % 2 === 0 ? 0 : Math.random() * 20));
  expect(await unanswered(paths)).toEqual([]);
}, 120_000);

it('every address answers after visitors who asked for several at once and left', async () => {
  const some = paths.slice(0, 200).map((path) => `${path}&several=1`);
  await each(some, 20, (path, place) => visitAndLeave(['/wp-json/', path, path], place % 2 === 0 ? 0 : 5));
  expect(await unanswered(some)).toEqual([]);
}, 120_000);

it('those who stay are answered while others beside them come and go', async () => {
  const [path] = paths.slice(0, 1).map((one) => `${one}&crowd=1`) as [string];
  for (let round = 0; round < 10; round++) {
    await site.platen.store.raise('everything');
    const crowd = each(Array.from({ length: 30 }), 30, () => visitAndLeave([path], Math.random() * 5));
    await sleep(1);
    expect(await unanswered([path, path, path])).toEqual([]);
    await crowd;
  }
}, 120_000);
