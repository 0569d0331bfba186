import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { processSpace } from '../../../src/background/lease.ts';
import { createMediaLibrary } from '../../../src/media/media-library.ts';
import { createUploadClaims } from '../../../src/media/upload-claims.ts';
import { mediaSite, month } from './media-client.ts';

const NO_SUCH_PROCESS = 2 ** 22 + 1;
const quarterHourMs = 15 * 60_000;

it('files that a killed server had kept for no row are gone after the next start, others stay', async () => {
  const site = await mediaSite();
  const { config, store } = site.platen;
  const named = (name: string) => `${month()}/${name}`;
  try {
    await site.upload('author', { name: 'owned.txt', content: 'x', type: 'text/plain' });
    const folder = join(config.dataDir, 'uploads', month());
    const orphans = ['orphan.jpg', 'orphan-150x150.jpg', 'far.txt', 'alive.txt', 'by-hand.txt'];
    for (const name of orphans) await writeFile(join(folder, name), 'x');
    const killed = `${processSpace}.${NO_SUCH_PROCESS}.1.${crypto.randomUUID()}`;
    const spool = join(config.dataDir, 'spool', killed);
    await mkdir(spool, { recursive: true });
    await writeFile(join(spool, 'half-an-upload'), 'x');
    const begin = async (owner: string, names: string[], clock = Date.now) => {
      const claim = await createUploadClaims(store, owner, clock).claim(named(names[0]!));
      await claim?.announce(names.map(named));
    };
    await begin(killed, ['orphan.jpg', 'orphan-150x150.jpg']);
    await begin(killed, ['../../platen.db']);
    await begin('another machine that was lost', ['far.txt'], () => Date.now() - quarterHourMs - 1);
    await begin('another machine that works', ['alive.txt']);

    const library = await createMediaLibrary(config, config.dataDir, store);
    await library.recover();
    await library.close();

    expect(await site.stored()).toEqual(['alive.txt', 'by-hand.txt', 'owned.txt']);
    expect(await site.spooled()).toEqual([]);
    expect((await site.as('author').get('/wp/v2/media')).status).toBe(200);
  } finally {
    await site.close();
  }
});

it('a file is never removed after the transaction that made its row, even where its end was not heard', async () => {
  const site = await mediaSite();
  const { store } = site.platen;
  const claims = createUploadClaims(store, 'one');
  const removed: string[] = [];
  const remove = async (paths: readonly string[]) => void removed.push(...paths);
  try {
    const kept = await claims.claim('2021/03/kept.txt');
    await kept!.announce(['2021/03/kept.txt']);
    await store.transaction((inside) => kept!.settle(inside));
    await kept!.abandon(remove);
    const undone = await claims.claim('2021/03/undone.txt');
    await undone!.announce(['2021/03/undone.txt']);
    const failing = store.transaction(async (inside) => {
      await undone!.settle(inside);
      throw new Error('the row was refused');
    });
    await expect(failing).rejects.toThrow('refused');
    await undone!.abandon(remove);
    expect(removed).toEqual(['2021/03/undone.txt']);
  } finally {
    await site.close();
  }
});

it('an upload that was given up by others makes no row', async () => {
  const site = await mediaSite();
  const { store } = site.platen;
  let nowMs = 0;
  try {
    const slow = await createUploadClaims(store, 'slow', () => nowMs).claim('2021/03/a.txt');
    await slow!.announce(['2021/03/a.txt']);
    nowMs = quarterHourMs + 1;
    await createUploadClaims(store, 'other', () => nowMs).recover([], async () => {});
    await expect(store.transaction((inside) => slow!.settle(inside))).rejects.toMatchObject({ failure: 'busy' });
  } finally {
    await site.close();
  }
});

it('of many who claim one path at once, one gets it', async () => {
  const site = await mediaSite();
  const { store } = site.platen;
  try {
    const claims = Array.from({ length: 6 }, (_, n) => createUploadClaims(store, `owner ${n}`));
    const got = await Promise.all(claims.map((each) => each.claim('2021/03/same.txt')));
    expect(got.filter((claim) => claim !== null)).toHaveLength(1);
  } finally {
    await site.close();
  }
});
