import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { astro } from './commands.ts';
import { ran } from './new-project.ts';
import { describePages } from './pages-suite.ts';

const { site, browser, read } = describePages({ ...astro, feed: '/feed.xml', mostRequests: 4, mostScriptBytes: 0 });

const pathOf = ({ link }: { readonly link: string }): string => new URL(link).pathname;
const isFile = (path: string): boolean => existsSync(join(site().project, 'dist/client', path, 'index.html'));

describe('a site of files', () => {
  it('runs no script on its pages, and takes comments without any', async () => {
    const context = await browser().newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(site().url + pathOf(site().post));
    expect(await page.locator('script:not([type="application/ld+json"])').count()).toBe(0);
    await page.getByLabel('Name').fill('Eve');
    await page.getByLabel('E-mail').fill('eve@example.org');
    await page.getByLabel('Comment', { exact: true }).fill('Without scripts.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    await page.getByRole('link', { name: 'Back to the page' }).click();
    expect(new URL(page.url()).pathname).toBe(pathOf(site().post));
    await context.close();
  });

  it('shows at once what is published, is built again, and forgets what is removed', async () => {
    const { ask } = site();
    const made = await ask<{ id: number; link: string }>('POST', '/wp/v2/posts', { title: 'New', status: 'publish' });
    const path = pathOf(made);
    expect(await read(path)).toMatchObject({
      status: 200,
      text: expect.stringContaining('<h1 data-platen-field="title">New'),
    });
    await expect.poll(() => isFile(path)).toBe(true);
    await ask('POST', `/wp/v2/posts/${made.id}`, { title: 'Newer' });
    for (const shown of [path, '/', '/feed.xml'])
      await expect.poll(async () => (await read(shown)).text, { message: shown }).toContain('Newer');
    await ask('DELETE', `/wp/v2/posts/${made.id}`);
    await expect.poll(() => isFile(path)).toBe(false);
    expect((await read(path)).status).toBe(404);
  });

  it('is built again only when Platen says so', async () => {
    const forged = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"type":"site.reset"}' };
    expect((await fetch(`${site().url}/api/webhook`, forged)).status).toBe(401);
  });
});

it('its code has the types of Astro, strictly', async () => {
  expect(await ran('npm', ['run', '--silent', 'check'], site().project)).toContain('0 errors');
});
