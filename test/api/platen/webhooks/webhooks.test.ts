import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliveriesTable, webhookPositionTable } from '../../../../src/changes/webhooks/webhook-tables.ts';
import { webhookCommands } from '../../../../src/cli/webhook.ts';
import { createPlaten, type Platen } from '../../../../src/index.ts';
import { type Client, type Role, type TestPlaten, testPlaten } from '../../../support/platen.ts';
import { type CommandLine, runOnStore } from '../../../support/run-command.ts';
import { feedIsWhole } from '../../../support/whole-feed.ts';
import { picture } from '../../media/media-client.ts';
import { type Received, receiverUrl, type WebhookReceiver, webhookReceiver } from './webhook-receiver.ts';

let site: TestPlaten;
let receiver: WebhookReceiver;
let sender: Platen;
let admin: Client;
/** Time stands still during a test: a delivery that failed is repeated when the test says so. */
let nowMs = Date.now();
/** How far the clock of the sender is ahead. */
let offsetMs = 0;

beforeAll(async () => {
  site = await testPlaten({
    postTypes: [{ name: 'book', restBase: 'books', hasArchive: true }],
    clock: () => nowMs,
  });
  receiver = await webhookReceiver();
  sender = await startSender();
  admin = site.as('administrator');
});
afterAll(async () => {
  await sender?.close();
  await receiver?.close();
  await site?.close();
});

beforeEach(async () => {
  receiver.answering = () => ({ status: 204 });
  receiver.address = '93.184.216.34';
  for (const { id } of (await admin.get('/platen/v1/webhooks')).body) await admin.delete(`/platen/v1/webhooks/${id}`);
  // What was on its way has arrived.
  await sender.runDue();
  receiver.messages.length = 0;
  offsetMs = 0;
  nowMs = Date.now();
});

/** A process that makes and sends deliveries. */
const startSender = () =>
  createPlaten(
    { ...site.platen.config, log: site.platen.log, clock: () => nowMs + offsetMs },
    { fetch: receiver.fetch },
  );
const add = async (body: object = {}): Promise<{ id: number; secret: string }> => {
  await feedIsWhole(site.platen);
  const { status, body: made } = await admin.post('/platen/v1/webhooks', { url: receiverUrl, ...body });
  expect([status, made.code]).toEqual([201, undefined]);
  // What is on the site already is noted before anything changes.
  await sender.runDue();
  return made;
};
const make = async (path: string, body: object) => {
  const { status, body: made } = await admin.post(`/wp/v2/${path}`, body);
  expect(status).toBe(201);
  return made;
};
/** The messages since the last call, after everything that is due was sent; the process also looks for work by itself. */
const sent = async (): Promise<Received[]> => {
  await feedIsWhole(site.platen, sender);
  await sender.runDue();
  return receiver.messages.splice(0);
};
/** The receiver gives no answers until the returned function is called: what is sent meanwhile is not delivered yet. */
const holdAnswers = (): (() => void) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { answering } = receiver;
  receiver.answering = async (message) => {
    await promise;
    return answering(message);
  };
  return resolve;
};
const types = (messages: readonly Received[]): string[] => messages.map(({ body }) => body.type);
const only = (messages: readonly Received[], type: string): Received => {
  const found = messages.filter(({ body }) => body.type === type);
  expect(types(found)).toEqual([type]);
  return found[0] as Received;
};

