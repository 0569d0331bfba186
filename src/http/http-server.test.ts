import { once } from 'node:events';
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createHttpServer } from './http-server.ts';

const loopback = { host: '127.0.0.1', port: 0 };

async function get(options: RequestOptions) {
  const asking = request(options);
  asking.end();
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  return { body: await text(response) };
}

describe('the HTTP server', () => {
  it('says where it listens, once it does', async () => {
    const server = createHttpServer();
    expect(server.url()).toBeNull();
    const url = await server.listen(loopback);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(server.url()).toBe(url);
    await server.close();
  });

  it.runIf(process.platform === 'linux').each(['0.0.0.0', '::'])(
    'names an address that can be reached where it listens on all: %s',
    async (host) => {
      const server = createHttpServer();
      expect(await server.listen({ host, port: 0 })).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      await server.close();
    },
  );

  it('refuses to listen where another does', async () => {
    const [first, second] = [createHttpServer(), createHttpServer()];
    const port = Number(new URL(await first.listen(loopback)).port);
    await expect(second.listen({ ...loopback, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await second.close();
    await first.close();
  });

  it('serves a connection from within the process, without listening', async () => {
    const server = createHttpServer();
    server.onRequest((message, response) => response.end(`at ${message.url}`));
    const answered = await get({ path: '/here', createConnection: () => server.connect() });
    expect(answered.body).toBe('at /here');
  });

  it('ends idle connections when it closes, and lets a request under way finish', async () => {
    const server = createHttpServer();
    const begun = Promise.withResolvers<() => void>();
    server.onRequest((_message, response) => begun.resolve(() => response.end('finished')));
    const { port } = new URL(await server.listen(loopback));
    const [silent, slow] = [connect(Number(port), '127.0.0.1'), connect(Number(port), '127.0.0.1')];
    slow.write('GET / HTTP/1.1\r\nHost:');
    await Promise.all([once(silent, 'connect'), once(slow, 'connect')]);
    const agent = new Agent({ keepAlive: true });
    const asked = get({ host: '127.0.0.1', port, agent });
    const finish = await begun.promise;
    const closed = server.close();
    await Promise.all([once(silent.resume(), 'close'), once(slow.resume(), 'close')]);
    finish();
    expect((await asked).body).toBe('finished');
    await closed;
    agent.destroy();
  });

  it('tells a client that does not speak HTTP, and one with too many headers', async () => {
    const server = createHttpServer();
    const { port } = new URL(await server.listen(loopback));
    const say = async (bytes: string) => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(bytes);
      return text(socket);
    };
    expect(await say('nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 .*"code":"rest_invalid_request"/s);
    const headers = Array.from({ length: 2_000 }, (_, n) => `X-${n}: ${'y'.repeat(20)}`).join('\r\n');
    expect(await say(`GET / HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 .*"code":"rest_headers_too_large"/s,
    );
    await server.close();
  });
});
