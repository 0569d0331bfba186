import { Webhook } from 'standardwebhooks';
import { describe, expect, it, vi } from 'vitest';
import { revalidateRoute } from './next.ts';
import { verifyWebhook, webhookRoute } from './webhook.ts';

const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
const other = `whsec_${Buffer.from('another secret, which is not it!').toString('base64')}`;
const text = JSON.stringify({
  type: 'post.update',
  timestamp: '2026-01-31T10:00:00.000Z',
  data: { kind: 'post', type: 'post', id: 7, action: 'update', item: null, urls: [], everything: false },
});
const nowMs = Date.UTC(2026, 0, 31, 10);

/** The headers as the library of Standard Webhooks makes them. */
function signed(body: string, { by = [secret], atMs = nowMs }: { by?: string[]; atMs?: number } = {}): Headers {
  const at = new Date(atMs);
  const signatures = by.map((one) => new Webhook(one).sign('msg_1', at, body));
  return new Headers({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(atMs / 1000)),
    'webhook-signature': signatures.join(' '),
  });
}

describe('a message', () => {
  it('is taken with the right signature, also as one of two', async () => {
    expect(await verifyWebhook(text, signed(text), { secret, nowMs })).toMatchObject({ data: { id: 7 } });
    expect(await verifyWebhook(text, signed(text, { by: [other, secret] }), { secret, nowMs })).not.toBeNull();
  });

  it.each([
    ['with another secret', signed(text, { by: [other] }), secret, text],
    ['with another text', signed(text), secret, text.replace('7', '8')],
    ['of five minutes ago', signed(text, { atMs: nowMs - 301_000 }), secret, text],
    ['of five minutes ahead', signed(text, { atMs: nowMs + 301_000 }), secret, text],
    ['with many signatures', signed(text, { by: [...Array(8).fill(other), secret] }), secret, text],
    ['at no time', new Headers({ ...Object.fromEntries(signed(text)), 'webhook-timestamp': 'NaN' }), secret, text],
    ['without headers', new Headers(), secret, text],
    ['where no secret is set', signed(text), '', text],
    ['where the secret is not base64', signed(text), 'whsec_?', text],
  ])('%s is refused', async (_name, headers, own, body) => {
    expect(await verifyWebhook(body, headers, { secret: own, nowMs })).toBeNull();
  });
});

describe('the route', () => {
  const post = (body: string, headers = signed(body, { atMs: Date.now() })) =>
    new Request('https://www.example/api/webhook/', { method: 'POST', body, headers });

  it('expires the tags of a message, and says which', async () => {
    const expire = vi.fn();
    const answer = await webhookRoute({ secret, expire })(post(text));
    expect([answer.status, await answer.json()]).toEqual([200, { tags: ['post:7', 'posts'] }]);
    expect(expire.mock.calls[0]?.[0]).toEqual(['post:7', 'posts']);
  });

  it('refuses one that is forged, and does nothing for a ping', async () => {
    const expire = vi.fn();
    const route = webhookRoute({ secret, expire });
    expect((await route(post(text, new Headers()))).status).toBe(401);
    const ping = JSON.stringify({ type: 'webhook.ping', timestamp: '', data: { webhook: 1 } });
    expect((await route(post(ping))).status).toBe(200);
    expect(expire).not.toHaveBeenCalled();
  });

  it('reads nothing of a message without the marks of one, and no more of a large one than Platen would send', async () => {
    const expire = vi.fn();
    const route = webhookRoute({ secret, expire });
    let pulled = 0;
    const flood = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          pulled += 1;
          controller.enqueue(new Uint8Array(100_000).fill(32));
        },
      });
    const send = (headers: Headers) =>
      route(new Request('https://www.example/', { method: 'POST', body: flood(), headers, duplex: 'half' }));
    expect((await send(new Headers())).status).toBe(401);
    expect((await send(signed(text, { atMs: Date.now() - 400_000 }))).status).toBe(401);
    expect(pulled).toBeLessThan(4);
    expect((await send(signed(text, { atMs: Date.now() }))).status).toBe(413);
    expect(pulled).toBeLessThan(16);
    expect(expire).not.toHaveBeenCalled();
  });

  it('does nothing when somebody sends a recorded message again, and takes one that Platen repeats', async () => {
    const expire = vi.fn();
    const route = webhookRoute({ secret, expire });
    const headers = signed(text, { atMs: Date.now() });
    for (let n = 0; n < 3; n++) expect((await route(post(text, headers))).status).toBe(200);
    headers.append('webhook-signature', 'v1,AAAA');
    headers.set('webhook-signature', `${headers.get('webhook-signature')?.replace(', ', ' ')}`);
    expect((await route(post(text, headers))).status).toBe(200);
    expect(expire).toHaveBeenCalledTimes(1);
    expect((await route(post(text, signed(text, { atMs: Date.now() - 2_000 })))).status).toBe(200);
    expect(expire).toHaveBeenCalledTimes(2);
  });

  it('takes a message again that could not be handled', async () => {
    const expire = vi.fn().mockRejectedValueOnce(new Error('The cache is away.'));
    const route = webhookRoute({ secret, expire });
    const headers = signed(text, { atMs: Date.now() });
    await expect(route(post(text, headers))).rejects.toThrow('The cache is away.');
    expect((await route(post(text, headers))).status).toBe(200);
    expect(expire).toHaveBeenCalledTimes(2);
  });

  it('has Next expire each tag at once', async () => {
    const revalidateTag = vi.fn();
    await revalidateRoute({ secret, revalidateTag })(post(text));
    expect(revalidateTag.mock.calls).toEqual([
      ['post:7', { expire: 0 }],
      ['posts', { expire: 0 }],
    ]);
  });
});
