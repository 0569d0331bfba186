import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { createFetcher, type Fetcher } from '../../../../src/lib/fetcher.ts';

/** A message as it arrived. */
export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  // Tests look into messages of every shape.
  // biome-ignore lint/suspicious/noExplicitAny: a message is whatever the server sent
  readonly body: any;
}

type Answered = { status: number; text?: string; location?: string } | null;

/** What the receiver answers, at once or later; null ends the connection without a word. */
export type Answering = (message: Received) => Answered | Promise<Answered>;

/** A receiver of webhooks on a port of this machine. For the fetcher it is a public host. */
export interface WebhookReceiver {
  readonly messages: Received[];
  /** Changes how it answers. */
  answering: Answering;
  /** Where `receiver.example` leads. */
  address: string;
  readonly fetch: Fetcher;
  close(): Promise<void>;
}

export const receiverUrl = 'http://receiver.example/hook';

export async function webhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const message = { path: request.url ?? '', headers, text, body: JSON.parse(text) };
    receiver.messages.push(message);
    const answer = await receiver.answering(message);
    if (!answer) {
      request.socket.destroy();
      return;
    }
    const location = answer.location === undefined ? {} : { location: answer.location };
    response.writeHead(answer.status, { 'content-type': 'text/plain', ...location }).end(answer.text ?? '');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    messages: [],
    answering: () => ({ status: 204 }),
    address: '93.184.216.34',
    fetch: createFetcher({
      userAgent: 'Platen',
      resolve: async () => [receiver.address],
      connect: () => connect({ host: '127.0.0.1', port }),
    }),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return receiver;
}
