import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pkce } from '../api/oauth/oauth-site.ts';
import { type AdminSite, adminSite, violations } from './admin/admin-site.ts';
import { settled } from './admin/browser.ts';

const shots = process.env['PLATEN_TEST_SHOTS'];
const longName = 'An assistant with a name that is rather long, for people who write';

let admin: AdminSite;
/** The app, which listens on the same computer. */
let app: Server;
let redirect: string;
let visited: string[];
beforeAll(async () => {
  admin = await adminSite({ oauth: true, mcp: true });
  visited = [];
  app = createServer((request, response) => {
    visited.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>The app</title><h1>The app</h1>');
  });
  await new Promise<void>((done) => app.listen(0, '127.0.0.1', done));
  redirect = `http://127.0.0.1:${(app.address() as AddressInfo).port}/back`;
});
afterAll(async () => {
  app?.close();
  await admin?.close();
});

const send = async (path: string, body: object) => {
  const answered = await fetch(`${admin.origin}/wp-json/platen/v1/oauth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return JSON.parse(await answered.text());
};
const register = async (): Promise<string> =>
  (await send('register', { client_name: longName, redirect_uris: [redirect] })).client_id;

async function authorizeAddress(scope: string): Promise<string> {
  const query = {
    response_type: 'code',
    client_id: await register(),
    redirect_uri: redirect,
    scope,
    state: 's',
    code_challenge: pkce().challenge,
    code_challenge_method: 'S256',
  };
  return `${admin.origin}/oauth/authorize?${new URLSearchParams(query)}`;
}

async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect([colorScheme, await violations(page)]).toEqual([colorScheme, []]);
    if (shots)
      await page.screenshot({
        path: `${shots}/${name}-${page.viewportSize()?.width}-${colorScheme}.png`,
        fullPage: true,
      });
  }
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
}

describe.each([1280, 390])('at %i pixels', (width) => {
  let page: Page;
  beforeAll(async () => {
    page = await admin.open('administrator', 'profile', { viewport: { width, height: 844 } });
  });
  afterAll(() => page.context().close());

  it('axe finds nothing on the page that asks the person, and nothing sticks out', async () => {
    await page.goto(await authorizeAddress('read content publish media comments users settings propose'));
    await look(page, 'authorize');
    expect(await page.getByRole('checkbox', { name: /^Publish/ }).isChecked()).toBe(false);
    expect(await page.getByRole('checkbox', { name: /^Read/ }).isChecked()).toBe(true);
  });

  it('axe finds nothing on the page that refuses an app', async () => {
    await page.goto(`${await authorizeAddress('read')}&response_mode=fragment`);
    await look(page, 'refused');
  });

  it('axe finds nothing on the pages for codes of devices', async () => {
    const { user_code: code } = await send('device', { client_id: await register(), scope: 'read content' });
    await page.goto(`${admin.origin}/oauth/device`);
    await look(page, 'device-code');
    await page.getByRole('textbox').fill(code);
    await page.keyboard.press('Enter');
    await page.getByText('If somebody sent you this code').waitFor();
    await look(page, 'device');
    await page.getByRole('button', { name: 'Give access' }).click();
    await page.getByText('has access').waitFor();
    await look(page, 'device-done');
  });

  it('axe finds nothing on the screen of connected apps', async () => {
    await page.goto(`${admin.origin}/admin/apps`);
    await settled(page);
    await look(page, 'apps');
  });
});

it('a person decides with the keyboard alone, and the browser goes to the app and to nobody else', async () => {
  const page = await admin.open('editor', 'profile');
  await page.goto(await authorizeAddress('read content'));
  const focused = () => page.evaluate<string>('document.activeElement?.value ?? ""');
  const seen: string[] = [];
  for (let i = 0; i < 12 && seen.at(-1) !== 'allow'; i++) {
    await page.keyboard.press('Tab');
    seen.push(await focused());
  }
  expect(seen.filter((one) => one !== '')).toEqual(['read', 'content', 'allow']);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  const before = visited.length;
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'The app' }).waitFor();
  const [address = ''] = visited.slice(before);
  const query = new URL(address, redirect).searchParams;
  expect([...query.keys()]).toEqual(['code', 'state', 'iss']);
  expect(admin.faults.filter((one) => !one.startsWith(redirect) && !one.startsWith(new URL(redirect).origin))).toEqual(
    [],
  );
  await page.context().close();
});

it('what was connected is listed in the profile, and ended there', async () => {
  const page = await admin.open('administrator', 'profile');
  const {
    device_code: device,
    user_code: code,
    client_id: clientId,
  } = await (async () => {
    const id = await register();
    return { ...(await send('device', { client_id: id, scope: 'read' })), client_id: id };
  })();
  await page.goto(`${admin.origin}/oauth/device?user_code=${code}`);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: 'Give access' }).click();
  await page.getByText('has access').waitFor();
  const grant = 'urn:ietf:params:oauth:grant-type:device_code';
  const tokens = await send('token', { grant_type: grant, device_code: device, client_id: clientId });
  const status = async () =>
    (
      await fetch(`${admin.origin}/wp-json/wp/v2/users/me`, {
        headers: { authorization: `Bearer ${tokens.access_token}` },
      })
    ).status;
  expect(await status()).toBe(200);
  await page.goto(`${admin.origin}/admin/profile`);
  await settled(page);
  const section = page.getByRole('region', { name: 'Connected apps' });
  await section.scrollIntoViewIfNeeded();
  if (shots) await section.screenshot({ path: `${shots}/profile-apps.png` });
  await page.goto(`${admin.origin}/admin/apps`);
  await settled(page);
  await look(page, 'apps-connected');
  await page.goto(`${admin.origin}/admin/profile`);
  await section
    .getByRole('button', { name: `End the access of ${longName}` })
    .first()
    .click();
  await page.getByText('has no access any more').waitFor();
  expect(await status()).toBe(401);
  await page.context().close();
});
