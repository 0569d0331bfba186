import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliveriesTable, notedItemsTable } from '../../../src/changes/webhooks/webhook-tables.ts';
import { createPlaten, type Platen } from '../../../src/index.ts';
import { feedIsWhole } from '../../support/whole-feed.ts';
import { type MediaSite, mediaSite, picture } from '../media/media-client.ts';
import { receiverUrl, type WebhookReceiver, webhookReceiver } from '../platen/webhooks/webhook-receiver.ts';
import { ended, filesWith, path, rowsWith } from './person-site.ts';

const texts = ['zenobia', 'quillfeather', 'author@example.org', 'visiting-name'];
const says = (text: string): boolean => texts.some((one) => text.toLowerCase().includes(one));

let site: MediaSite;
/** Makes and sends deliveries, as another process of the site. */
let sender: Platen;
let other: Platen;
let otherOrigin: string;
let receiver: WebhookReceiver;
/** How far the clock of the sender is ahead: a delivery that failed is due again. */
let offsetMs = 0;
let [post, file, comment, visiting] = [0, 0, 0, 0];
let link = '';

beforeAll(async () => {
  site = await mediaSite();
  receiver = await webhookReceiver();
  const { config, log } = site.platen;
  sender = await createPlaten({ ...config, log, clock: () => Date.now() + offsetMs }, { fetch: receiver.fetch });
  other = await createPlaten({ ...config, log, port: 0 });
  otherOrigin = await other.listen();
  const profile = { name: 'Zenobia Quillfeather', slug: 'zenobia', first_name: 'Zenobia' };
  await boss().post(`/wp/v2/users/${site.users.author}`, profile);
  expect((await boss().post('/platen/v1/webhooks', { url: receiverUrl })).status).toBe(201);
  await feedIsWhole(site.platen, sender);
  await sender.runDue();
  receiver.answering = () => ({ status: 503 });
});
afterAll(async () => {
  await other?.close();
  await sender?.close();
  await receiver?.close();
  await site?.close();
});

const boss = () => site.as('administrator');
const deliveries = () => site.platen.store.table(deliveriesTable).find({});

/** Everything of the person that visitors see, at both instances: what is said, and whether it came from the cache. */
async function seen(): Promise<{ readonly url: string; readonly text: string; readonly cache: string | null }[]> {
  const paths = [
    `/wp-json/wp/v2/posts/${post}?_embed`,
    `/wp-json/wp/v2/comments?post=${post}`,
    '/wp-json/wp/v2/users',
    '/wp-json/wp/v2/media?_embed',
    new URL(link).pathname,
    '/author/zenobia/',
    '/feed/',
    '/comments/feed/',
  ];
  const urls = [site.origin, otherOrigin].flatMap((origin) => paths.map((one) => origin + one));
  const answers = urls.map(async (url) => {
    const answer = await fetch(url, { redirect: 'manual' });
    return { url, text: await answer.text(), cache: answer.headers.get('x-cache') };
  });
  return Promise.all(answers);
}

const since = async (): Promise<string> => {
  for (let cursor = ''; ; ) {
    const { body } = await boss().get(`/platen/v1/changes?${cursor && `since=${cursor}`}`);
    if (!body.more) return body.cursor;
    cursor = body.cursor;
  }
};

