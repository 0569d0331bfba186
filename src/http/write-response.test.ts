import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeResponse } from './write-response.ts';

/** A file of ten bytes by its announcement, of which the query says what is sent. */
const server = createServer((message, response) => {
  const sent = new URL(message.url ?? '', 'http://site.test').searchParams.get('sent') ?? '';
  const payload = Readable.from([Buffer.from(sent.slice(0, 4)), Buffer.from(sent.slice(4))]);
  void writeResponse(message, response, {
    status: 200,
    type: 'text/plain',
    headers: { 'Content-Length': '10' },
    payload,
  });
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

async function answered(sent: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const asked = request({ port, host: '127.0.0.1', path: `/?sent=${sent}`, agent: false });
  asked.end();
  const [answer] = await once(asked, 'response');
  return text(answer);
}

it('a body that is as long as was announced arrives', async () => {
  expect(await answered('0123456789')).toBe('0123456789');
});

it.each([
  ['shorter', '01234'],
  ['longer', '0123456789HTTP/1.1'],
])('one that is %s ends the connection, so that nothing is taken for another response', async (_, sent) => {
  await expect(answered(sent)).rejects.toThrow(/aborted|socket hang up/);
});
