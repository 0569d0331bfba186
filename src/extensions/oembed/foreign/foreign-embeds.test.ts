import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createFetcher } from '../../../lib/fetcher.ts';
import { createForeignEmbeds } from './foreign-embeds.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/**
 * The real fetcher on a simulated network: names resolve as configured, and every connection ends at one local server.
 */
async function outside(listener: RequestListener, names: Record<string, string[]>) {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo; // A server that listens on a port has such an address.
  const hosts: string[] = [];
  let nowMs = 0;
  const embeds = createForeignEmbeds(
    createFetcher({
      resolve: async (name) => names[name]?.splice(0, 1) ?? ['93.184.216.34'],
      connect: ({ hostname }) => {
        hosts.push(hostname);
        return connect({ host: '127.0.0.1', port });
      },
    }),
    () => nowMs,
  );
  const ask = (url: string, discover = true) => embeds({ url, maxWidth: 500, maxHeight: null, discover });
  const wait = (ms: number) => {
    nowMs += ms;
  };
  return { ask, hosts, wait };
}

const page = (href: string) => `<head><link rel="alternate" type="application/json+oembed" href="${href}"></head>`;

/** A site with one page and an oEmbed endpoint that answers as configured. */
const provider =
  (answer: unknown, type = 'text/html'): RequestListener =>
  (request, response) => {
    if (request.url?.startsWith('/oembed')) response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    else response.setHeader('content-type', type).end(page('http://blog.example/oembed?id=1'));
  };

describe('embeds from outside', () => {
  it('a page is read for its provider, and the provider is asked with the size', async () => {
    const asked: string[] = [];
    const { ask } = await outside((request, response) => {
      asked.push(request.url ?? '');
      provider({ type: 'rich', title: 'T', html: '<iframe src="https://blog.example/e"></iframe>' })(request, response);
    }, {});
    expect(await ask('http://blog.example/post')).toMatchObject({
      title: 'T',
      html: expect.stringContaining('sandbox='),
    });
    expect(asked).toEqual(['/post', '/oembed?id=1&maxwidth=500']);
  });

  it('a known provider is asked straight away, with every letter of the address encoded', async () => {
    const asked: string[] = [];
    const { ask, hosts } = await outside((request, response) => {
      asked.push(request.url ?? '');
      response.end(JSON.stringify({ type: 'video', html: '<iframe src="https://player.vimeo.com/video/1"></iframe>' }));
    }, {});
    const url = 'https://vimeo.com/1"><svg/onload=alert(1)>';
    expect(await ask(url)).toMatchObject({ type: 'video' });
    expect(hosts).toEqual(['vimeo.com']);
    expect(asked[0]).not.toMatch(/[<>"]/);
    expect(new URL(asked[0]!, 'https://vimeo.com').searchParams.get('url')).toBe(url);
  });

  it('without leave to discover, strangers are not asked', async () => {
    const { ask, hosts } = await outside(provider({}), {});
    expect(await ask('http://blog.example/post', false)).toBeNull();
    expect(hosts).toEqual([]);
  });

  it.each([
    ['script and handlers', { type: 'rich', html: '<script>alert(1)</script><img src=x onerror=alert(1)>' }],
    ['srcdoc', { type: 'video', html: '<iframe srcdoc="<script>alert(1)</script>"></iframe>' }],
    ['a type of its own', { type: 'widget', html: '<iframe src="https://blog.example/e"></iframe>' }],
    ['no JSON', 'oops'],
  ])('a provider that answers with %s is not believed', async (_, answer) => {
    const { ask } = await outside(provider(answer), {});
    expect(await ask('http://blog.example/post')).toBeNull();
  });

  it.each([
    'http://127.0.0.1/',
    'http://169.254.169.254/',
    'http://localhost/',
    'file:///etc/passwd',
    'gopher://blog.example/',
  ])('a page that redirects to %s leads nowhere, and nothing inside is touched', async (location) => {
    const { ask, hosts } = await outside((_, response) => response.writeHead(302, { location }).end(), {});
    expect(await ask('http://blog.example/post')).toBeNull();
    expect(hosts).toEqual(['blog.example']);
  });

  it('a page that names an endpoint inside is not followed', async () => {
    const { ask, hosts } = await outside(
      (_, response) => response.setHeader('content-type', 'text/html').end(page('http://127.0.0.1/admin')),
      {},
    );
    expect(await ask('http://blog.example/post')).toBeNull();
    expect(hosts).toEqual(['blog.example']);
  });

  it('a name that turns inside between page and endpoint is caught', async () => {
    const { ask, hosts } = await outside(provider({ type: 'link', title: 'T' }), {
      'blog.example': ['93.184.216.34', '10.0.0.1'],
    });
    expect(await ask('http://blog.example/post')).toBeNull();
    expect(hosts).toEqual(['blog.example']);
  });

  it('a page that is no page, or endless, ends the question', async () => {
    const image = await outside(provider({ type: 'link' }, 'image/png'), {});
    expect(await image.ask('http://blog.example/post')).toBeNull();
    const endless = await outside((_, response) => {
      response.setHeader('content-type', 'text/html');
      const feed = setInterval(() => response.write('x'.repeat(65_536)), 1);
      response.on('close', () => clearInterval(feed));
    }, {});
    expect(await endless.ask('http://blog.example/post')).toBeNull();
  });

  it('markup made to break a parser is no embed, again and again', async () => {
    const deep = '<div>'.repeat(20_000);
    const { ask } = await outside((request, response) => {
      if (request.url?.startsWith('/oembed')) response.end(JSON.stringify({ type: 'rich', title: deep, html: deep }));
      else response.setHeader('content-type', 'text/html').end(`${page('http://blog.example/oembed')}${deep}`);
    }, {});
    expect(await ask('http://blog.example/post')).toBeNull();
    expect(await ask('http://blog.example/post')).toBeNull();
  });

  it('a fault on the way is no embed and is not kept as a fault', async () => {
    const embeds = createForeignEmbeds(
      async () => {
        throw new Error('fault');
      },
      () => 0,
    );
    const question = { url: 'http://blog.example/post', maxWidth: 1, maxHeight: null, discover: true };
    expect([await embeds(question), await embeds(question)]).toEqual([null, null]);
  });

  it('answers are cached for a day, failures for minutes, and a crowd asks once', async () => {
    let asked = 0;
    let up = true;
    const { ask, wait } = await outside((request, response) => {
      if (request.url?.startsWith('/oembed')) asked++;
      if (up) provider({ type: 'link', title: 'T' })(request, response);
      else response.writeHead(500).end();
    }, {});
    const crowd = await Promise.all(Array.from({ length: 20 }, () => ask('http://blog.example/post')));
    expect(crowd.every((answer) => answer?.['title'] === 'T')).toBe(true);
    expect(asked).toBe(1);
    wait(23 * 3_600_000);
    await ask('http://blog.example/post');
    expect(asked).toBe(1);
    wait(2 * 3_600_000);
    up = false;
    expect(await ask('http://blog.example/post')).toBeNull();
    up = true;
    expect(await ask('http://blog.example/post')).toBeNull();
    wait(300_001);
    expect(await ask('http://blog.example/post')).toMatchObject({ title: 'T' });
  });
});
