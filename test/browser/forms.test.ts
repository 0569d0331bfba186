import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretKey } from '../../src/auth/secrets.ts';
import { openChallenge } from '../../src/extensions/forms/challenge/challenge.ts';
import { messagesTable } from '../../src/extensions/forms/inbox/message-table.ts';
import { createPopup } from '../../src/extensions/popups/popup-record.ts';
import { type FormSite, formSite, type MailServer, mailServer } from '../api/forms/form-client.ts';
import { freePort } from '../support/free-port.ts';
import { launchBrowser } from './admin/browser.ts';

let browser: Browser;
let mail: MailServer;
let site: FormSite;
let elsewhere: { origin: string; server: Server };
let port: number;

beforeAll(async () => {
  browser = await launchBrowser();
  mail = await mailServer();
  port = await freePort();
  site = await formSite({ smtpUrl: mail.url, leads: true, port, siteUrl: `http://127.0.0.1:${port}` });
  elsewhere = await hostPages();
});
afterAll(async () => {
  await browser?.close();
  elsewhere?.server.close();
  await site?.close();
  await mail?.close();
});

/** Another site: whatever path is asked for is the HTML of a page, under a strict content policy. */
async function hostPages(): Promise<{ origin: string; server: Server }> {
  const server = createServer((request, response) => {
    const html = Buffer.from(decodeURIComponent((request.url ?? '/').slice(1)), 'base64url').toString();
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src http://127.0.0.1:${port}; connect-src http://127.0.0.1:${port}; style-src http://127.0.0.1:${port}; img-src http://127.0.0.1:${port}`,
    );
    response.end(`<!doctype html><title>Elsewhere</title>${html}`);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, server };
}

const script = () => `<script src="http://127.0.0.1:${port}/embed/forms.js" defer></script>`;
const place = (id: number) => `<div data-cform-embed="${id}"></div>`;

async function open(html: string, options: { javaScriptEnabled?: boolean } = {}): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(`${elsewhere.origin}/${Buffer.from(html).toString('base64url')}`);
  return page;
}

const template = `<label>Name [text* your-name id:who]</label>
<label>Mail [email* your-email]</label>
[checkbox c exclusive "a" "b"]
[textarea t maxlength:10] [count t down]
[file f filetypes:txt]
[submit "Send it"]`;
const owner = {
  subject: 'From [your-name]',
  sender: 'desk@example.org',
  recipient: 'box@example.org',
  body: '[your-name] [c]',
  attachments: '[f]',
};
const allow = (origins: string) => site.platen.store.options.set('platen_form_origins', origins);

