import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineExtension } from '../../../src/extension.ts';
import { ordersExtension } from '../../support/orders-extension.ts';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
let origin: string;
beforeAll(async () => {
  site = await testPlaten({ host: '127.0.0.1', extensions: [ordersExtension] });
  origin = await site.platen.listen();
});
afterAll(() => site.close());

const listed = async (who: Role) => (await site.as(who).get('/platen/v1/admin-screens')).body;

/** The cookie of a browser that has logged in. */
async function cookieOf(who: Exclude<Role, 'anonymous'>): Promise<string> {
  const log = who === 'administrator' ? 'admin' : `the-${who}`;
  const answer = await fetch(`${origin}/wp-login.php`, {
    method: 'POST',
    body: new URLSearchParams({ log, pwd: `pw-${who}` }),
    redirect: 'manual',
  });
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}

const load = async (path: string, cookie = '') =>
  fetch(`${origin}${path}`, { headers: cookie ? { cookie } : {}, redirect: 'manual' });

describe('screens of extensions', () => {
  it('are listed for the accounts that may use them', async () => {
    const names = async (who: Role) => (await listed(who)).screens.map((one: { path: string }) => one.path);
    expect(await names('administrator')).toEqual(['all', 'broken', 'unready', 'settings']);
    expect(await names('author')).toEqual(['all', 'broken', 'unready']);
    expect(await names('contributor')).toEqual(['all', 'broken', 'unready']);
    expect(await names('subscriber')).toEqual([]);
    expect(await site.as('anonymous').get('/platen/v1/admin-screens')).toMatchObject({
      status: 401,
      body: { code: 'platen_not_logged_in' },
    });
    const { panels } = await listed('author');
    expect(panels).toMatchObject([{ extension: 'orders', name: 'shout', title: 'Loudness', post_types: ['post'] }]);
    expect((await listed('administrator')).panels).toHaveLength(2);
  });

  it('have scripts that are kept for good, and only sent to whoever may use them', async () => {
    const { screens } = await listed('administrator');
    const [orders, , , settings] = screens;
    expect(orders.script).toMatch(/^\/admin\/extensions\/orders\/all-[0-9a-f]{12}\.js$/);
    const sent = await load(orders.script, await cookieOf('contributor'));
    expect(sent.status).toBe(200);
    expect(sent.headers.get('content-type')).toBe('text/javascript; charset=UTF-8');
    expect(sent.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect(sent.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await sent.text()).toContain('export async function mount');
    const administrator = await cookieOf('administrator');
    expect((await load(settings.script, administrator)).status).toBe(200);
    const refused: [string, string][] = [
      [settings.script, await cookieOf('author')],
      [orders.script, await cookieOf('subscriber')],
      [orders.script, ''],
      [orders.script, 'platen_session=forged'],
      [orders.script.replace(/-[0-9a-f]{12}/, '-000000000000'), administrator],
      ['/admin/extensions/orders/orders.js', administrator],
      ['/admin/extensions/orders/..%2f..%2fpackage.js', administrator],
      ['/admin/extensions/nothing/all.js', administrator],
    ];
    for (const [path, cookie] of refused) {
      const answer = await load(path, cookie);
      expect([path, answer.status, await answer.text()]).toEqual([path, 404, 'There is no such file.']);
    }
  });

  it('are addresses of the admin page like any other', async () => {
    const answer = await load('/admin/extensions/orders/all');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, expect.stringContaining('wp-login.php')]);
  });
});

describe('a site does not start', () => {
  const start = (adminScreens: unknown, editorPanels: unknown = []) =>
    // Authors in JavaScript make such mistakes.
    testPlaten({ extensions: [{ name: 'bad', adminScreens, editorPanels } as never] });
  const fine = { path: 'a', title: 'A', capability: 'read', script: new URL('file:///nowhere.js') };

  it.each([
    ['a list', 'x', /"adminScreens" must be a list/],
    ['a path', [{ ...fine, path: '../a' }], /"adminScreens" must be a list of screens/],
    ['a title', [{ ...fine, title: '' }], /"adminScreens"/],
    ['a capability', [{ ...fine, capability: undefined }], /"adminScreens"/],
    ['a script', [{ ...fine, script: 7 }], /"adminScreens"/],
    ['a script that exists', [fine], /"bad" has a script .* that cannot be read/],
  ])('without %s', async (_what, screens, message) => {
    await expect(start(screens)).rejects.toThrow(message);
  });

  it('with two screens at one path, or two panels of one name', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platen-screens-'));
    try {
      const script = join(folder, 'screen.js');
      await writeFile(script, 'export const mount = () => {};');
      const screen = { ...fine, script };
      await expect(start([screen, screen])).rejects.toThrow(/two screens at "a"/);
      const panel = { name: 'p', title: 'P', capability: 'read', script };
      await expect(start([], [panel, panel])).rejects.toThrow(/two panels called "p"/);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

it('the types of a script fit what it is given', () => {
  const extension = defineExtension({
    name: 'typed',
    // @ts-expect-error: a screen needs a capability
    adminScreens: [{ path: 'a', title: 'A', script: 'a.js' }],
  });
  expect(extension.name).toBe('typed');
});
