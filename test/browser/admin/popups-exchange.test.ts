import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPopup } from '../../../src/extensions/popups/popup-record.ts';
import { daily } from '../../../src/extensions/popups/popup-tables.ts';
import { type AdminSite, adminSite } from './admin-site.ts';

let admin: AdminSite;
let popup: number;

beforeAll(async () => {
  admin = await adminSite();
});
afterAll(async () => {
  await admin?.close();
});

const patience = { timeout: 300_000 };
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
    await page.getByLabel('Show “Spring offer” to visitors').press('Space');
    await expect
      .poll(async () => (await administrator().get(`/platen/v1/popups/${popup}`)).body.is_enabled)
      .toBe(false);
    await page.getByRole('link', { name: 'Spring offer' }).click();
    await page.getByRole('img', { name: /opens and \d+ conversions in this time/ }).waitFor();
    await page.getByText('A year').click();
    await page.getByRole('button', { name: 'Show as a table' }).click();
    await expect
      .poll(() => page.getByRole('table', { name: 'Opens and conversions by day' }).getByRole('row').count(), {
        timeout: 300_000,
      })
      .toBe(366);
    await page.getByRole('button', { name: 'Reset counts' }).click();
    await page.getByText('The counts begin at zero again').waitFor();
    await page.getByText(/: 2 opens, 1 conversion$/).waitFor();
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
    await expect.poll(() => page.getByRole('textbox', { name: 'Heading' }).inputValue()).toBe('Of the other');
    await page.context().close();
  });
});

describe('import and export', () => {
  it.each([
    ['en', 'Old address in links', 'New address'],
    ['de', null, null],
  ] as const)('has its two addresses side by side in one line, in %s at every width', async (language, ...labels) => {
    const page = await admin.open('administrator', 'exchange');
    if (language === 'de') {
      await page.getByRole('button', { name: /^Account/ }).click();
      await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    }
    const inputs = ['https://old.example', 'https://new.example'].map((text) => page.getByPlaceholder(text));
    for (const label of labels) if (label) await page.getByLabel(label).waitFor();
    for (const width of [600, 700, 800, 1_000, 1_400]) {
      await page.setViewportSize({ width, height: 900 });
      /** How far the second is below the first where they are side by side. The page may still be moving. */
      const offset = async (): Promise<number> => {
        const boxes = await Promise.all(inputs.map((input) => input.boundingBox()));
        const [one, other] = boxes.map((box) => box ?? { x: 0, y: 0 });
        return one!.x === other!.x ? 0 : Math.round(other!.y) - Math.round(one!.y);
      };
      await expect.poll(offset, { message: `at ${width}` }).toBe(0);
    }
    await page.context().close();
  });

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
    await page.getByText('Everything in the file was here already. Nothing was added.').waitFor();
    await page.getByRole('button', { name: 'Report', exact: true }).click();
    await page
      .getByRole('row', { name: /Items: post 1 0 1/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: /^Remove: Export/ }).click();
    await expect.poll(async () => (await administrator().get('/platen/v1/exchange')).body.length).toBe(2);
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByText('Imported old.xml (wxr)').waitFor();
    await page.getByText(/^Exported the site \(export-/).waitFor();
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
    // While it is replaced, the site is empty for a moment.
    const isReplaced = async () => {
      const { body } = await administrator().get('/platen/v1/exchange');
      const restores = Array.isArray(body) ? body.filter(({ kind }: { kind: string }) => kind === 'restore') : [];
      return restores.map((one: { is_dry_run: boolean; state: string }) => `${one.is_dry_run} ${one.state}`).toSorted();
    };
    await expect.poll(isReplaced, patience).toEqual(['false done', 'true done']);
    expect((await administrator().get('/wp/v2/posts?search=Later')).body).toEqual([]);
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
    const save = page.getByRole('button', { name: 'Save front page, feeds, comments and sizes' });
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

it('no page did what it may not', () => {
  expect(admin.faults).toEqual([]);
});

async function read(path: string): Promise<Buffer> {
  const { readFile } = await import('node:fs/promises');
  return readFile(path);
}
