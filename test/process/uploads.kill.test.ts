import { globSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { afterEach, expect, it } from 'vitest';
import { type KillableSite, killableSite } from '../support/server-process.ts';

let site: KillableSite | undefined;
afterEach(() => site?.remove());

const authorization = `Basic ${Buffer.from('admin:password').toString('base64')}`;

interface Media {
  readonly id: number;
  readonly media_details: {
    readonly file: string;
    readonly sizes: Readonly<Record<string, { readonly file: string }>>;
  };
}

/** The paths of an upload and its sizes below the folder of uploads. */
const filesOf = ({ media_details: { file, sizes } }: Media): string[] => [
  file,
  ...Object.values(sizes).map((size) => join(file, '..', size.file)),
];

/** Uploads a picture; null where the server died before it answered. */
async function upload(origin: string, name: string, picture: Buffer): Promise<Media | null> {
  const answer = await fetch(`${origin}/wp-json/wp/v2/media`, {
    method: 'POST',
    body: new Uint8Array(picture),
    headers: { authorization, 'content-type': 'image/jpeg', 'content-disposition': `attachment; filename="${name}"` },
  }).catch(() => null);
  if (answer?.status !== 201) return null;
  return (await answer.json().catch(() => null)) as Media | null;
}

it('an upload is whole after a kill at any moment, or nothing is left of it', async () => {
  const opened = await killableSite();
  site = opened;
  const noise = { create: { width: 2_400, height: 1_600, channels: 3, background: '#888' } } as const;
  const picture = await sharp({
    ...noise,
    create: { ...noise.create, noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
    .jpeg()
    .toBuffer();
  const began = performance.now();
  const first = await upload(opened.origin, 'first.jpg', picture);
  const takes = performance.now() - began;
  const acknowledged: Media[] = first ? [first] : [];
  for (let part = 1; part <= 8; part += 1) {
    const uploads = ['a', 'b', 'c'].map((name) => upload(opened.origin, `${part}-${name}.jpg`, picture));
    // One is acknowledged at last, however long it takes now.
    await (part < 8 ? pause((takes * part) / 4) : Promise.race(uploads));
    await opened.kill();
    acknowledged.push(...(await Promise.all(uploads)).filter((one) => one !== null));
    await opened.start();
  }
  const listed: Media[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await fetch(`${opened.origin}/wp-json/wp/v2/media?per_page=100&page=${page}`);
    if (!answer.ok) break;
    listed.push(...((await answer.json()) as Media[]));
  }
  expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged.map(({ id }) => id)));
  expect(acknowledged.length).toBeGreaterThan(1);
  const uploads = join(opened.dataDir, 'uploads');
  // The full size is the file itself.
  const expected = [...new Set(listed.flatMap(filesOf))].sort();
  await expect.poll(() => globSync('**/*.jpg', { cwd: uploads }).sort(), { interval: 500 }).toEqual(expected);
});
