import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { daily } from '../../../src/extensions/popups/popup-tables.ts';
import { createPopup } from '../../../src/extensions/popups/write-popup.ts';
import { type AdminSite, adminSite, violations } from './admin-site.ts';
import { settled } from './browser.ts';

let admin: AdminSite;
let popup: number;

beforeAll(async () => {
  admin = await adminSite();
});
afterAll(async () => {
  await admin?.close();
});

const patience = { timeout: 30_000 };
const administrator = () => admin.site.as('administrator');

describe('popups', () => {
  it('say that there are none, then show their numbers and a chart', async () => {
    const page = await admin.open('editor', 'popups');
    await page.getByRole('heading', { name: 'No popups yet' }).waitFor();
    const { store } = admin.site.platen;
    const { siteFrom } = await import('../../../src/rules/site.ts');
    const here = siteFrom(() => null, { url: admin.origin, fallbackUrl: '', permalinks: null, now: Date.now });
    popup = await createPopup(store, here, { name: 'Spring offer' }, Date.now());
    for (let day = 1; day < 28; day += 1)
      for (const [event, count] of [
        ['open', 40 + ((day * 37) % 60)],
        ['conversion', 5 + ((day * 13) % 12)],
      ] as const)
        await store.table(daily).insert({
          popup,
          event,
          day: new Date(Date.now() - day * 86_400_000).toISOString().slice(0, 10),
          count,
        });
    for (const event of ['open', 'open', 'conversion'])
      await fetch(`${admin.origin}/wp-json/popups/v1/analytics?event=${event}&pid=${popup}`);
    await page.reload();
    await page.getByRole('row', { name: /Spring offer 2 1 50 %/ }).waitFor();
    await page.getByLabel('Show “Spring offer” to visitors').uncheck();
    await expect
      .poll(async () => (await administrator().get(`/platen/v1/popups/${popup}`)).body.is_enabled)
      .toBe(false);
    await page.getByRole('link', { name: 'Spring offer' }).click();
    await page.getByRole('img', { name: /opens and \d+ conversions in this time/ }).waitFor();
    await page.getByText('A year').click();
    await page.getByRole('button', { name: 'Show as a table' }).click();
    await expect
      .poll(() => page.getByRole('table', { name: 'Opens and conversions by day' }).getByRole('row').count(), {
        timeout: 20_000,
      })
      .toBe(366);
    await page.getByRole('button', { name: 'Reset counts' }).click();
    await page.getByText('The counts begin at zero again').waitFor();
    await page.getByText(/: 2 opens, 1 conversions/).waitFor();
    await page.context().close();
  });

  it('are made and edited, and a second editor sees both versions', async () => {
    const page = await admin.open('editor', 'popups');
    await page.getByRole('button', { name: 'New popup' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Autumn');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Autumn', level: 1 }).waitFor();
    const id = Number(page.url().split('/').at(-1));
    await page.getByRole('textbox', { name: 'Heading' }).fill('Leaves are falling');
    await page.getByRole('textbox', { name: 'Open after seconds' }).fill('4');
    await page.getByRole('textbox', { name: 'Only on pages that begin with' }).fill('/shop/');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The popup is saved').waitFor();
    expect((await administrator().get(`/platen/v1/popups/${id}`)).body).toMatchObject({
      title: 'Leaves are falling',
      settings: { triggers: [{ type: 'delay', seconds: 4 }], conditions: [[{ path: '/shop/' }]] },
    });
    await page.getByRole('textbox', { name: 'Heading' }).fill('Mine');
    await administrator().post(`/platen/v1/popups/${id}`, { title: 'Of the other' });
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else saved meanwhile' });
    await dialog.getByText('Of the other').waitFor();
    await dialog.getByRole('button', { name: 'Take theirs' }).click();
    expect(await page.getByRole('textbox', { name: 'Heading' }).inputValue()).toBe('Of the other');
    await page.context().close();
  });
});