describe('an erasure', () => {
  let cursor: string;
  it('begins where caches and waiting deliveries tell of the person', async () => {
    const own = site.as('author');
    ({ id: post, link } = (
      await own.post('/wp/v2/posts', { title: 'Hers', content: 'A text.', status: 'publish' })
    ).body);
    const sent = { name: 'zenobia-portrait.jpg', content: await picture(60, 40), type: 'image/jpeg' };
    file = (await site.upload('author', sent)).body.id;
    comment = (await own.post('/wp/v2/comments', { post, content: 'By her account.' })).body.id;
    // A name that nothing else says is hers: the comment is found by its address.
    const { store } = site.platen;
    visiting = (await own.post('/wp/v2/comments', { post, content: 'By her address.' })).body.id;
    await store.comments.updateMany([visiting], { userId: 0, authorName: 'Visiting-Name' });
    await feedIsWhole(site.platen, sender, other);
    await sender.runDue();
    const waiting = (await deliveries()).filter(({ state, payload }) => state === 'pending' && says(payload));
    expect(waiting.map(({ itemKey }) => itemKey)).toEqual(
      expect.arrayContaining([`post:${file}`, `comment:${comment}`, `comment:${visiting}`]),
    );
    // A receiver may say what it was sent.
    await store.table(deliveriesTable).update({ id: waiting[0]?.id ?? 0 }, { answerText: 'Not now, Zenobia.' });
    await seen();
    const cached = (await seen()).filter(({ text, cache }) => says(text) && cache === 'hit');
    expect(new Set(cached.map(({ url }) => new URL(url).origin)).size).toBe(2);
    cursor = await since();
  });

  it('is told by the change feed: what is gone, and what is another’s now', async () => {
    const { editor, author } = site.users;
    const body = { user: author, action: 'erase', reason: 'by letter', reassign: editor, uploads: 'remove' };
    const begun = await boss().post(path, body);
    expect(await ended(site, begun.body.id)).toMatchObject({ state: 'done', error: '' });
    await feedIsWhole(site.platen, sender, other);
    const { body: page } = await boss().get(`/platen/v1/changes?context=edit&since=${cursor}`);
    const changes: { change: string; type: string; id: number; item: Record<string, unknown> | null }[] = page.changes;
    const of = (type: string, id: number) => changes.find((one) => one.type === type && one.id === id);
    expect(of('user', author)).toMatchObject({ change: 'delete', item: null });
    expect(of('attachment', file)).toMatchObject({ change: 'delete', item: null });
    expect(of('post', post)).toMatchObject({ change: 'update', item: { author: editor } });
    for (const id of [comment, visiting])
      expect(of('comment', id)).toMatchObject({ change: 'update', item: { author: 0, author_name: 'Anonymous' } });
    expect(says(JSON.stringify(changes))).toBe(false);
  });

  it('leaves nothing in tables, files and the caches of any instance', async () => {
    await expect.poll(() => rowsWith(site, texts)).toEqual([]);
    expect(await filesWith(site.platen.config.dataDir, texts)).toEqual([]);
    for (const { url, text } of await seen())
      expect([url, says(text.replaceAll('/author/zenobia', ''))]).toEqual([url, false]);
    for (const origin of [site.origin, otherOrigin])
      expect((await fetch(`${origin}/author/zenobia/`)).status).toBe(404);
  });

  it('is told by webhooks: those that waited say nothing of the person, and every removal arrives', async () => {
    receiver.answering = () => ({ status: 204 });
    receiver.messages.length = 0;
    offsetMs = 3_600_000;
    await sender.runDue();
    const got = receiver.messages.map(({ body, text }) => ({ type: body.type as string, data: body.data, text }));
    expect(got.filter(({ text }) => says(text))).toEqual([]);
    const of = (kind: string, id: number) => got.filter(({ data }) => data.kind === kind && data.id === id).at(-1);
    expect(of('user', site.users.author)).toMatchObject({ data: { item: null, everything: true } });
    expect(of('post', file)).toMatchObject({ type: 'attachment.delete', data: { item: null, everything: true } });
    // Made while the work was under way, its message named the archive that the post left.
    const told = of('post', post);
    expect(told?.type).toBe('post.update');
    expect(told?.data.item?.author ?? told?.data.everything).toBe(told?.data.item ? site.users.editor : true);
    for (const id of [comment, visiting])
      expect(of('comment', id)).toMatchObject({ type: 'comment.update', data: { item: { author_name: 'Anonymous' } } });
    const blank = got.find(({ data }) => data.item_omitted === true);
    expect(blank).toMatchObject({ data: { item: null, urls: [], everything: true } });
    expect((await deliveries()).filter(({ state }) => state === 'pending')).toEqual([]);
    expect(await rowsWith(site, texts)).toEqual([]);
    expect((await site.platen.store.table(notedItemsTable).find({})).some(({ urls }) => says(urls.join()))).toBe(false);
  });
});
