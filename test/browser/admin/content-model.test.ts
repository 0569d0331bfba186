import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlatenOptions } from '../../../src/index.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { type AdminSite, adminSite, violations } from './admin-site.ts';
import { settled } from './browser.ts';

/** What is built below with clicks and keys, as a configuration file says it. */
const shop: PlatenOptions = {
  postTypes: [
    {
      name: 'product',
      restBase: 'products',
      labels: { name: 'Products', singular_name: 'Product' },
      description: 'What the shop sells.',
      icon: 'shopping-bag',
      supports: ['title', 'editor', 'thumbnail'],
      hasArchive: true,
      fields: {
        price: { kind: 'number', label: 'Price', help: 'In euros.', required: true, minimum: 0, column: true },
        picture: { kind: 'image', label: 'Picture', group: 'Looks' },
        variants: {
          kind: 'repeater',
          label: 'Variants',
          fields: {
            name: { kind: 'text', label: 'Name' },
            price: { kind: 'number', label: 'Price', showWhen: [[{ field: 'name', operator: 'not_empty' }]] },
          },
          maxItems: 20,
        },
        related_products: { kind: 'posts', label: 'Related products', to: ['product'] },
      },
    },
  ],
  taxonomies: [
    {
      name: 'brand',
      restBase: 'brands',
      labels: { name: 'Brands', singular_name: 'Brand' },
      hierarchical: true,
      postTypes: ['product'],
    },
  ],
};

let admin: AdminSite;
let declared: TestPlaten;
beforeAll(async () => {
  admin = await adminSite();
  declared = await testPlaten({ siteUrl: admin.origin, ...shop });
});
afterAll(async () => {
  await admin?.close();
  await declared?.close();
});