describe('import and export', () => {
  it('write the site, look into the file, and bring it in again', async () => {
    await administrator().post('/wp/v2/posts', { title: 'Travels well', status: 'publish' });
    const page = await admin.open('administrator', 'exchange');
    await page.getByText('Nothing was imported or exported yet.').waitFor();
    await page.getByRole('button', { name: 'Export posts, pages and comments' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    const file = await download.path();
    const input = page.getByRole('region', { name: 'Import' }).locator('input[type="file"]');
    await input.setInputFiles({ name: 'old.xml', mimeType: 'text/xml', buffer: await read(file) });
    await page.getByRole('button', { name: 'Try it first' }).click();
    await page
      .getByRole('table', { name: 'Report: Import: old.xml' })
      .getByRole('row', { name: /Items: post 1/ })
      .waitFor();
    await page.getByRole('button', { name: 'Import now' }).click();
    await expect
      .poll(async () =>
        (await administrator().get('/platen/v1/exchange')).body.map((job: { state: string }) => job.state),
      )
      .toEqual(['done', 'done', 'done']);
    await page.getByRole('button', { name: 'Report', exact: true }).click();
    await page
      .getByRole('row', { name: /Items: post 1 0 1/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: /^Remove: Export/ }).click();
    await expect.poll(async () => (await administrator().get('/platen/v1/exchange')).body.length).toBe(2);
    await page.context().close();
  });

  it('tell what is wrong with a file', async () => {
    const page = await admin.open('administrator', 'exchange');
    const input = page.getByRole('region', { name: 'Import' }).locator('input[type="file"]');
    await input.setInputFiles({ name: 'x.xml', mimeType: 'text/xml', buffer: Buffer.from('not an export') });
    await page.getByRole('button', { name: 'Import now' }).click();
    await page.getByText('Send the export file as the body').waitFor();
    await page.context().close();
  });

  it('look into an archive before it replaces the site', async () => {
    const begun = await administrator().post('/platen/v1/exchange/exports', { format: 'archive' });
    const job = `/platen/v1/exchange/${begun.body.id}`;
    await expect.poll(async () => (await administrator().get(job)).body.state, patience).toBe('done');
    const authorization = `Basic ${Buffer.from('admin:pw-administrator').toString('base64')}`;
    const file = await fetch(`${admin.origin}/wp-json${job}/file`, { headers: { authorization } });
    await administrator().post('/wp/v2/posts', { title: 'Later', status: 'publish' });
    const page = await admin.open('administrator', 'exchange');
    const restore = page.getByRole('region', { name: 'Restore an archive' });
    await restore.locator('input[type="file"]').setInputFiles({
      name: 'site.tar.gz',
      mimeType: 'application/gzip',
      buffer: Buffer.from(await file.arrayBuffer()),
    });
    await restore.getByRole('button', { name: 'Look into it first' }).click();
    await page
      .getByRole('table', { name: 'Report: Restore: site.tar.gz' })
      .getByRole('row', { name: /Rows: posts/ })
      .waitFor();
    await restore.getByRole('button', { name: 'Replace the site' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace the site' }).click();
    await expect.poll(async () => (await administrator().get('/wp/v2/posts?search=Later')).body, patience).toEqual([]);
    await page.context().close();
  });

  it('are not offered to editors', async () => {
    const page = await admin.open('editor', '');
    const links = await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link').allInnerTexts();
    expect(links).not.toContain('Import, export');
    await page.context().close();
  });
});

describe('redirects', () => {
  it('are made, refused when they lead in a circle, removed with undo, and imported', async () => {
    const page = await admin.open('administrator', 'redirects');
    await page.getByRole('heading', { name: 'No redirects yet' }).waitFor();
    await page.getByRole('button', { name: 'New redirect' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('From path').fill('/old');
    await dialog.getByRole('textbox', { name: 'To', exact: true }).fill('/old/');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This would lead round in a circle.').waitFor();
    await dialog.getByRole('textbox', { name: 'To', exact: true }).fill('/new/');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /\/old \/new\// }).waitFor();
    expect((await fetch(`${admin.origin}/old`, { redirect: 'manual' })).headers.get('location')).toBe(
      `${admin.origin}/new/`,
    );
    await page.getByRole('button', { name: 'Remove: /old' }).click();
    await page.getByRole('heading', { name: 'No redirects yet' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: '/old', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Import CSV' }).click();
    await dialog.getByLabel('Lines of the file').fill('/one,/new/\nwrong,/new/');
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByText(/Line 2:/).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '/one', exact: true }).waitFor();
    await page.context().close();
  });
});

describe('settings', () => {
  it('choose the front page, refuse odd permalinks, and moderate comments', async () => {
    const { body: front } = await administrator().post('/wp/v2/pages', { title: 'Welcome', status: 'publish' });
    const page = await admin.open('administrator', 'settings');
    await page.getByRole('combobox', { name: 'Page that is the front page' }).click();
    await page.getByRole('option', { name: 'Welcome' }).click();
    await page.getByLabel('Addresses of posts').fill('/fixed/');
    await page.getByLabel('Every comment waits for approval').check();
    const save = page.getByRole('button', { name: 'Save front page, feeds and comments' });
    await save.click();
    await page.getByText('Name each post, with %postname% or %post_id%.').waitFor();
    await page.getByLabel('Addresses of posts').fill('/%postname%/');
    await save.click();
    await expect
      .poll(async () => (await administrator().get('/platen/v1/settings')).body)
      .toMatchObject({ front_page: front.id, permalinks: '/%postname%/', comment_moderation: true });
    await page.context().close();
  });
});

describe('everyone', () => {
  it.each([
    ['popups', 'Popups'],
    ['popups/POPUP', 'Spring offer'],
    ['exchange', 'Import and export'],
    ['redirects', 'Redirects'],
    ['settings', 'Settings'],
  ])('can use %s: axe finds nothing, on a desk and in the dark on a phone', async (path, heading) => {
    for (const options of [
      { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
      { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
    ] as const) {
      const page = await admin.open('administrator', path.replace('POPUP', String(popup)), options);
      await page.getByRole('heading', { name: heading }).first().waitFor();
      await settled(page);
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      const shots = process.env['PLATEN_TEST_SHOTS'];
      const name = `${path.replace('/', '-')}-${options.viewport.width}.png`;
      if (shots) await page.screenshot({ path: `${shots}/${name}`, fullPage: true });
      await page.context().close();
    }
  });

  it('no page did what it may not', () => {
    expect(admin.faults).toEqual([]);
  });
});

async function read(path: string): Promise<Buffer> {
  const { readFile } = await import('node:fs/promises');
  return readFile(path);
}
