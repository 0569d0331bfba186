import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

/** An S3 server of the test, with one bucket. */
export interface TestBucket {
  /** The setting of a site that stores its files there. */
  readonly storage: string;
  /** Multipart uploads that were given up. */
  readonly aborted: readonly string[];
  /** Requests so far, as `METHOD path`. */
  readonly asked: readonly string[];
  /** Keys of the objects that begin with this. */
  keys(beginning: string): string[];
  close(): Promise<void>;
}

/** s3rver, behind a server that also answers AbortMultipartUpload, which it does not know. */
export async function openTestBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), 'platen-bucket-'));
  const inner = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    allowMismatchedSignatures: true,
    directory,
    configureBuckets: [{ name: 'media', configs: [] }],
  });
  const { port } = await inner.run();
  const [aborted, asked]: [string[], string[]] = [[], []];
  const front: Server = createServer((message, answer) => {
    const { method = '', url = '', headers } = message;
    asked.push(`${method} ${url}`);
    const uploadId = method === 'DELETE' && new URL(url, 'http://s3').searchParams.get('uploadId');
    if (uploadId) {
      aborted.push(uploadId);
      answer.writeHead(204).end();
      return;
    }
    const passed = request({ host: '127.0.0.1', port, method, path: url, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    message.pipe(passed);
    // A server that was killed leaves its connection open at the other end.
    message.on('close', () => message.complete || passed.destroy());
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  // Listening on a port, it has this kind of address.
  const { port: frontPort } = front.address() as AddressInfo;
  return {
    storage: `s3+http://S3RVER:S3RVER@127.0.0.1:${frontPort}/media/site?region=us-east-1`,
    aborted,
    asked,
    keys: (beginning) =>
      readdirSync(join(directory, 'media'), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('._S3rver_object') && path.startsWith(beginning))
        .map((path) => path.slice(0, -'._S3rver_object'.length))
        .sort(),
    async close() {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
      await inner.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
