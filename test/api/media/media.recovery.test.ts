import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { processSpace } from '../../../src/jobs/process-identity.ts';
import { createMediaLibrary } from '../../../src/media/create-media-library.ts';
import { recoverUploads } from '../../../src/media/recover-uploads.ts';
import { mediaSite, month } from './media-client.ts';

const NO_SUCH_PROCESS = 2 ** 22 + 1;

it('files that a killed server had kept for no row are gone after the next start, others stay', async () => {
  const site = await mediaSite();
  const { config, store } = site.platen;
  try {
    await site.upload('author', { name: 'owned.txt', content: 'x', type: 'text/plain' });
    const folder = join(config.dataDir, 'uploads', month());
    for (const name of ['orphan.jpg', 'orphan-150x150.jpg', 'by-hand.txt']) await writeFile(join(folder, name), 'x');
    const spool = join(config.dataDir, 'spool', `${processSpace}.${NO_SUCH_PROCESS}.1.${crypto.randomUUID()}`);
    await mkdir(spool, { recursive: true });
    const intents = [['orphan.jpg', 'orphan-150x150.jpg'], ['owned.txt'], ['../../platen.db']];
    for (const [n, names] of intents.entries()) {
      await writeFile(join(spool, `${n}.intent`), JSON.stringify(names.map((name) => `${month()}/${name}`)));
    }
    await writeFile(join(spool, 'half-an-upload'), 'x');

    const library = await createMediaLibrary(config, config.dataDir);
    await recoverUploads(library, store);
    await library.close();

    expect(await site.stored()).toEqual(['by-hand.txt', 'owned.txt']);
    expect(await site.spooled()).toEqual([]);
    expect((await site.as('author').get('/wp/v2/media')).status).toBe(200);
  } finally {
    await site.close();
  }
});
