import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { type AdminSite, adminSite, violations } from './admin-site.ts';
import { curiousSite, type SmallServer, smallFrontEnd } from './preview-front-end.ts';

let admin: AdminSite;
let front: SmallServer;
let curious: SmallServer;

beforeAll(async () => {
  const port = await freePort();
  front = await smallFrontEnd(`http://127.0.0.1:${port}`);
  curious = await curiousSite();
  admin = await adminSite({
    port,
    homeUrl: front.origin,
    previewUrl: `${front.origin}/{id}?preview={token}`,
    pages: false,
    cacheMegabytes: 8,
    fieldSets: [{ object: 'post', subtype: 'post', fields: { price: { kind: 'number', label: 'Price' } } }],
  });
});
afterAll(async () => {
  await admin?.close();
  await front?.close();
  await curious?.close();
});

const post = async (fields: object = {}): Promise<number> => {
  const made = { title: 'Stored title', content: 'Stored words.', status: 'publish', ...fields };
  return (await admin.site.as('administrator').post('/wp/v2/posts', made)).body.id;
};
const stored = async (id: number) => (await admin.site.as('administrator').get(`/wp/v2/posts/${id}?context=edit`)).body;
const publicPage = async (id: number) => (await fetch(`${front.origin}/${id}`)).text();
/** After a while the editor lays aside what somebody types, for the writer alone; the links count that version. */
const publicItem = async (id: number) => {
  const answer = await fetch(`${admin.origin}/wp-json/wp/v2/posts/${id}`);
  // Every item of the interface is an object.
  const { _links, ...item } = (await answer.json()) as Record<string, unknown>;
  return item;
};
const frameOf = (page: Page) => page.frameLocator('iframe[title="How readers will see it"]');
const beside = (page: Page) => page.getByRole('complementary', { name: 'Preview' });
const openPreview = (page: Page) => page.getByRole('button', { name: 'Preview', exact: true }).click();
const openBeside = async (page: Page) => {
  await openPreview(page);
  await page.getByRole('button', { name: 'Show beside the text' }).click();
  await beside(page).getByText('Up to date').waitFor();
};
const title = (page: Page) => page.getByRole('textbox', { name: 'Title' });
/** Waits until the page in the frame or tab has heard of the editor. */
const marked = '[data-platen-field=title][tabindex="0"]';
const linkOf = (page: Page) => page.locator('iframe').getAttribute('src');