describe('a message', () => {
  it('is signed after the Standard Webhooks specification', async () => {
    const { secret } = await add();
    await make('posts', { title: 'Signed', status: 'publish' });
    const { text, headers } = only(await sent(), 'post.publish');
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(new Webhook(secret).verify(text, headers)).toMatchObject({ type: 'post.publish' });
    expect(() => new Webhook(secret).verify(`${text} `, headers)).toThrow();
    expect(() => new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`).verify(text, headers)).toThrow();
    expect(headers['content-type']).toBe('application/json');
  });

  it('gives a receiver what it needs to refuse a replay: a signed time, and an id that repetitions share', async () => {
    const { id, secret } = await add();
    await make('posts', { title: 'Once', status: 'publish' });
    const first = only(await sent(), 'post.publish');
    const header = (name: string) => first.headers[name] ?? '';
    const at = Number(header('webhook-timestamp')) * 1000;
    expect(Math.abs(at - Date.now() - offsetMs)).toBeLessThan(600_000);
    const signed = (message: string, time: number) => new Webhook(secret).sign(message, new Date(time), first.text);
    expect(header('webhook-signature')).toBe(signed(header('webhook-id'), at));
    // Neither another time nor another id fits the signature: whoever has a message cannot make it young or new.
    expect(header('webhook-signature')).not.toBe(signed(header('webhook-id'), at + 1_000));
    expect(header('webhook-signature')).not.toBe(signed('msg_other', at));
    const old = { ...first.headers, 'webhook-timestamp': String(at / 1000 - 3_600) };
    const resigned = { ...old, 'webhook-signature': signed(header('webhook-id'), at - 3_600_000) };
    expect(() => new Webhook(secret).verify(first.text, resigned)).toThrow(/old/);

    const { body: deliveries } = await admin.get(`/platen/v1/webhooks/${id}/deliveries`);
    const [delivery] = deliveries.filter(({ event }: { event: string }) => event === 'post.publish');
    offsetMs += 60_000;
    await admin.post(`/platen/v1/webhooks/${id}/deliveries/${delivery.id}/repeat`);
    const again = only(await sent(), 'post.publish');
    expect([again.headers['webhook-id'], again.text]).toEqual([header('webhook-id'), first.text]);
    const later = Number(again.headers['webhook-timestamp']) * 1000;
    expect(later).toBeGreaterThan(at);
    expect(again.headers['webhook-signature']).toBe(signed(header('webhook-id'), later));
  });

  it('is signed with the old and the new secret while both are valid', async () => {
    const { id, secret } = await add();
    const { body } = await admin.post(`/platen/v1/webhooks/${id}/rotate`, { overlap_hours: 2 });
    expect(body.secret).not.toBe(secret);
    expect(body.old_secret_until_gmt).not.toBeNull();
    await make('posts', { title: 'Both', status: 'publish' });
    const both = only(await sent(), 'post.publish');
    for (const one of [secret, body.secret]) new Webhook(one).verify(both.text, both.headers);
    offsetMs = 3 * 3_600_000;
    await make('posts', { title: 'New only', status: 'publish' });
    const later = only(await sent(), 'post.publish');
    const headers = { ...later.headers, 'webhook-timestamp': later.headers['webhook-timestamp'] ?? '' };
    expect(later.headers['webhook-signature']?.split(' ')).toHaveLength(1);
    const at = Number(headers['webhook-timestamp']) * 1000;
    expect(at).toBeGreaterThan(Date.now() + 2 * 3_600_000);
    const signature = (one: string) =>
      new Webhook(one).sign(later.headers['webhook-id'] ?? '', new Date(at), later.text);
    expect(later.headers['webhook-signature']).toBe(signature(body.secret));
    expect(later.headers['webhook-signature']).not.toBe(signature(secret));
  });
});

describe('events', () => {
  it('tell what visitors see happen to a post, with the post as they see it', async () => {
    await add();
    const draft = await make('posts', { title: 'Draft' });
    await admin.post(`/wp/v2/posts/${draft.id}`, { title: 'Still a draft' });
    expect(types(await sent()).filter((type) => type.startsWith('post.'))).toEqual([]);

    const seen = async () => (await site.as('anonymous').get(`/wp/v2/posts?include=${draft.id}`)).body[0];
    const change = async (body: object): Promise<Received[]> => {
      await admin.post(`/wp/v2/posts/${draft.id}`, body);
      return sent();
    };
    const published = only(await change({ status: 'publish', title: 'Open' }), 'post.publish');
    expect(published.body.data).toMatchObject({ kind: 'post', type: 'post', id: draft.id, action: 'publish' });
    expect(published.body.data.item).toEqual(await seen());
    const updated = only(await change({ title: 'Changed' }), 'post.update');
    expect(updated.body.data.item.title.rendered).toBe('Changed');
    expect(updated.body.data.sequence).toBeGreaterThan(published.body.data.sequence);
    expect(only(await change({ status: 'draft' }), 'post.unpublish').body.data.item).toBeNull();
    only(await change({ status: 'publish' }), 'post.publish');
    await admin.delete(`/wp/v2/posts/${draft.id}`);
    expect(only(await sent(), 'post.trash').body.data).toMatchObject({ id: draft.id, item: null });
    only(await change({ status: 'publish' }), 'post.restore');
    await admin.delete(`/wp/v2/posts/${draft.id}?force=true`);
    only(await sent(), 'post.delete');
  });

  it('tell of pages, own types, media, terms, comments, users and settings', async () => {
    await add();
    const page = await make('pages', { title: 'About', status: 'publish' });
    expect(only(await sent(), 'page.publish').body.data.id).toBe(page.id);
    const book = await make('books', { title: 'A book', status: 'publish' });
    const told = only(await sent(), 'book.publish').body.data;
    expect([told.id, told.urls.includes(book.link)]).toEqual([book.id, true]);

    const term = await make('categories', { name: 'News' });
    expect(only(await sent(), 'category.publish').body.data).toMatchObject({ kind: 'term', id: term.id });
    await admin.post(`/wp/v2/categories/${term.id}`, { slug: 'the-news' });
    const renamed = only(await sent(), 'category.update').body.data;
    expect(renamed.urls).toEqual(
      expect.arrayContaining(['http://site.test/category/news/', 'http://site.test/category/the-news/']),
    );
    await admin.delete(`/wp/v2/categories/${term.id}?force=true`);
    expect(only(await sent(), 'category.delete').body.data.urls).toContain('http://site.test/category/the-news/');

    const post = await make('posts', { title: 'Discussed', status: 'publish' });
    await sent();
    const comment = await make('comments', { post: post.id, content: 'Well' });
    const published = await sent();
    // The page of the post changes, but the post does not.
    expect(types(published)).toEqual(['comment.publish']);
    const { data } = only(published, 'comment.publish').body;
    expect([data.id, data.item.content.rendered.includes('Well')]).toEqual([comment.id, true]);
    expect(data.urls).toEqual(expect.arrayContaining([post.link, 'http://site.test/comments/feed/']));
    await admin.delete(`/wp/v2/comments/${comment.id}?force=true`);
    expect(only(await sent(), 'comment.delete').body.data.urls).toContain(post.link);

    await admin.post(`/wp/v2/users/1`, { description: 'Writes' });
    const author = only(await sent(), 'user.update').body.data;
    expect(author.item).not.toHaveProperty('email');
    expect(author.urls).toEqual(expect.arrayContaining(['http://site.test/author/admin/', post.link]));

    const upload = await site.platen.fetch('/wp-json/wp/v2/media', {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from('admin:pw-administrator').toString('base64')}`,
        'content-disposition': 'attachment; filename="dot.png"',
        'content-type': 'image/png',
      },
      body: new Uint8Array(await picture(20, 20, 'png')),
    });
    // A test reads what it has just asked for.
    const file = (await upload.json()) as { id: number; source_url: string; link: string };
    expect(only(await sent(), 'attachment.publish').body.data.urls).toEqual(
      expect.arrayContaining([file.source_url, file.link]),
    );
    await admin.delete(`/wp/v2/media/${file.id}?force=true`);
    const removed = only(await sent(), 'attachment.delete').body.data;
    expect(removed.urls).toEqual(expect.arrayContaining([file.source_url, file.link]));

    await admin.post('/wp/v2/settings', { title: 'Another name' });
    const settings = only(await sent(), 'settings.update').body.data;
    expect(settings).toMatchObject({ everything: true, item: { name: 'Another name' } });
  });

  it('name the addresses at which a change shows: page, archives, feeds, front page, sitemap', async () => {
    await add();
    const [one, two] = [await make('categories', { name: 'One' }), await make('categories', { name: 'Two' })];
    const post = await make('posts', {
      title: 'Placed',
      slug: 'placed',
      status: 'publish',
      date: '2024-05-06T07:08:09',
      categories: [one.id],
    });
    const { urls } = only(await sent(), 'post.publish').body.data;
    for (const path of [
      '/',
      '/feed/',
      '/feed/atom/',
      '/feed/json/',
      '/2024/',
      '/2024/05/',
      '/2024/05/06/',
      '/category/one/',
      '/category/one/feed/',
      '/author/admin/',
      '/wp-sitemap.xml',
      '/wp-sitemap-posts-post-1.xml',
    ])
      expect(urls).toContain(`http://site.test${path}`);
    expect(urls).toContain(post.link);
    // Every address is one of this site that leads somewhere.
    const paths: string[] = urls.map((url: string) => url.slice('http://site.test'.length));
    for (const path of paths) expect([path, (await site.platen.fetch(path)).status]).toEqual([path, 200]);

    await admin.post(`/wp/v2/posts/${post.id}`, { slug: 'moved', categories: [two.id] });
    const moved = only(await sent(), 'post.update').body.data;
    expect(moved.urls).toEqual(
      expect.arrayContaining([
        post.link,
        post.link.replace('placed', 'moved'),
        'http://site.test/category/one/',
        'http://site.test/category/two/',
      ]),
    );
    await admin.delete(`/wp/v2/posts/${post.id}?force=true`);
    const removed = only(await sent(), 'post.delete').body.data;
    expect(removed.urls).toEqual(
      expect.arrayContaining([post.link.replace('placed', 'moved'), 'http://site.test/category/two/']),
    );
  });

  it('know the address of what was there before the first endpoint', async () => {
    const page = await make('pages', { title: 'Old page', status: 'publish' });
    await add();
    await admin.delete(`/wp/v2/pages/${page.id}?force=true`);
    const { data } = only(await sent(), 'page.delete').body;
    expect(data).toMatchObject({ id: page.id, item: null });
    expect(data.urls).toContain(page.link);
  });

  it('say that anything may have changed where what happened is not known any more', async () => {
    await add();
    // Nobody sends meanwhile: a round under way would put the position right again.
    await sender.close();
    await make('posts', { title: 'Lost', status: 'publish' });
    await feedIsWhole(site.platen);
    await site.platen.store.table(webhookPositionTable).update({}, { at: 1 });
    sender = await startSender();
    const messages = await sent();
    expect(types(messages)).toEqual(['site.reset']);
    expect(messages[0]?.body.data).toMatchObject({ kind: 'site', everything: true, item: null });
    await make('posts', { title: 'Found', status: 'publish' });
    only(await sent(), 'post.publish');
  });

  it('are sent to those who want them, from the time they were added', async () => {
    await make('posts', { title: 'Before', status: 'publish' });
    await add({ events: ['page.*', 'post.delete'] });
    const post = await make('posts', { title: 'Not wanted', status: 'publish' });
    // Nobody is told that something is gone which was gone before anybody looked.
    expect(await sent()).toEqual([]);
    await make('pages', { title: 'Wanted', status: 'publish' });
    await admin.delete(`/wp/v2/posts/${post.id}?force=true`);
    expect(types(await sent()).sort()).toEqual(['page.publish', 'post.delete']);
  });
});

