import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect as connectTcp } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createFetcher, type FetchOptions } from './fetcher.ts';
import type { ConnectTarget } from './http-exchange.ts';
import { FetchRefused } from './outbound-url.ts';

/** A double of the outside network: names resolve as configured, and every connection ends at one local server. */
async function outside(listener: RequestListener, names: Record<string, string[][]>) {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const connections: ConnectTarget[] = [];
  const asked: string[] = [];
  const fetch = createFetcher({
    userAgent: 'Test/1',
    resolve: async (hostname) => {
      asked.push(hostname);
      const answers = names[hostname];
      if (!answers) throw new Error('ENOTFOUND');
      return (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
    },
    connect: (target) => {
      connections.push(target);
      return connectTcp({ host: '127.0.0.1', port });
    },
  });
  const reason = async (url: string, options?: FetchOptions) =>
    fetch(url, options).then(
      () => 'answered',
      (error: unknown) => (error instanceof FetchRefused ? error.reason : error),
    );
  return { fetch, reason, connections, asked };
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const PUBLIC = '93.184.216.34';

describe('the guarded fetch', () => {
  it('reads only the beginning of an answer where that is enough', async () => {
    const { fetch, reason } = await outside(
      (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'.repeat(1_000_000)),
      { 'a.example': [[PUBLIC]] },
    );
    const { status, body } = await fetch('http://a.example/', { keepBytes: 100 });
    expect([status, body.toString()]).toEqual([200, 'x'.repeat(100)]);
    expect(await reason('http://a.example/', { maxBytes: 100 })).toBe('encoding');
  });

  it('posts a form, and takes it nowhere else', async () => {
    const { fetch, reason } = await outside(
      async (request, response) => {
        if (request.url === '/moved') response.writeHead(307, { location: '/' });
        const chunks: Buffer[] = [];
        for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
        response.end(`${request.method} ${request.headers['content-type']} ${Buffer.concat(chunks)}`);
      },
      { 'example.org': [[PUBLIC]] },
    );
    const form = { secret: 'a&b', token: 'é' };
    const { body } = await fetch('http://example.org/', { form });
    expect(body.toString()).toBe('POST application/x-www-form-urlencoded secret=a%26b&token=%C3%A9');
    expect(await reason('http://example.org/moved', { form })).toBe('redirects');
  });

  it('posts a text with headers, but none that the connection needs', async () => {
    const { fetch, reason } = await outside(
      async (request, response) => {
        if (request.url === '/moved') response.writeHead(307, { location: '/' });
        const chunks: Buffer[] = [];
        for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
        const { host, 'x-signature': signature, 'content-type': type } = request.headers;
        response.end(JSON.stringify({ host, signature, type, text: `${Buffer.concat(chunks)}` }));
      },
      { 'example.org': [[PUBLIC]] },
    );
    const headers = {
      'X-Signature': 'abc',
      Host: 'other.example',
      'Transfer-Encoding': 'chunked',
      'content-length': '1',
    };
    const post = { type: 'application/json', text: '{"é":1}', headers };
    const { body } = await fetch('http://example.org/', { post });
    expect(JSON.parse(`${body}`)).toEqual({
      host: 'example.org',
      signature: 'abc',
      type: 'application/json',
      text: '{"é":1}',
    });
    expect(await reason('http://example.org/moved', { post })).toBe('redirects');
    const split = { ...post, headers: { 'x-signature': 'a\r\nhost: evil' } };
    expect(await reason('http://example.org/', { post: split })).toBe('connection');
  });

  it('answers with status, media type, final address and body', async () => {
    const { fetch, connections } = await outside(
      (request, response) => {
        response.setHeader('content-type', 'Text/HTML; charset=utf-8');
        response.end(`${request.method} ${request.url} ${request.headers.host} ${request.headers['user-agent']}`);
      },
      { 'example.org': [[PUBLIC]] },
    );
    const answer = await fetch('http://example.org/a?b=c#d');
    expect(answer).toMatchObject({ status: 200, contentType: 'text/html', url: 'http://example.org/a?b=c' });
    expect(answer.body.toString()).toBe('GET /a?b=c example.org Test/1');
    expect(connections).toEqual([{ address: PUBLIC, port: 80, secure: false, hostname: 'example.org' }]);
  });

  it('connects to the address it checked, though the name changes its mind afterwards', async () => {
    const { fetch, connections, asked } = await outside((_, response) => response.end('ok'), {
      'rebind.example': [[PUBLIC], ['127.0.0.1']],
    });
    await fetch('http://rebind.example/');
    expect(asked).toEqual(['rebind.example']);
    expect(connections.map((target) => target.address)).toEqual([PUBLIC]);
  });

  it.each([['127.0.0.1'], ['10.0.0.8'], ['169.254.169.254'], ['::1'], ['::ffff:10.0.0.1'], ['64:ff9b::a00:1']])(
    'never connects where a name leads to %s',
    async (address) => {
      const { reason, connections } = await outside((_, response) => response.end('secret'), {
        'inside.example': [[PUBLIC, address]],
      });
      expect(await reason('http://inside.example/')).toBe('address');
      expect(connections).toEqual([]);
    },
  );

  it.each([
    ['http://127.0.0.1/', 'address'],
    ['http://169.254.169.254/', 'address'],
    ['http://localhost/', 'host'],
    ['file:///etc/passwd', 'scheme'],
    ['gopher://example.org/', 'scheme'],
    ['http://example.org:22/', 'port'],
    ['http://inside.example/', 'address'],
  ])('does not follow a redirect to %s', async (location, expected) => {
    const { reason, connections } = await outside((_, response) => response.writeHead(302, { location }).end(), {
      'example.org': [[PUBLIC]],
      'inside.example': [['10.0.0.1']],
    });
    expect(await reason('http://example.org/')).toBe(expected);
    expect(connections).toHaveLength(1);
  });

  it('follows a few redirects, relative ones too, resolving each host again', async () => {
    const { fetch, asked } = await outside(
      (request, response) => {
        if (request.url === '/one') response.writeHead(301, { location: '/two' }).end();
        else if (request.url === '/two') response.writeHead(307, { location: 'http://other.example/three' }).end();
        else response.end(request.url);
      },
      { 'example.org': [[PUBLIC]], 'other.example': [['8.8.8.8']] },
    );
    const answer = await fetch('http://example.org/one');
    expect(answer.url).toBe('http://other.example/three');
    expect(asked).toEqual(['example.org', 'example.org', 'other.example']);
  });

  it('gives up a circle of redirects', async () => {
    const { reason } = await outside((_, response) => response.writeHead(302, { location: '/' }).end(), {
      'example.org': [[PUBLIC]],
    });
    expect(await reason('http://example.org/')).toBe('redirects');
  });

  it('stops at the size limit, whatever length was announced', async () => {
    const { reason } = await outside(
      (_, response) => {
        response.on('close', () => clearInterval(feed));
        const feed = setInterval(() => response.write('x'.repeat(4096)), 1);
      },
      { 'example.org': [[PUBLIC]] },
    );
    expect(await reason('http://example.org/', { maxBytes: 10_000 })).toBe('size');
  });

  it('refuses a compressed answer it did not ask for', async () => {
    const { reason } = await outside(
      (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('bomb'),
      { 'example.org': [[PUBLIC]] },
    );
    expect(await reason('http://example.org/')).toBe('encoding');
  });

  it('bounds the time of a silent server, of a trickling one and of a stuck resolver', async () => {
    const silent = await outside(() => {}, { 'example.org': [[PUBLIC]] });
    expect(await silent.reason('http://example.org/', { timeoutMs: 100 })).toBe('time');
    const trickle = await outside(
      (_, response) => {
        response.on('close', () => clearInterval(feed));
        const feed = setInterval(() => response.write('.'), 10);
      },
      { 'example.org': [[PUBLIC]] },
    );
    expect(await trickle.reason('http://example.org/', { timeoutMs: 150 })).toBe('time');
    const stuck = createFetcher({ userAgent: 'Test/1', resolve: () => new Promise(() => {}) });
    await expect(stuck('http://example.org/', { timeoutMs: 50 })).rejects.toMatchObject({ reason: 'time' });
  });

  it('ends when the host changes the protocol, or closes without an answer', async () => {
    const { reason } = await outside(
      (request) => {
        if (request.url === '/upgrade')
          request.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
        else request.socket.end();
      },
      { 'a.example': [[PUBLIC]] },
    );
    expect(await reason('http://a.example/upgrade')).toBe('connection');
    expect(await reason('http://a.example/closed')).toBe('connection');
  });

  it('ends when its caller goes away', async () => {
    const { fetch } = await outside(() => {}, { 'example.org': [[PUBLIC]] });
    const caller = new AbortController();
    const pending = fetch('http://example.org/', { signal: caller.signal });
    caller.abort();
    await expect(pending).rejects.toMatchObject({ reason: 'aborted' });
  });

  it('says so when the name does not resolve or the connection breaks', async () => {
    const { reason } = await outside((request) => request.socket.destroy(), {
      'example.org': [[PUBLIC]],
      'empty.example': [[]],
    });
    expect(await reason('http://nowhere.example/')).toBe('unresolved');
    expect(await reason('http://empty.example/')).toBe('unresolved');
    expect(await reason('http://example.org/')).toBe('connection');
  });
});
