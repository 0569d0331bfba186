import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AdminSite, adminSite, violations } from './admin-site.ts';
import { settled } from './browser.ts';

let admin: AdminSite;
let folder: string;
beforeAll(async () => {
  admin = await adminSite();
  folder = await mkdtemp(join(tmpdir(), 'platen-large-'));
});
afterAll(async () => {
  await admin?.close();
  await rm(folder, { recursive: true, force: true });
});

const part = 8 * 1024 * 1024;

/** An archive on the disk, as far as its first bytes tell, of two parts and a bit. */
async function archive(name: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(2 * part)]));
  return file;
}

async function choose(page: Page, file: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Add files' }).click(),
  ]);
  await chooser.setFiles(file);
}

/** What is sent of uploads, as `METHOD offset`. */
function watch(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request: Request) => {
    if (!request.url().includes('/platen/v1/uploads')) return;
    sent.push(`${request.method()} ${request.headers()['upload-offset'] ?? ''}`.trim());
  });
  return sent;
}

async function storedBytes(title: string): Promise<Buffer> {
  const { body } = await admin.site.as('author').get(`/wp/v2/media?search=${title}`);
  expect(body).toHaveLength(1);
  return Buffer.from(await (await fetch(body[0].source_url)).arrayBuffer());
}

it('an upload that is paused goes on after a reload, when the same file is chosen', async () => {
  const file = await archive('paused.zip');
  const page = await admin.open('author', 'media');
  await settled(page);
  const sent = watch(page);
  // The second part is held back, so that there is time to pause.
  await page.route('**/platen/v1/uploads/*', async (route) => {
    if (route.request().headers()['upload-offset'] === String(part)) return;
    await route.continue();
  });
  await choose(page, file);
  await expect.poll(() => sent).toContain(`PATCH ${part}`);
  await page.getByRole('button', { name: 'Pause the upload of paused.zip' }).click();
  await page.getByText('Paused', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Resume the upload of paused.zip' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await settled(page);
  sent.length = 0;
  await choose(page, file);
  await page.getByText('1 of 1 file uploaded').waitFor();
  expect(sent).toEqual(['HEAD', `PATCH ${part}`, `PATCH ${2 * part}`]);
  expect((await storedBytes('paused')).equals(await readFile(file))).toBe(true);
  await page.context().close();
});

it('an upload goes on by itself after the connection was lost', async () => {
  const file = await archive('lost.zip');
  const page = await admin.open('author', 'media');
  await settled(page);
  const sent = watch(page);
  let lost = 0;
  await page.route('**/platen/v1/uploads/*', async (route) => {
    const isSecond = route.request().headers()['upload-offset'] === String(part);
    if (isSecond && lost < 2) {
      lost += 1;
      await route.abort('connectionreset');
    } else await route.continue();
  });
  await choose(page, file);
  await page.getByText('The connection is lost.').waitFor();
  await page.getByText('1 of 1 file uploaded').waitFor();
  expect(sent.filter((line) => line === `PATCH ${part}`)).toHaveLength(3);
  expect(sent.filter((line) => line === 'POST')).toHaveLength(1);
  expect((await storedBytes('lost')).equals(await readFile(file))).toBe(true);
  await page.context().close();
});

/** Pauses between the tries are for servers that come back; nobody has to wait for them here. */
const withoutPauses = `(() => {
  const wait = window.setTimeout;
  window.setTimeout = (work, ms, ...more) => wait(work, ms >= 1000 && ms <= 30000 ? 10 : ms, ...more);
})()`;

it('an upload that the server refuses again and again is given up, and goes on when it is tried again', async () => {
  const file = await archive('refused.zip');
  const page = await admin.open('author', 'media');
  await page.addInitScript(withoutPauses);
  await page.reload();
  await settled(page);
  const sent = watch(page);
  await page.route('**/platen/v1/uploads/*', async (route) => {
    const isSecond = route.request().headers()['upload-offset'] === String(part);
    if (isSecond) await route.fulfill({ status: 500, json: { code: 'broken', message: 'There is no room for it.' } });
    else await route.continue();
  });
  await choose(page, file);
  await page.getByRole('alert').getByText('There is no room for it.').waitFor();
  expect(sent.filter((line) => line === `PATCH ${part}`)).toHaveLength(8);
  expect(await violations(page)).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Try again to upload refused.zip' }).click();
  await page.getByText('1 of 1 file uploaded').waitFor();
  expect(sent.filter((line) => line === 'POST')).toHaveLength(1);
  expect((await storedBytes('refused')).equals(await readFile(file))).toBe(true);
  await page.context().close();
});

it('an upload that is cancelled is removed from the server', async () => {
  const file = await archive('cancelled.zip');
  const page = await admin.open('author', 'media');
  await settled(page);
  const sent = watch(page);
  await page.route('**/platen/v1/uploads/*', async (route) => {
    if (route.request().headers()['upload-offset'] !== String(part)) await route.continue();
  });
  await choose(page, file);
  await expect.poll(() => sent).toContain(`PATCH ${part}`);
  await page.getByRole('button', { name: 'Cancel the upload of cancelled.zip' }).click();
  await page.getByText('Cancelled', { exact: true }).waitFor();
  await expect.poll(() => sent).toContain('DELETE');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().close();
  expect(admin.faults).toEqual([]);
});
