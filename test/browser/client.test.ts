import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { type TestPlaten, testPlaten } from '../support/platen.ts';
import { launchBrowser } from './admin/browser.ts';

let browser: Browser;
let site: TestPlaten;
let origin: string;

beforeAll(async () => {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  site = await testPlaten({ port, siteUrl: origin });
  await site.platen.listen();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

it('the client lists, uploads with progress and reads tags, from its own origin and from another one', async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../src/client/client.ts', import.meta.url))],
    bundle: true,
    format: 'iife',
    globalName: 'platenClient',
    platform: 'browser',
    write: false,
  });
  for (const page of await Promise.all([browser.newPage(), browser.newPage()])) {
    const isOwn = page.context() === browser.contexts()[0];
    // The same server under another name is another origin.
    await page.goto(`${isOwn ? origin : origin.replace('127.0.0.1', 'localhost')}/robots.txt`);
    await page.evaluate(`${outputFiles[0]?.text}; globalThis.platenClient = platenClient;`);
    const found = await page.evaluate(`(async () => {
      const auth = { username: 'admin', password: 'pw-administrator' };
      const client = platenClient.createClient({ url: ${JSON.stringify(origin)}, auth });
      const progress = [];
      const file = new File(['x'.repeat(300000)], 'long.txt', { type: 'text/plain' });
      const media = await client.media.upload(file, { onProgress: (one) => progress.push(one) });
      const refused = await client.media.upload(new Blob(['x']), { filename: 'x.exe', onProgress: () => {} })
        .catch((error) => error.name + ' ' + error.status);
      const post = await client.posts.create({ title: 'From a page', status: 'publish' });
      const seen = await client.posts.get(post.id, { context: 'edit' }, { headers: { 'If-Match': '*' } });
      const changed = await client.posts.update(post.id, { title: 'Changed' }, { ifMatch: seen });
      const cursors = [];
      for await (const one of client.posts.all({ cursor: '', per_page: 1, orderby: 'id' })) cursors.push(one.id);
      return { last: progress.at(-1), type: media.mime_type, refused, title: changed.title.rendered, cursors };
    })()`);
    expect(found).toMatchObject({
      last: { loaded: 300_000, total: 300_000 },
      type: 'text/plain',
      refused: expect.stringMatching(/^PlatenError [45]\d\d$/),
      title: 'Changed',
    });
    expect((found as { cursors: number[] }).cursors.length).toBeGreaterThan(0);
  }
});