describe('deliveries', () => {
  it('are repeated with pauses until they arrive, in order per item, and hold up no other item', async () => {
    const { id } = await add({ events: ['post.*'] });
    const [one, two] = [
      await make('posts', { title: 'One', status: 'publish' }),
      await make('posts', { title: 'Two', status: 'publish' }),
    ];
    await sent();
    let isDown = true;
    receiver.answering = ({ body }) =>
      isDown && body.data.id === one.id ? { status: 500, text: 'down' } : { status: 200 };
    for (const title of ['1', '2']) await admin.post(`/wp/v2/posts/${one.id}`, { title });
    await admin.post(`/wp/v2/posts/${two.id}`, { title: 'Two again' });
    const first = await sent();
    expect(first.map(({ body }) => body.data.id).sort()).toEqual([one.id, two.id].sort());
    // Too early for another attempt.
    expect(await sent()).toEqual([]);
    const [waiting, failing] = (await admin.get(`/platen/v1/webhooks/${id}/deliveries?state=pending`)).body;
    expect(failing).toMatchObject({ attempts: 1, status: 500, answer: 'down', item: `post:${one.id}` });
    expect(waiting).toMatchObject({ attempts: 0, status: 0 });
    isDown = false;
    offsetMs += 6_000;
    const again = await sent();
    const messageOf = (message?: Received) => message?.headers['webhook-id'];
    expect(again.map(({ body }) => body.data.id)).toEqual([one.id, one.id]);
    expect(messageOf(again[0])).toBe(messageOf(first.find(({ body }) => body.data.id === one.id)));
    expect(again[1]?.body.data.sequence).toBeGreaterThan(again[0]?.body.data.sequence);
    expect((await admin.get(`/platen/v1/webhooks/${id}/deliveries?state=pending`)).body).toEqual([]);
  });

  it('are sent at once when a receiver that was down takes something again', async () => {
    const { id } = await add({ events: ['post.*'] });
    const [one, two] = [
      await make('posts', { title: 'One', status: 'publish' }),
      await make('posts', { title: 'Two', status: 'publish' }),
    ];
    await sent();
    receiver.answering = ({ body }) => ({ status: body.data.id === one.id ? 503 : 500, text: 'down' });
    for (const { id: post } of [one, two]) await admin.post(`/wp/v2/posts/${post}`, { title: 'Changed' });
    await sent();
    offsetMs += 6_000;
    expect(await sent()).toHaveLength(2);
    receiver.answering = ({ body }) => ({ status: body.data.id === two.id ? 500 : 200, text: '' });
    const three = await make('posts', { title: 'Three', status: 'publish' });
    // What the receiver itself has refused waits for its time.
    const left = async () => {
      await sent();
      const { body } = await admin.get(`/platen/v1/webhooks/${id}/deliveries?state=pending`);
      return body.map((delivery: { item: string }) => delivery.item);
    };
    await expect.poll(left).toEqual([`post:${two.id}`]);
    const delivered = (await admin.get(`/platen/v1/webhooks/${id}/deliveries?state=delivered`)).body;
    const items = delivered.slice(0, 2).map((delivery: { item: string }) => delivery.item);
    expect(items.toSorted()).toEqual([`post:${one.id}`, `post:${three.id}`].toSorted());
  });

  it('say since when nothing arrived, until something does', async () => {
    const { id } = await add({ events: ['post.*'] });
    const failingSince = async () => (await admin.get(`/platen/v1/webhooks/${id}`)).body.failing_since_gmt;
    receiver.answering = () => ({ status: 500, text: 'down' });
    await make('posts', { title: 'Late', status: 'publish' });
    expect(await sent()).toHaveLength(1);
    expect(await failingSince()).not.toBeNull();
    receiver.answering = () => ({ status: 200 });
    offsetMs += 6_000;
    expect(await sent()).toHaveLength(1);
    expect(await failingSince()).toBeNull();
  });

  it('can be looked at and repeated, with the same id and text', async () => {
    const { id } = await add({ events: ['post.*'] });
    await make('posts', { title: 'Again', status: 'publish' });
    receiver.answering = () => ({ status: 200, text: `ok ${'x'.repeat(5_000)}` });
    const [first] = await sent();
    const list = await admin.get(`/platen/v1/webhooks/${id}/deliveries`);
    expect(list.headers['x-wp-total']).toBe('1');
    const [delivery] = list.body;
    expect(delivery).toMatchObject({
      state: 'delivered',
      attempts: 1,
      status: 200,
      event: 'post.publish',
      webhook: id,
    });
    expect(delivery.answer).toHaveLength(1_000);
    const path = `/platen/v1/webhooks/${id}/deliveries/${delivery.id}`;
    expect((await admin.get(path)).body.payload).toBe(first?.text);
    const answerNow = holdAnswers();
    expect((await admin.post(`${path}/repeat`)).status).toBe(202);
    expect((await admin.post(`${path}/repeat`)).body.code).toBe('rest_delivery_pending');
    answerNow();
    const [repeated] = await sent();
    expect([repeated?.text, repeated?.headers['webhook-id']]).toEqual([first?.text, first?.headers['webhook-id']]);
    const other = await add();
    expect((await admin.get(`/platen/v1/webhooks/${other.id}/deliveries/${delivery.id}`)).status).toBe(404);
  });

  it('are removed two weeks after they ended', async () => {
    const { id } = await add({ events: ['post.*'] });
    await make('posts', { title: 'Old', status: 'publish' });
    await sent();
    offsetMs = 15 * 86_400_000;
    await make('posts', { title: 'Young', status: 'publish' });
    await sent();
    expect((await admin.get(`/platen/v1/webhooks/${id}/deliveries`)).body).toHaveLength(1);
  });

  it('are made once, however many processes work', async () => {
    const { id } = await add({ events: ['post.*'] });
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, n) => make('posts', { title: `Both ${n}`, status: 'publish' })),
    );
    const second = await startSender();
    // Who closes the second one in the midst of a delivery has it sent again.
    await feedIsWhole(sender, second);
    await Promise.all([sender.runDue(), second.runDue(), sender.runDue(), second.runDue()]);
    await second.close();
    const messages = await sent();
    expect(messages.map(({ body }) => body.data.id).sort()).toEqual(made.map((post) => post.id).sort());
    expect(await site.platen.store.table(deliveriesTable).count({ webhookId: id })).toBe(12);
  });

  it('end when an endpoint says that it is gone, or takes nothing for three days', async () => {
    const gone = await add({ events: ['post.*'] });
    receiver.answering = () => ({ status: 410 });
    await make('posts', { title: 'Gone', status: 'publish' });
    await sent();
    const disabled = (await admin.get(`/platen/v1/webhooks/${gone.id}`)).body;
    expect(disabled).toMatchObject({ status: 'disabled', reason: expect.stringContaining('410') });
    await admin.delete(`/platen/v1/webhooks/${gone.id}`);

    const { id } = await add({ events: ['post.*'] });
    receiver.answering = () => null;
    await make('posts', { title: 'Nobody there', status: 'publish' });
    await sent();
    const [pending] = (await admin.get(`/platen/v1/webhooks/${id}/deliveries`)).body;
    expect(pending).toMatchObject({ state: 'pending', status: 0, error: 'the connection failed' });
    offsetMs = 3 * 86_400_000 + 1_000;
    await sent();
    const failed = (await admin.get(`/platen/v1/webhooks/${id}`)).body;
    expect(failed).toMatchObject({
      status: 'disabled',
      reason: expect.stringMatching(/for 3 days; .* enable it again/),
    });
    const [given] = (await admin.get(`/platen/v1/webhooks/${id}/deliveries`)).body;
    expect(given).toMatchObject({ state: 'failed', attempts: 2 });
    const repeat = await admin.post(`/platen/v1/webhooks/${id}/deliveries/${given.id}/repeat`);
    expect([repeat.status, repeat.body.code]).toEqual([400, 'rest_webhook_disabled']);

    receiver.answering = () => ({ status: 200 });
    await make('posts', { title: 'Meanwhile', status: 'publish' });
    await sent();
    await admin.post(`/platen/v1/webhooks/${id}`, { status: 'enabled' });
    await make('posts', { title: 'Back', status: 'publish' });
    expect((await sent()).map(({ body }) => body.data.item.title.rendered)).toEqual(['Back']);
  });

  it('are not sent inside: neither to an address nor to a name that leads there, nor along redirects', async () => {
    for (const url of [
      'http://127.0.0.1/hook',
      'http://[::1]/hook',
      'http://localhost/hook',
      'http://169.254.169.254/latest',
      'http://10.1.2.3/',
      'http://receiver.example:22/',
      'file:///etc/passwd',
      'http://user:pass@receiver.example/',
      'not an address',
      `http://receiver.example/${'x'.repeat(2_000)}`,
    ]) {
      const { status, body } = await admin.post('/platen/v1/webhooks', { url });
      expect([url, status, body.code]).toEqual([url, 400, 'rest_invalid_param']);
    }
    const { id } = await add({ events: ['post.*'] });
    receiver.address = '10.0.0.1';
    await make('posts', { title: 'Inside', status: 'publish' });
    expect(await sent()).toEqual([]);
    const [refused] = (await admin.get(`/platen/v1/webhooks/${id}/deliveries`)).body;
    expect(refused).toMatchObject({ state: 'pending', status: 0, error: 'the host name leads to an inside address' });
    receiver.address = '93.184.216.34';
    receiver.answering = () => ({ status: 307, location: 'http://10.0.0.1/' });
    await make('posts', { title: 'Sent on', status: 'publish' });
    expect(await sent()).toHaveLength(1);
    const [redirected] = (await admin.get(`/platen/v1/webhooks/${id}/deliveries`)).body;
    expect(redirected).toMatchObject({ state: 'pending', error: expect.stringContaining('redirects') });
  });
});

