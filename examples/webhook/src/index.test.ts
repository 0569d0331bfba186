import { equal, partialDeepStrictEqual } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, beforeEach, describe, it } from 'node:test';
import { startPlaten } from 'platen/testing';
import webhook from './index.ts';

const site = await startPlaten({ extensions: [webhook], extensionOptions: { PLATEN_PUBLISHED_SECRET: 'top secret' } });
beforeEach(() => site.reset());
after(() => site.close());

const address = 'https://hooks.example.org/platen';

describe('the webhook', () => {
  it('sends a signed message when a post is published', async () => {
    site.network.answer(address, { status: 204 });
    const draft = await site.post({ title: 'Hello', status: 'draft' });
    await site.platen.runDue();
    equal(site.network.calls.length, 0);

    const published = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"status":"publish"}' };
    await site.as(site.admin)(`/wp-json/wp/v2/posts/${draft.id}`, published);
    await site.platen.runDue();

    const [call] = site.network.calls;
    const { text = '', headers = {} } = call?.options.post ?? {};
    equal(call?.url, address);
    partialDeepStrictEqual(JSON.parse(text), { type: 'post.published', data: { id: draft.id, title: 'Hello' } });
    const signedText = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
    const signature = createHmac('sha256', 'top secret').update(signedText).digest('base64');
    equal(headers['webhook-signature'], `v1,${signature}`);
  });

  it('sends the message again after a failure, with the same id', async () => {
    site.network.answer(address, { status: 500 });
    await site.post({ title: 'Hello' });
    await site.platen.runDue();
    equal(site.network.calls.length, 1);

    site.network.answer(address, { status: 200 });
    await site.clock.advance(3_600_000);
    const ids = site.network.calls.map(({ options }) => options.post?.headers?.['webhook-id']);
    equal(ids.length, 2);
    equal(ids[1], ids[0]);
  });
});
