import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

/** A web server that knows nothing but the files of a folder. */
export interface FileServer {
  readonly origin: string;
  close(): void;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.xml': 'application/xml',
};

export async function fileServer(folder: string): Promise<FileServer> {
  const server = createServer((request, response) => void serve(folder, String(request.url), response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

async function serve(folder: string, url: string, response: ServerResponse): Promise<void> {
  const path = join(folder, decodeURIComponent(url.split('?')[0] ?? ''));
  const found = await stat(path).catch(() => null);
  const file = found?.isDirectory() ? join(path, 'index.html') : path;
  const isThere = await stat(file).then(
    (one) => one.isFile(),
    () => false,
  );
  response.statusCode = isThere ? 200 : 404;
  response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
  if (isThere) createReadStream(file).pipe(response);
  else response.end();
}