describe('webhooks', () => {
  it('are for administrators', async () => {
    const { id } = await add();
    const roles: readonly (readonly [Role, number])[] = [
      ['anonymous', 401],
      ['subscriber', 403],
      ['contributor', 403],
      ['author', 403],
      ['editor', 403],
    ];
    for (const [role, status] of roles) {
      const client = site.as(role);
      for (const [method, path] of [
        ['GET', '/platen/v1/webhooks'],
        ['POST', '/platen/v1/webhooks'],
        ['GET', `/platen/v1/webhooks/${id}`],
        ['POST', `/platen/v1/webhooks/${id}`],
        ['DELETE', `/platen/v1/webhooks/${id}`],
        ['POST', `/platen/v1/webhooks/${id}/rotate`],
        ['POST', `/platen/v1/webhooks/${id}/ping`],
        ['GET', `/platen/v1/webhooks/${id}/deliveries`],
        ['GET', `/platen/v1/webhooks/${id}/deliveries/1`],
        ['POST', `/platen/v1/webhooks/${id}/deliveries/1/repeat`],
      ] as const) {
        const answer = await client.send(method, path, method === 'POST' ? { body: { url: receiverUrl } } : {});
        expect([role, method, path, answer.status, answer.body.code]).toEqual([
          role,
          method,
          path,
          status,
          'rest_cannot_manage_webhooks',
        ]);
      }
    }
  });

  it('show their secrets once', async () => {
    const { id, secret } = await add({ description: 'The cache' });
    for (const path of ['/platen/v1/webhooks', `/platen/v1/webhooks/${id}`])
      expect(JSON.stringify((await admin.get(path)).body)).not.toContain(secret.slice(6, 30));
    expect((await admin.get(`/platen/v1/webhooks/${id}`)).body).toMatchObject({
      id,
      url: receiverUrl,
      events: ['*'],
      description: 'The cache',
      status: 'enabled',
      reason: '',
    });
  });

  it('can be tried', async () => {
    const { id, secret } = await add();
    expect((await admin.post(`/platen/v1/webhooks/${id}/ping`)).body).toMatchObject({ event: 'webhook.ping' });
    const { text, headers } = only(await sent(), 'webhook.ping');
    new Webhook(secret).verify(text, headers);
  });

  it('refuse what makes no sense', async () => {
    const { id } = await add();
    for (const body of [
      { url: receiverUrl, events: [] },
      { url: receiverUrl, events: ['post'] },
      { url: receiverUrl, events: ['nothing.update'] },
      { url: receiverUrl, events: ['post.explode'] },
      { url: receiverUrl, events: ['post.update.more'] },
      { url: receiverUrl, events: Array(51).fill('*') },
      { url: receiverUrl, events: { a: 1 } },
      { url: receiverUrl, description: 'x'.repeat(1_001) },
      { url: { a: 1 } },
      {},
    ]) {
      const { status, body: refused } = await admin.post('/platen/v1/webhooks', body);
      expect([body, status, refused.code]).toEqual([body, 400, expect.stringMatching(/^rest_(?:invalid|missing)/)]);
    }
    expect((await admin.post(`/platen/v1/webhooks/${id}`, { status: 'broken' })).status).toBe(400);
    expect((await admin.post(`/platen/v1/webhooks/${id}`, { url: 'http://localhost/' })).status).toBe(400);
    expect((await admin.post(`/platen/v1/webhooks/${id}/rotate`, { overlap_hours: -1 })).status).toBe(400);
    for (const path of ['', '/rotate', '/ping', '/deliveries/1/repeat'])
      expect((await admin.post(`/platen/v1/webhooks/999999${path}`, {})).status).toBe(404);
    expect((await admin.get('/platen/v1/webhooks/999999/deliveries')).status).toBe(404);
    expect((await admin.get(`/platen/v1/webhooks/${id}/deliveries/999999`)).status).toBe(404);
  });

  it('are at most a hundred', async () => {
    for (let n = 0; n < 100; n++)
      expect((await admin.post('/platen/v1/webhooks', { url: receiverUrl })).status).toBe(201);
    const { status, body } = await admin.post('/platen/v1/webhooks', { url: receiverUrl });
    expect([status, body.code]).toEqual([400, 'rest_webhooks_full']);
  });
});