describe('a form on a page of another site', () => {
  beforeAll(() => allow(elsewhere.origin));

  it('shows what is wrong at the fields, then sends with a file and says so', async () => {
    const id = await site.form(template, { mail: owner });
    const page = await open(place(id) + script());
    const events: string[] = [];
    await page.exposeFunction('noteEvent', (name: string) => events.push(name));
    await page.evaluate(`for (const name of ['cformbeforesubmit', 'cforminvalid', 'cformmailsent', 'cformsubmit', 'cformreset'])
      document.addEventListener(name, () => window.noteEvent(name));`);
    await page.fill('[name="your-email"]', 'nonsense');
    await page.click('text=Send it');
    await page.waitForSelector('form[data-status="invalid"]');
    const tips = await page.locator('.cform-not-valid-tip').allTextContents();
    expect(tips).toEqual(['Please fill in this field.', 'Please enter a valid e-mail address.']);
    const name = page.locator('[name="your-name"]');
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    const described = await name.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described}"] a`).getAttribute('href')).toBe('#who');
    expect(await page.locator('[name="your-name"]:focus').count()).toBe(1);
    expect(await page.locator('.screen-reader-response [role="status"]').textContent()).toContain('Please correct');

    await page.fill('[name="your-name"]', 'Ann');
    await page.fill('[name="your-email"]', 'ann@example.net');
    await page.setInputFiles('[name="f"]', {
      name: 'note.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('from the browser'),
    });
    // People take longer than two seconds; what is faster is taken for a program.
    await page.waitForTimeout(2_000);
    await page.click('text=Send it');
    await page.waitForSelector('form[data-status="sent"]');
    expect(await page.locator('.cform-response-output').textContent()).toBe('Thanks, your message has reached us.');
    expect(await page.locator('.cform-not-valid-tip').count()).toBe(0);
    await expect.poll(() => page.inputValue('[name="your-name"]')).toBe('');
    // They are told one by one, some time after they happened.
    await expect
      .poll(() => events)
      .toEqual([
        'cformbeforesubmit',
        'cforminvalid',
        'cformsubmit',
        'cformbeforesubmit',
        'cformmailsent',
        'cformsubmit',
        'cformreset',
      ]);
    await expect.poll(() => mail.received.at(-1)?.headers.get('subject')).toBe('From Ann');
    expect(mail.received.at(-1)?.source).toContain(Buffer.from('from the browser').toString('base64'));
    await page.context().close();
  });

  it('helps while it is filled in', async () => {
    const id = await site.form(
      `${template} [url u] [checkbox g free_text "x" "other"] [acceptance ok]Terms[/acceptance]`,
      { mail: owner },
    );
    const page = await open(place(id) + script());
    await page.fill('[name="t"]', 'four');
    expect(await page.locator('.cform-character-count').textContent()).toBe('6');
    await page.check('[name="c"][value="a"]');
    await page.check('[name="c"][value="b"]');
    expect(await page.isChecked('[name="c"][value="a"]')).toBe(false);
    expect(await page.isDisabled('[name="g_free_text"]')).toBe(true);
    await page.check('[name="g[]"][value="other"]');
    expect(await page.isDisabled('[name="g_free_text"]')).toBe(false);
    await page.fill('[name="u"]', 'example.org/x');
    await page.locator('[name="u"]').blur();
    expect(await page.inputValue('[name="u"]')).toBe('https://example.org/x');
    expect(await page.isDisabled('text=Send it')).toBe(true);
    await page.check('[name="ok"]');
    expect(await page.isDisabled('text=Send it')).toBe(false);
    await page.context().close();
  });

  it('two copies of one form keep to themselves', async () => {
    const id = await site.form('[text* a] [submit "Go"]', { additional_settings: 'demo_mode: on' });
    const page = await open(place(id) + place(id) + script());
    await page.waitForSelector(`#cform-f${id}-o2 form`);
    await page.locator(`#cform-f${id}-o2 >> text=Go`).click();
    await page.waitForSelector(`#cform-f${id}-o2 form[data-status="invalid"]`);
    expect(await page.locator(`#cform-f${id}-o1 form`).getAttribute('data-status')).toBe('init');
    expect(await page.locator('.cform-not-valid-tip').count()).toBe(1);
    await page.context().close();
  });

  it('a quiz gets a new question after each try', async () => {
    const id = await site.form('[quiz q "1+1?|2"] [submit "Go"]', { additional_settings: 'demo_mode: on' });
    const page = await open(place(id) + script());
    await page.fill('[name="q"]', '3');
    await page.waitForTimeout(2_000);
    await page.click('text=Go');
    await page.waitForSelector('form[data-status="invalid"]');
    await page.fill('[name="q"]', '2');
    await page.click('text=Go');
    await page.waitForSelector('form[data-status="sent"]');
    await page.context().close();
  });

  it('a picture is shown, and another one after each try', async () => {
    const id = await site.form('[captchac c] [captchar c] [submit "Go"]', { additional_settings: 'demo_mode: on' });
    const page = await open(place(id) + script());
    const picture = page.locator('img.cform-captcha-c');
    const shown = () => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);
    const challenge = () => page.inputValue('[name="_cform_captcha_challenge_c"]');
    await expect.poll(shown, { timeout: 300_000 }).toBe(160);
    const first = await challenge();
    await page.fill('[name="c"]', 'wrong');
    await page.click('text=Go');
    await page.waitForSelector('form[data-status="invalid"]');
    const second = await challenge();
    expect(second).not.toBe(first);
    expect(await picture.getAttribute('src')).toContain(second);
    await expect.poll(shown, { timeout: 300_000 }).toBe(160);
    const key = await secretKey(site.platen.store, 'forms');
    await page.waitForTimeout(2_000);
    await page.fill('[name="c"]', openChallenge(second, key)!.code);
    await page.click('text=Go');
    await page.waitForSelector('form[data-status="sent"]');
    await page.context().close();
  });

  it('a page that is not listed cannot send', async () => {
    await allow('');
    const id = await site.form('[text* a] [submit "Go"]', { mail: owner });
    const page = await open(place(id) + script());
    await page.fill('[name="a"]', 'x');
    await page.click('text=Go');
    await page.waitForSelector('form:not([data-status="init"]):not([data-status="submitting"])');
    expect(await page.locator('form').getAttribute('data-status')).not.toBe('sent');
    expect(await site.platen.store.table(messagesTable).count({ formId: id })).toBe(0);
    await allow(elsewhere.origin);
    await page.context().close();
  });
});

it('without scripts the form is a page, and so is its answer', async () => {
  const id = await site.form('[text* a] [submit "Go"]', { additional_settings: 'skip_mail: on' });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.origin}/embed/forms/${id}`);
  await page.fill('[name="a"]', 'by hand');
  await page.waitForTimeout(2_000);
  await page.click('text=Go');
  await expect.poll(() => page.locator('[role="status"]').textContent()).toBe('Thanks, your message has reached us.');
  expect(await site.platen.store.table(messagesTable).count({ formId: id })).toBe(1);
  await context.close();
});

it('a form in a popup counts one opening and one conversion', async () => {
  await allow(elsewhere.origin);
  const { store } = site.platen;
  const id = await site.form('[text* a] [submit "Go"]', { additional_settings: 'demo_mode: on' });
  const zone = { toLocal: (gmt: string) => gmt };
  const popup = await createPopup(
    store,
    { zone, url: site.origin } as Parameters<typeof createPopup>[1],
    {
      name: 'Offer',
      title: 'An offer',
      content: `[contact-form id="${id}"]`,
      settings: { triggers: [{ type: 'click', selector: '#show' }] },
    },
    Date.now(),
  );
  const page = await open(
    `<button id="show">Show</button>${script()}<script src="http://127.0.0.1:${port}/embed/popups.js" defer></script>`,
  );
  // The button does nothing before the popups are loaded.
  const show = async () => {
    await page.click('#show');
    return page.locator('dialog[open]').count();
  };
  await expect.poll(show).toBe(1);
  await page.waitForSelector('dialog[open] form');
  expect(await page.locator('dialog h2').textContent()).toBe('An offer');
  await page.fill('dialog [name="a"]', 'x');
  await page.waitForTimeout(2_000);
  await page.click('dialog >> text=Go');
  await page.waitForSelector('dialog form[data-status="sent"]');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
  await expect.poll(() => page.locator('#show:focus').count()).toBe(1);
  await expect
    .poll(async () => (await site.as('administrator').get(`/platen/v1/popups/${popup}`)).body)
    .toMatchObject({ opens: 1, conversions: 1 });
  await page.context().close();
});
