import { writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answersAt, freePort, startChild } from '../lib/child.ts';
import { type BenchRequest, type PeerRequests, type ReadKind, type RunningPeer, readKinds } from '../lib/peer.ts';

const server = fileURLToPath(new URL('./bare-server.ts', import.meta.url));
const perConnection = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

export interface BareOptions {
  readonly folder: string;
  readonly cores?: string;
  readonly processes?: number;
}

/** A bare `node:http` server that sends the bytes another server sends, headers included. */
export async function startBare(like: PeerRequests, options: BareOptions): Promise<RunningPeer> {
  const port = await freePort();
  const answers: Record<string, { headers: string[]; body: string }> = {};
  const requests: Partial<Record<ReadKind, BenchRequest>> = {};
  for (const kind of readKinds) {
    const request = like[kind];
    if (!request) continue;
    const { pathname, search } = new URL(request.url);
    answers[`${pathname}${search} ${request.headers?.['accept-encoding'] ?? ''}`] = await record(request);
    requests[kind] = { ...request, url: `http://127.0.0.1:${port}${pathname}${search}` };
  }
  const file = join(options.folder, `bare-${port}.json`);
  await writeFile(file, JSON.stringify(answers));
  const child = startChild(process.execPath, [server, file, String(port), String(options.processes ?? 1)], {
    ...(options.cores === undefined ? {} : { cores: options.cores }),
  });
  await answersAt(Object.values(requests)[0]?.url as string, child);
  return { pid: child.pid, requests, stop: () => child.stop() };
}

/** The response with its bytes as they were sent, which may be compressed; in base64. */
async function record({ url, headers: sent }: BenchRequest): Promise<{ headers: string[]; body: string }> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers: { ...sent } }, resolve).once('error', reject);
  });
  const body = Buffer.concat(await answer.toArray()).toString('base64');
  const headers = Object.entries(answer.headersDistinct)
    .filter(([name]) => !perConnection.has(name))
    .flatMap(([name, values = []]) => values.flatMap((value) => [name, value]));
  return { headers, body };
}