describe('webhooks from the terminal', () => {
  const run = (name: string, line: CommandLine = {}): Promise<string> =>
    runOnStore(webhookCommands, `webhook ${name}`, line, {
      store: site.platen.store,
      config: site.platen.config,
      clock: () => nowMs + offsetMs,
    });

  it('are added, listed, rotated and removed', async () => {
    expect(await run('list')).toBe('There are no webhooks.');
    const added = await run('add', { operands: { url: receiverUrl }, flags: { events: 'post.*, page.publish' } });
    const id = /^Webhook (\d+) is added\..*\nwhsec_[A-Za-z0-9+/]{43}=$/.exec(added)?.[1] ?? '';
    expect(await run('list')).toBe(`${id}\tenabled\t${receiverUrl}\tpost.*,page.publish\t-`);
    const rotated = await run('rotate', { operands: { id }, flags: { overlap: '2' } });
    expect(rotated).toMatch(/for 2 hours\.\nwhsec_/);
    expect(rotated.split('\n')[1]).not.toBe(added.split('\n')[1]);
    expect(await run('remove', { operands: { id } })).toBe(`Webhook ${id} is removed.`);
    for (const [name, operands] of [
      ['remove', { id }],
      ['rotate', { id }],
      ['deliveries', { id }],
      ['repeat', { delivery: '999999' }],
      ['remove', { id: 'x' }],
      ['add', { url: 'http://localhost/' }],
    ] as const)
      await expect(run(name, { operands })).rejects.toThrow(/There is no|is not a number|cannot be sent/);
    const wrong = run('add', { operands: { url: receiverUrl }, flags: { events: 'post' } });
    await expect(wrong).rejects.toThrow('"post" is not an event');
    await expect(run('rotate', { operands: { id }, flags: { overlap: '-1' } })).rejects.toThrow('0 to 720');
  });

  it('show their deliveries, which can be repeated', async () => {
    const { id } = await add({ events: ['post.*'] });
    expect(await run('deliveries', { operands: { id: String(id) } })).toBe('There are no deliveries.');
    const post = await make('posts', { title: 'Listed', status: 'publish' });
    const [first] = await sent();
    const [delivery = '', state, event, item, attempts, status] = (
      await run('deliveries', { operands: { id: String(id) } })
    ).split('\t');
    expect([state, event, item, attempts, status]).toEqual([
      'delivered',
      'post.publish',
      `post:${post.id}`,
      '1 attempts',
      '204',
    ]);
    const answerNow = holdAnswers();
    expect(await run('repeat', { operands: { delivery } })).toContain('queued again');
    await expect(run('repeat', { operands: { delivery } })).rejects.toThrow('yet to be sent');
    answerNow();
    expect((await sent()).map(({ text }) => text)).toEqual([first?.text]);
    await admin.post(`/platen/v1/webhooks/${id}`, { status: 'disabled' });
    await expect(run('repeat', { operands: { delivery } })).rejects.toThrow('disabled');
  });
});
