import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { run, startServer, temporaryFolder } from '../support/server-process.ts';

const folder = await temporaryFolder();
afterAll(folder.remove);

const definition = fileURLToPath(new URL('../../src/define-config.ts', import.meta.url));

describe('a configuration file', () => {
  it('declares content that every process of the server serves; the environment wins over it', async () => {
    const file = join(folder.path, 'platen.config.ts');
    await writeFile(
      file,
      `import { defineConfig } from '${definition}';
       export default defineConfig({
         port: 1,
         adminPassword: 'from the file',
         workers: 2,
         postTypes: [{ name: 'product', restBase: 'products', supports: ['title', 'custom-fields'],
           meta: { price: { type: 'number', mayRead: (caller) => caller.can('edit_posts') } } }],
       });`,
    );
    const server = await startServer({
      dataDir: join(folder.path, 'site'),
      env: { PLATEN_CONFIG: file, PLATEN_LOG_LEVEL: 'silent' },
    });
    try {
      const authorization = `Basic ${Buffer.from('admin:from the file').toString('base64')}`;
      const made = await fetch(`${server.url}/wp-json/wp/v2/products`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'Lamp', status: 'publish', meta: { price: 7.5 } }),
      });
      expect(made.status).toBe(201);
      expect(await made.json()).toMatchObject({ meta: { price: 7.5 }, slug: 'lamp' });
      // New connections reach the workers in turn.
      for (let i = 0; i < 4; i++) {
        const seen = await fetch(`${server.url}/wp-json/wp/v2/products?slug=lamp&n=${i}`, {
          headers: { connection: 'close' },
        });
        expect(await seen.json()).toMatchObject([{ meta: [], title: { rendered: 'Lamp' } }]);
      }
    } finally {
      expect(await server.stop()).toBe(0);
    }
  });

  it('with a mistake stops the program with a sentence, before anything is made', async () => {
    const file = join(folder.path, 'wrong.json');
    await writeFile(file, JSON.stringify({ postTypes: [{ name: 'product', suports: [] }] }));
    const dataDir = join(folder.path, 'never');
    const ended = await run(['serve'], { PLATEN_CONFIG: file, PLATEN_DATA_DIR: dataDir });
    expect(ended.status).toBe(1);
    expect(ended.output.trim()).toMatch(/wrong\.json: postTypes\[0\] has no member suports\. Did you mean supports\?$/);
    expect(existsSync(dataDir)).toBe(false);
  });
});