describe('a page of a front end', () => {
  it('shows what is typed, and nothing is saved or stays anywhere', async () => {
    const id = await post();
    const [page0, item0] = [await publicPage(id), await publicItem(id)];
    const page = await admin.open('administrator', `posts/${id}`);
    await openBeside(page);
    const frame = frameOf(page);
    await frame.locator(marked).waitFor();
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-forms');
    await title(page).press('End');
    const started = performance.now();
    await title(page).pressSequentially(' typed');
    const typed = performance.now();
    await frame.getByRole('heading', { name: 'Stored title typed' }).waitFor();
    console.log(
      `seen ${Math.round(performance.now() - typed)} ms after the last key, typed in ${Math.round(typed - started)} ms`,
    );
    await page.getByRole('textbox', { name: 'Text' }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Unsaved words.');
    await frame.locator('.text').getByText('Stored words. Unsaved words.').waitFor();
    await page.getByLabel('Price').fill('12.5');
    await frame.getByText('Price: 12.5').waitFor();
    const link = await linkOf(page);
    expect(await (await fetch(String(link))).text()).toContain('Unsaved words.');
    expect((await stored(id)).title.raw).toBe('Stored title');
    expect([await publicPage(id), await publicItem(id)]).toEqual([page0, item0]);
    await page.context().close();
    expect([await publicPage(id), await publicItem(id)]).toEqual([page0, item0]);
    expect((await stored(id)).title.raw).toBe('Stored title');
  });

  it('leads from its parts to their fields, and to nothing else', async () => {
    const page = await admin.open('administrator', `posts/${await post({ excerpt: 'A summary' })}`);
    await openPreview(page);
    const frame = frameOf(page);
    await frame.locator(marked).click();
    // The dialog has made room for the text.
    await beside(page).waitFor();
    await page.locator('[aria-label=Title]:focus').waitFor();
    await frame.locator(marked).waitFor();
    await frame.locator('.text').click();
    await page.locator('[role=textbox][aria-label=Text]:focus').waitFor();
    await frame.locator('[data-platen-field="meta.price"]').press('Enter');
    await page.getByLabel('Price').and(page.locator(':focus')).waitFor();
    await frame.locator('[data-platen-field="meta.secret"]').click();
    await frame.locator('.summary').click();
    await page.locator('[aria-label=Excerpt]:focus').waitFor();
    await shot(page, 'settings');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.type('Even ');
    await frame.locator('.summary').getByText('Even').waitFor();
    await page.context().close();
  });

  it('is as wide as a phone, a tablet and a desktop, also where there is less room', async () => {
    const page = await admin.open('administrator', `posts/${await post()}`, { viewport: { width: 800, height: 900 } });
    await page.keyboard.press('Alt+Shift+P');
    await frameOf(page).locator(marked).waitFor();
    const link = await linkOf(page);
    const shown = page.frames().find((one) => one.url() === link);
    const facts = 'JSON.stringify([innerWidth, document.querySelector("h1").innerText])';
    for (const [device, width] of [
      ['Phone', 390],
      ['Tablet', 820],
      ['Desktop', 1280],
    ] as const) {
      await page.getByRole('radiogroup', { name: 'Width of the preview' }).getByText(device, { exact: true }).click();
      await expect.poll(() => shown?.evaluate(facts)).toBe(JSON.stringify([width, 'Stored title']));
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
    await page.context().close();
  });

  it('is told in a tab of its own too', async () => {
    const page = await admin.open('administrator', `posts/${await post()}`);
    await openPreview(page);
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Open in a tab' }).click();
    const tab = await opened;
    await tab.locator(marked).waitFor();
    await page.keyboard.press('Escape');
    await title(page).fill('Seen in the tab');
    await tab.getByRole('heading', { name: 'Seen in the tab' }).waitFor();
    await tab.locator(marked).click();
    await page.locator('[aria-label=Title]:focus').waitFor();
    await tab.reload();
    expect(await tab.locator(marked).count()).toBe(0);
    await title(page).fill('Seen after it was loaded again');
    await tab.locator(marked).getByText('Seen after it was loaded again').waitFor();
    await page.context().close();
  });

  it('ends when it is no longer shared', async () => {
    const page = await admin.open('administrator', `posts/${await post()}`);
    await openPreview(page);
    const dialog = page.getByRole('dialog', { name: 'Preview' });
    await frameOf(page).locator(marked).waitFor();
    await dialog.getByText(/The link works until/).waitFor();
    const link = String(await linkOf(page));
    expect((await fetch(link)).status).toBe(200);
    await dialog.getByRole('button', { name: 'Stop sharing' }).click();
    await dialog.getByRole('heading', { name: 'This preview has ended' }).waitFor();
    await shot(page, 'ended');
    expect(await violations(page)).toEqual([]);
    const ended = await fetch(link);
    expect([ended.status, await ended.text()]).toEqual([404, 'It has ended.']);
    await dialog.getByRole('button', { name: 'Make another one' }).click();
    await frameOf(page).locator(marked).waitFor();
    expect(await linkOf(page)).not.toBe(link);
    await page.context().close();
  });

  it('says when it does not follow, and typing goes on', async () => {
    const page = await admin.open('administrator', `posts/${await post()}`);
    await openBeside(page);
    await frameOf(page).locator(marked).waitFor();
    await page.route('**/platen/v1/previews/*', (route) => route.abort());
    await title(page).fill('Not sent');
    await beside(page).getByText('Not up to date').waitFor();
    await page.getByText('The preview does not show your last changes').waitFor();
    await shot(page, 'failed');
    expect(await violations(page)).toEqual([]);
    await page.unroute('**/platen/v1/previews/*');
    await beside(page).getByRole('button', { name: 'Try again' }).click();
    await frameOf(page).getByRole('heading', { name: 'Not sent' }).waitFor();
    await title(page).fill('Sent later');
    await frameOf(page).getByRole('heading', { name: 'Sent later' }).waitFor();
    expect(await title(page).inputValue()).toBe('Sent later');
    await page.context().close();
  });
});

describe('others', () => {
  const heard = (page: Page) => page.evaluate('window.heard.filter((one) => one.platen)');

  it('are sent nothing, and are not listened to', async () => {
    const page = await admin.open('administrator', `posts/${await post()}`);
    await openBeside(page);
    await frameOf(page).locator(marked).waitFor();
    const opened = page.context().waitForEvent('page');
    await beside(page).getByRole('link', { name: 'Open in a tab' }).click();
    const tab = await opened;
    await tab.locator(marked).waitFor();
    // Another window of the origin of the front end, which the editor did not open.
    const opens = tab.waitForEvent('popup');
    await tab.evaluate('void window.open("/preview.js")');
    const stranger = await opens;
    await stranger.waitForLoadState();
    await page.getByRole('textbox', { name: 'Text' }).click();
    const focus = JSON.stringify({ platen: 'focus', field: 'title' });
    await stranger.evaluate(`opener.opener.postMessage(${focus}, '*')`);
    // The tab goes to another site, which cannot reach the editor, as to lead it elsewhere.
    await tab.goto(curious.origin);
    expect(await tab.evaluate('window.opener')).toBeNull();
    // One that the editor page itself has opened can.
    const opensOther = page.context().waitForEvent('page');
    await page.evaluate(`void window.open(${JSON.stringify(curious.origin)})`);
    const other = await opensOther;
    await other.waitForLoadState();
    await other.evaluate(`opener.postMessage(${focus}, '*'); opener.postMessage({ platen: 'ready' }, '*');`);
    await page.keyboard.type('Typed after it. ');
    await frameOf(page).locator('.text').getByText('Typed after it.').waitFor();
    expect([await heard(tab), await heard(other)]).toEqual([[], []]);
    expect(await page.locator('[aria-label=Title]:focus').count()).toBe(0);
    await page.context().close();
  });

  it('cannot tell a page of the front end anything, nor show it in a frame', async () => {
    const id = await post();
    const made = await admin.site.as('administrator').post('/platen/v1/previews', { post: id });
    const { link, token } = made.body;
    const page = await admin.browser.newPage();
    await page.goto(curious.origin);
    const opens = page.waitForEvent('popup');
    await page.evaluate(`void (window.shown = window.open(${JSON.stringify(link)}))`);
    const shown = await opens;
    await shown.getByRole('heading', { name: 'Stored title' }).waitFor();
    await shown.waitForLoadState();
    const change = { platen: 'changed', post: id, type: 'post', token, item: { title: { rendered: 'Forged' } } };
    // An answer from the same window shows that the message before it has arrived.
    await shown.evaluate(
      `addEventListener('message', ({ data }) => { if (data === 'last') document.title = 'Heard'; })`,
    );
    await page.evaluate(`shown.postMessage(${JSON.stringify(change)}, '*'); shown.postMessage('last', '*');`);
    await expect.poll(() => shown.title()).toBe('Heard');
    expect(await shown.locator('h1').innerText()).toBe('Stored title');
    expect(await shown.locator(marked).count()).toBe(0);
    expect(await heard(page)).toEqual([]);
    const refused = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()));
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement('iframe'), { src: ${JSON.stringify(link)} }))`,
    );
    await refused;
    await page.context().close();
  });
});

describe('the preview looks right', () => {
  const looks = [390, 1440].flatMap((width) => (['light', 'dark'] as const).map((scheme) => [width, scheme] as const));

  it.each(looks)('%i wide, %s', async (width, colorScheme) => {
    const id = await post({ title: 'A walk along the river', content: '<p>Words of the text.</p>'.repeat(12) });
    const viewport = { width, height: 900 };
    const page = await admin.open('administrator', `posts/${id}`, { viewport, colorScheme });
    await page.keyboard.press('Alt+Shift+P');
    await frameOf(page).locator(marked).waitFor();
    await shot(page, `dialog-${width}-${colorScheme}`);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    const toBeside = page.getByRole('button', { name: 'Show beside the text' });
    if (width < 1088) {
      expect(await toBeside.count()).toBe(0);
    } else {
      await toBeside.click();
      await frameOf(page).locator(marked).waitFor();
      await shot(page, `beside-${width}-${colorScheme}`);
      expect(await violations(page)).toEqual([]);
    }
    await page.context().close();
  });
});

it('no page did what it may not', () => {
  expect(admin.faults.filter((fault) => !fault.startsWith(front.origin))).toEqual([]);
});

/** Kept where somebody wants to look at them. */
async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['PLATEN_TEST_SHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/preview-${name}.png` });
}
