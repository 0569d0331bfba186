import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminSite, adminSite, violations } from './admin-site.ts';
import { settled } from './browser.ts';

let admin: AdminSite;

beforeAll(async () => {
  admin = await adminSite();
});
afterAll(async () => {
  await admin?.close();
});

const asAdministrator = () => admin.site.as('administrator');
const picture = (width = 40) =>
  sharp({ create: { width, height: 30, channels: 3, background: '#3a6' } })
    .png()
    .toBuffer();

describe('media', () => {
  it('takes fifty files of which one is refused', async () => {
    const bytes = await picture();
    const files = Array.from({ length: 50 }, (_, number) => ({
      name: number === 17 ? 'script.php' : `field-${number}.png`,
      mimeType: number === 17 ? 'text/x-php' : 'image/png',
      buffer: number === 17 ? Buffer.from('<?php echo 1;') : bytes,
    }));
    const page = await admin.open('author', 'media');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Add files' }).click(),
    ]);
    await chooser.setFiles(files);
    await page.getByText('49 of 50 files uploaded').waitFor({ timeout: 300_000 });
    await expect.poll(() => page.getByRole('alert').count()).toBe(1);
    const { headers } = await asAdministrator().get('/wp/v2/media?per_page=1');
    expect(headers['x-wp-total']).toBe('49');
    await page.context().close();
  });

  it('lets an upload be cancelled, and takes a picture of the clipboard', async () => {
    const page = await admin.open('author', 'media');
    await settled(page);
    // The file is held back, so that there is time to change one's mind.
    const release = Promise.withResolvers<void>();
    await page.route('**/wp-json/wp/v2/media', async (route) => {
      if (route.request().method() === 'POST' && route.request().headers()['content-disposition']?.includes('slow'))
        await release.promise;
      await route.continue().catch(() => {});
    });
    await page.evaluate(
      `((bytes) => {
        const transfer = new DataTransfer();
        for (const name of ['slow.png', 'quick.png'])
          transfer.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }));
        window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer }));
      })(${JSON.stringify([...(await picture(41))])})`,
    );
    await page.getByRole('button', { name: 'Cancel the upload of slow.png' }).click();
    await page.getByText('Cancelled').waitFor();
    await page.getByText('1 of 2 files uploaded').waitFor();
    const { body } = await asAdministrator().get('/wp/v2/media?search=slow');
    expect(body).toEqual([]);
    release.resolve();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

  it('is a list too, and says where a file is used', async () => {
    const { body: files } = await asAdministrator().get('/wp/v2/media?search=field-33');
    const [file] = files;
    const { body: post } = await admin.site
      .as('author')
      .post('/wp/v2/posts', { title: 'A green post', content: `<img src="${file.source_url}">`, status: 'publish' });
    const page = await admin.open('author', 'media');
    await page.getByText('List', { exact: true }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill(file.title.rendered);
    await page.getByRole('table', { name: 'Media' }).getByRole('button', { name: file.title.rendered }).click();
    const uses = page.getByRole('region', { name: 'Where it is used' });
    await uses.getByRole('link', { name: 'A green post' }).waitFor();
    await uses.getByText('in the text').waitFor();
    expect(await violations(page)).toEqual([]);
    await uses.getByRole('link', { name: 'A green post' }).click();
    await page.waitForURL(new RegExp(`/admin/posts/${post.id}$`));
    await page.context().close();
  });
});

describe('categories', () => {
  it('are a tree that opens, and a new one is put below another', async () => {
    const made = async (name: string, parent = 0) =>
      (await asAdministrator().post('/wp/v2/categories', { name, parent })).body.id as number;
    const waters = await made('Waters');
    await made('Lakes', await made('Still waters', waters));
    const page = await admin.open('editor', 'categories');
    await page.getByRole('button', { name: 'Waters', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Lakes', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show what is below Waters' }).click();
    await page.getByRole('button', { name: 'Show what is below Still waters' }).click();
    await page.getByRole('button', { name: 'Lakes', exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Actions for Waters' }).click();
    await page.getByRole('menuitem', { name: 'Add one below it' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Rivers');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Rivers', exact: true }).waitFor();
    const { body } = await asAdministrator().get('/wp/v2/categories?search=Rivers');
    expect(body[0].parent).toBe(waters);
    await page.context().close();
  });

  it('are merged, with their posts', async () => {
    const { body: from } = await asAdministrator().post('/wp/v2/categories', { name: 'Brooks' });
    const { body: into } = await asAdministrator().post('/wp/v2/categories', { name: 'Streams' });
    const { body: post } = await asAdministrator().post('/wp/v2/posts', { title: 'B', categories: [from.id] });
    const page = await admin.open('editor', 'categories');
    await page.getByRole('button', { name: 'Actions for Brooks' }).click();
    await page.getByRole('menuitem', { name: 'Merge into another' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge “Brooks” into another' });
    await dialog.getByRole('combobox', { name: 'The one that stays' }).fill('Streams');
    await page.getByRole('option', { name: 'Streams' }).click();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByText('Merged into “Streams”').waitFor();
    expect((await asAdministrator().get(`/wp/v2/posts/${post.id}`)).body.categories).toEqual([into.id]);
    await expect.poll(() => page.getByRole('button', { name: 'Brooks', exact: true }).count()).toBe(0);
    await page.context().close();
  });
});

it('nothing of this causes an error, a refusal by the content policy or a request to another host', () => {
  expect(admin.faults).toEqual([]);
});