const boss = () => admin.site.as('administrator');
const model = async () => (await boss().get('/platen/v1/content-model')).body;
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const text = (page: Page | Locator, name: string) => page.getByRole('textbox', { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' });

/** The row of a field; of one inside another field that of the inner one. */
const row = (page: Page | Locator, label: string) =>
  page
    .getByRole('listitem')
    .filter({ has: button(page as Page, `Drag ${label}`) })
    .last();

/** Adds a field and types its label, where the focus is by then. */
async function addField(page: Page, inside: Page | Locator, kind: RegExp, label: string): Promise<void> {
  await button(inside, 'Add a field').last().click();
  await page.getByRole('dialog', { name: 'What is to be filled in?' }).getByRole('button', { name: kind }).click();
  await page.getByRole('textbox', { name: 'Label' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type(label);
}

async function choose(page: Page, inside: Page | Locator, name: string, option: string): Promise<void> {
  await inside.getByRole('combobox', { name }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function save(page: Page): Promise<void> {
  await button(page, 'Save').click();
  await page.getByText('The content model is saved').first().waitFor();
  await page.locator('.mantine-Notification-root button[aria-label="Close"]').first().click();
}

const shots = process.env['PLATEN_TEST_SHOTS'];

type Look = readonly [width: number, scheme: 'light' | 'dark'];
const everyLook: readonly Look[] = [
  [390, 'dark'],
  [390, 'light'],
  [1440, 'light'],
  [1440, 'dark'],
];

/** What axe finds, and what sticks out of the window; the window is a wide and light one afterwards. */
async function faults(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const [width, colorScheme] of everyLook) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await settled(page);
    const at = `${name} ${width} ${colorScheme}`;
    found.push(...(await violations(page)).map((line) => `${at}: ${line}`));
    const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    if (over > 0) found.push(`${at}: ${over} pixels stick out`);
    if (shots) await page.screenshot({ path: `${shots}/${at.replace(/\W+/g, '-')}.png`, fullPage: true });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

describe('a shop', () => {
  let page: Page;
  beforeAll(async () => {
    page = await admin.open('administrator', '');
  });
  afterAll(() => page.context().close());

  it('begins with an overview of what every site has', async () => {
    await navigation(page).getByRole('link', { name: 'Content model' }).click();
    await page.getByRole('heading', { name: 'Content model', level: 1 }).waitFor();
    const posts = page.getByRole('table', { name: 'Types' }).getByRole('row', { name: /Posts/ });
    await posts.getByText('Built in').waitFor();
    expect(await posts.getByRole('link', { name: 'Posts', exact: true }).count()).toBe(0);
    expect(await faults(page, 'overview')).toEqual([]);
  });

  it('gets a type, whose form is seen while it is made', async () => {
    await page.getByRole('link', { name: 'New type' }).click();
    await text(page, 'Name (plural)').fill('Products');
    await text(page, 'Name of one').fill('Product');
    expect(await text(page, 'Name for programs').getAttribute('placeholder')).toBe('product');
    await page.getByRole('combobox', { name: 'Icon' }).fill('shopping');
    await page.getByRole('option', { name: 'shopping-bag' }).click();
    await text(page, 'Description').fill('What the shop sells.');
    await page.getByRole('checkbox', { name: 'Picture' }).check();
    await choose(page, page, 'List of all entries', 'At the address of the type');
    expect(await faults(page, 'new type')).toEqual([]);
    for (const name of ['Rights', 'Advanced']) {
      await tab(page, name).click();
      expect(await faults(page, name)).toEqual([]);
    }
    await tab(page, 'Fields').click();
    await button(page, 'Add a field').click();
    expect(await faults(page, 'kinds')).toEqual([]);
    await page.keyboard.press('Escape');
    await button(page, 'Add a field').and(page.locator(':focus')).waitFor();
    await addField(page, page, /^Number/, 'Price');
    const price = row(page, 'Price');
    await text(price, 'Help').fill('In euros.');
    await price.getByRole('switch', { name: 'Required' }).check();
    await text(price, 'Smallest').fill('0');
    await button(price, 'Form, conditions and rights').click();
    await price.getByRole('switch', { name: 'Column' }).check();
    const preview = page.getByRole('region', { name: 'Preview', exact: true });
    await preview.getByRole('textbox', { name: 'Price' }).waitFor();
    await preview.getByText('In euros.').waitFor();
    expect(await faults(page, 'field')).toEqual([]);
    await button(price, 'Form, conditions and rights').click();
    await price.getByRole('button', { expanded: true }).first().click();
    await save(page);
    await page.waitForURL(/\/content-model\/types\/product$/);
    // The menu has it at once.
    await navigation(page).getByRole('link', { name: 'Products' }).waitFor();
  });

  it('gets rows with fields of their own, relations and an order', async () => {
    await tab(page, 'Fields').click();
    await addField(page, page, /^Entries/, 'Related products');
    await row(page, 'Related products').getByRole('checkbox', { name: 'Products' }).check();
    await addField(page, page, /^Rows/, 'Variants');
    const variants = row(page, 'Variants');
    await addField(page, variants, /^Text/, 'Name');
    await addField(page, variants, /^Number/, 'Price');
    const inner = variants.getByRole('listitem').filter({ has: button(page, 'Drag Price') });
    await button(inner, 'Form, conditions and rights').click();
    await inner.getByRole('group', { name: 'Show only when' }).getByRole('button', { name: 'Add a row' }).click();
    await inner.getByRole('group', { name: 'All of these' }).getByRole('button', { name: 'Add a row' }).click();
    await choose(page, inner, 'Field', 'Name');
    await choose(page, inner, 'Comparison', 'is not empty');
    await text(variants, 'Most').fill('20');
    await addField(page, page, /^Picture/, 'Picture');
    const picture = row(page, 'Picture');
    await button(picture, 'Form, conditions and rights').click();
    await picture.getByRole('combobox', { name: 'Heading' }).fill('Looks');
    await page.keyboard.press('Escape');
    await button(page, 'Drag Picture').press('ArrowUp');
    await button(page, 'Move Picture up').click();
    await button(page, 'Drag Related products').press('End');
    await page.getByText('Related products is now at place 4 of 4').waitFor({ state: 'attached' });
    expect(await faults(page, 'fields')).toEqual([]);
    await save(page);
    expect((await model()).declarations.postTypes).toEqual(shop.postTypes);
  });

  it('gets a taxonomy', async () => {
    await page.getByRole('link', { name: 'Content model' }).last().click();
    await page.getByRole('link', { name: 'New taxonomy' }).click();
    await text(page, 'Name (plural)').fill('Brands');
    await text(page, 'Name of one').fill('Brand');
    await page.getByRole('checkbox', { name: 'Products' }).check();
    await page.getByRole('switch', { name: 'As a tree' }).check();
    expect(await faults(page, 'new taxonomy')).toEqual([]);
    await save(page);
    await navigation(page).getByRole('link', { name: 'Brands' }).waitFor();
    expect((await model()).declarations).toEqual({ ...shop, fieldSets: [] });
  });

  it('answers as a site whose configuration file says the same, to the last byte', async () => {
    const ids: number[] = [];
    for (const site of [admin.site, declared]) {
      const client = site.as('administrator');
      const { body: brand } = await client.post('/wp/v2/brands', { name: 'Acme' });
      const make = (title: string, meta: object) =>
        client.post('/wp/v2/products', {
          title,
          status: 'publish',
          date: '2026-01-02T03:04:05',
          brands: [brand.id],
          meta,
        });
      const { body: first } = await make('Lamp', { price: 12.5 });
      const { status, body } = await make('Chair', {
        price: 30,
        variants: [{ name: 'Small', price: 29 }],
        related_products: [first.id],
      });
      expect(status, JSON.stringify(body)).toBe(201);
      ids.push(body.id);
    }
    expect(ids[0]).toBe(ids[1]);
    /** Times of changes are those of each site; all else is compared as it was sent. */
    const said = async (site: TestPlaten, method: string, path: string) => {
      const { status, body } = await site.as('administrator').send(method, path);
      const plain = JSON.stringify(body).replace(/"modified(_gmt)?":"[^"]*"/g, '"modified$1":""');
      return `${status} ${plain}`;
    };
    for (const [method, path] of [
      ['GET', '/wp/v2/products'],
      ['GET', '/wp/v2/products?context=edit&_embed'],
      ['GET', `/wp/v2/products/${ids[0]}?context=edit`],
      ['OPTIONS', '/wp/v2/products'],
      ['OPTIONS', `/wp/v2/products/${ids[0]}`],
      ['GET', '/wp/v2/brands'],
      ['OPTIONS', '/wp/v2/brands'],
      ['GET', '/wp/v2/types?context=edit'],
      ['GET', '/wp/v2/taxonomies?context=edit'],
      ['GET', '/wp/v2'],
    ] as const) {
      const answers = await Promise.all([admin.site, declared].map((site) => said(site, method, path)));
      expect(answers[0], `${method} ${path}`).toBe(answers[1]);
      expect(answers[0]).toMatch(/^200 .{20}/);
    }
  });

  it('has a file to take along', async () => {
    await page.getByRole('link', { name: 'Content model' }).last().click();
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export as file').click()]);
    expect(download.suggestedFilename()).toBe('platen.config.ts');
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
    const file = Buffer.concat(chunks).toString();
    expect(file).toContain("name: 'product'");
    expect(file).toContain('related_products: {');
    expect(file).toContain("name: 'brand'");
  });

  it('keeps the values of a field that gets another name', async () => {
    await page.getByRole('link', { name: 'Products', exact: true }).last().click();
    await tab(page, 'Fields').click();
    await row(page, 'Price').getByRole('button', { expanded: false }).first().click();
    await text(row(page, 'Price'), 'Name').fill('cost');
    await page.getByText('Renamed from price to cost. The values are kept.').waitFor();
    await row(page, 'Variants').getByRole('button', { expanded: false }).first().click();
    await row(page, 'Variants').getByRole('listitem').first().getByRole('button', { expanded: false }).first().click();
    await text(row(page, 'Variants').getByRole('listitem').first(), 'Name').fill('title');
    await save(page);
    const { body } = await boss().get('/wp/v2/products?orderby=id&order=asc');
    expect(body.map((one: { meta: object }) => one.meta)).toMatchObject([
      { cost: 12.5 },
      { cost: 30, variants: [{ title: 'Small', price: 29 }] },
    ]);
    expect((await model()).declarations.postTypes[0].fields.variants.fields.price.showWhen).toEqual([
      [{ field: 'title', operator: 'not_empty' }],
    ]);
  });

  it('says how many entries hold a value before a field goes, and asks', async () => {
    await button(page, 'Remove Price').first().click();
    await button(page, 'Save').click();
    const dialog = page.getByRole('dialog', { name: 'Hide stored values?' });
    await dialog.getByText('Price: 2 entries hold a value').waitFor();
    expect(await faults(page, 'loss')).toEqual([]);
    await button(dialog, 'Cancel').click();
    expect((await model()).declarations.postTypes[0].fields.cost).toBeDefined();
    await button(page, 'Save').click();
    await button(dialog, 'Save anyway').click();
    await page.getByText('The content model is saved').first().waitFor();
    expect((await model()).declarations.postTypes[0].fields.cost).toBeUndefined();
  });
});

describe('a model that is there', () => {
  let page: Page;
  beforeAll(async () => {
    const { version } = await model();
    const put = { version, declarations: { ...shop, fieldSets: [] }, accept_loss: true };
    expect((await boss().put('/platen/v1/content-model', put)).status).toBe(200);
    page = await admin.open('administrator', 'content-model/types/product');
  });
  afterAll(() => page.context().close());

  it('is told at the member what cannot be', async () => {
    await tab(page, 'Fields').click();
    await addField(page, page, /^Text/, 'Number');
    const field = row(page, 'Number');
    await text(field, 'Pattern').fill('[A-Z');
    await tab(page, 'General').click();
    await button(page, 'Save').click();
    const pattern = text(row(page, 'Number'), 'Pattern');
    await pattern.and(page.locator(':focus')).waitFor();
    expect(await pattern.getAttribute('aria-invalid')).toBe('true');
    await page.getByText('A value is not accepted. It is marked below.').waitFor();
    expect(await faults(page, 'refused')).toEqual([]);
    await text(field, 'Name').fill('variants');
    await pattern.fill('[A-Z]+');
    await button(page, 'Save').click();
    await page.getByText('Another field has this name already.').waitFor();
  });

  it('asks before changes are left, and shows both versions where two people changed it', async () => {
    await page.getByRole('link', { name: 'Content model' }).last().click();
    await button(page.getByRole('dialog', { name: 'Leave without saving?' }), 'Stay').click();
    await text(row(page, 'Number'), 'Name').fill('');
    const { version, declarations } = await model();
    const [product] = declarations.postTypes;
    const theirs = { ...declarations, postTypes: [{ ...product, description: 'Theirs' }] };
    expect((await boss().put('/platen/v1/content-model', { version, declarations: theirs })).status).toBe(200);
    await button(page, 'Save').click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else saved meanwhile' });
    await dialog.getByText('Theirs', { exact: true }).waitFor();
    await dialog.getByText('What the shop sells.', { exact: true }).waitFor();
    expect(await faults(page, 'conflict')).toEqual([]);
    await button(dialog, 'Keep mine').click();
    await save(page);
    expect((await model()).declarations.postTypes[0]).toMatchObject({
      description: 'What the shop sells.',
      fields: { number: { kind: 'text', pattern: '[A-Z]+' } },
    });
  });

  it('adds to what somebody else declared meanwhile elsewhere', async () => {
    await text(row(page, 'Number'), 'Help').fill('As on the label.');
    const { version, declarations } = await model();
    const fieldSets = [{ object: 'user', fields: { motto: { kind: 'text' } } }];
    await boss().put('/platen/v1/content-model', { version, declarations: { ...declarations, fieldSets } });
    await save(page);
    const now = (await model()).declarations;
    expect(now.fieldSets).toEqual(fieldSets);
    expect(now.postTypes[0].fields.number.help).toBe('As on the label.');
  });

  it('puts fields beside those of a built-in type', async () => {
    await page.getByRole('link', { name: 'Content model' }).last().click();
    await button(page, 'New field group').click();
    await page.getByRole('menuitem', { name: 'Pages' }).click();
    await addField(page, page, /^Long text/, 'Lead');
    expect(await faults(page, 'field group')).toEqual([]);
    await save(page);
    expect((await boss().get('/wp/v2/types/page?context=edit')).status).toBe(200);
    const { body } = await boss().post('/wp/v2/pages', { title: 'About', meta: { lead: 'We.' } });
    expect(body.meta).toMatchObject({ lead: 'We.' });
  });

  it('lets a type go, with a word on what it has', async () => {
    await boss().post('/wp/v2/products', { title: 'Stool', status: 'draft', meta: { price: 4 } });
    const items = Number((await boss().get('/wp/v2/products?status=any')).headers['x-wp-total']);
    await page.goto(`${admin.origin}/admin/content-model/types/product`);
    await button(page, 'Delete').click();
    const dialog = page.getByRole('dialog', { name: 'Delete “Products”?' });
    await dialog.getByText(items === 1 ? '1 entry' : `${items} entries`, { exact: true }).waitFor();
    expect(await faults(page, 'deletion')).toEqual([]);
    await button(dialog, 'Delete').click();
    await page.waitForURL(/\/content-model$/);
    await expect.poll(() => navigation(page).getByRole('link', { name: 'Products' }).count()).toBe(0);
    const { declarations } = await model();
    expect(declarations.postTypes).toEqual([]);
    expect(declarations.taxonomies).toMatchObject([{ name: 'brand', postTypes: [] }]);
  });
});

it('only administrators are offered it', async () => {
  const page = await admin.open('editor', 'content-model');
  await page.getByRole('alert').waitFor();
  expect(await navigation(page).getByRole('link', { name: 'Content model' }).count()).toBe(0);
  await page.context().close();
});

it('nothing of it breaks the content policy or asks another host', () => {
  expect(admin.faults).toEqual([]);
});
