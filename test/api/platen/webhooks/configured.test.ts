import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { webhookCommands } from '../../../../src/cli/webhook.ts';
import { verifyWebhook, type WebhookMessage } from '../../../../src/front-end/webhook.ts';
import { createPlaten, type PlatenOptions } from '../../../../src/index.ts';
import { type Client, type TestPlaten, testPlaten } from '../../../support/platen.ts';
import { runOnStore } from '../../../support/run-command.ts';
import { feedIsWhole } from '../../../support/whole-feed.ts';

const webhookSecret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;

let server: Server;
let webhookUrl: string;
let site: TestPlaten;
let admin: Client;
const taken: WebhookMessage[] = [];

/** A front end on this machine, which takes what is signed with its secret. */
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const message = await verifyWebhook(text, headers, { secret: webhookSecret });
    if (message) taken.push(message);
    response.writeHead(message ? 204 : 401).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/webhook/`;
  site = await testPlaten({ webhookUrl, webhookSecret, leads: true });
  admin = site.as('administrator');
});
afterAll(async () => {
  await site?.close();
  server?.close();
});
beforeEach(async () => {
  await told();
});

/** What was taken since the last call, after everything that is due was sent. */
async function told(): Promise<WebhookMessage[]> {
  await feedIsWhole(site.platen);
  await site.platen.runDue();
  return taken.splice(0);
}

const listed = async () =>
  (await admin.get('/platen/v1/webhooks')).body as { id: number; url: string; status: string }[];
/** Another process of the site, with another configuration. */
const restarted = async (options: PlatenOptions): Promise<void> => {
  const { log, config } = site.platen;
  await (await createPlaten({ ...config, log, ...options })).close();
};

it('is told of changes with the secret that it has, inside the network', async () => {
  const { body } = await admin.post('/wp/v2/posts', { title: 'Hello', status: 'publish' });
  const messages = await told();
  expect(messages.map(({ type }) => type)).toContain('post.publish');
  expect(messages.find(({ type }) => type === 'post.publish')?.data).toMatchObject({ id: body.id, everything: false });
  expect(await listed()).toMatchObject([{ url: webhookUrl, status: 'enabled' }]);
});

it('is told once of a menu, as of a setting', async () => {
  const items = ['One', 'Two', 'Three'].map((title) => ({ title, url: `/${title}/` }));
  const { body } = await admin.post('/platen/v1/menus', { name: 'Main', items });
  await told();
  await admin.post(`/platen/v1/menus/${body.id}`, { items: items.slice(1) });
  const messages = await told();
  expect(messages.map(({ type, data }) => [type, data.everything])).toEqual([['settings.update', true]]);
});

it('is told of a user only if visitors see a change', async () => {
  const { editor } = site.users;
  await admin.post('/wp/v2/posts', { title: 'Of the editor', status: 'publish', author: editor });
  await admin.post(`/wp/v2/users/${editor}`, { description: 'Writes.' });
  await told();
  await site.platen.store.meta.set('user', editor, 'session_tokens', ['a new session']);
  expect(await told()).toEqual([]);
  await admin.post(`/wp/v2/users/${editor}`, { description: 'Writes about lakes.' });
  expect((await told()).map(({ type }) => type)).toEqual(['user.update']);
});

it('does not open the network to endpoints that somebody adds', async () => {
  const { status, body } = await admin.post('/platen/v1/webhooks', { url: webhookUrl.replace('/api', '/other') });
  expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
});

it('has the secret of the configuration and no other', async () => {
  const [row] = await listed();
  const { status, body } = await admin.post(`/platen/v1/webhooks/${row?.id}/rotate`);
  expect([status, body.code]).toEqual([400, 'rest_webhook_configured']);
  const { store, config } = site.platen;
  await expect(
    runOnStore(
      webhookCommands,
      'webhook rotate',
      { operands: { id: String(row?.id) } },
      { store, config, clock: Date.now },
    ),
  ).rejects.toThrow('PLATEN_WEBHOOK_SECRET');
});

it('follows the configuration from start to start', async () => {
  const moved = webhookUrl.replace('/api/', '/moved/');
  await restarted({ webhookUrl: moved });
  expect(await listed()).toMatchObject([{ url: moved }]);
  const [row] = await listed();
  await admin.post(`/platen/v1/webhooks/${row?.id}`, { status: 'disabled' });
  await restarted({ webhookUrl });
  expect(await listed()).toMatchObject([{ id: row?.id, url: webhookUrl, status: 'enabled' }]);
  await restarted({ webhookUrl: '' });
  expect(await listed()).toEqual([]);
  await restarted({ webhookUrl });
  expect(await listed()).toHaveLength(1);
});

it('needs a secret', async () => {
  await expect(restarted({ webhookSecret: '' })).rejects.toThrow(/set PLATEN_WEBHOOK_SECRET too/);
});
