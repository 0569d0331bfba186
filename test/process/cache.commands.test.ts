import { afterAll, beforeAll, expect, it } from 'vitest';
import { type KillableSite, killableSite } from '../support/server-process.ts';

let server: KillableSite;

beforeAll(async () => {
  server = await killableSite();
});
afterAll(() => server?.remove());

const said = async () => (await fetch(`${server.origin}/wp-json/wp/v2/posts`)).headers.get('x-cache');

it('a purge from the terminal reaches the server that is running', async () => {
  await said();
  expect(await said()).toBe('hit');
  await server.command('cache', 'purge', 'user:7');
  expect(await said()).toBe('hit');
  await server.command('cache', 'purge');
  expect(await said()).toBe('miss');
});

it('the handshake runs through the address of the site and shows its steps', async () => {
  const printed = await server.command('cache', 'connect');
  expect(printed.match(/^ok /gm)).toHaveLength(5);
  expect(printed).toContain('The site is connected.');
  const notices = await server.command('cache', 'notices');
  expect(notices).toContain('/cache/v1/apikey from 127.0.0.1');
  expect(notices).not.toMatch(/[A-Za-z0-9]{32,}/);
});

it('metrics and settings are shown, and settings changed', async () => {
  expect(await server.command('cache', 'stats')).toMatch(/cache hits +[1-9]/);
  await server.command('cache', 'set', 'mobile', 'off');
  expect(await server.command('cache', 'settings')).toMatch(/mobile +off/);
  await expect(server.command('cache', 'set', 'mobile', 'perhaps')).rejects.toThrow('perhaps');
  await expect(server.command('cache', 'set', 'nothing', 'on')).rejects.toThrow('no setting');
});
