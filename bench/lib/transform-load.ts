import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Agent, createServer, request } from 'node:http';
import { pipeline } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../test/support/free-port.ts';
import { runChild, startChild } from './child.ts';
import type { PictureWork } from './make-with-vips.ts';
import { processorSeconds } from './process-facts.ts';
import { type Reads, readMeanwhile } from './read-meanwhile.ts';
import { type Load, putUnderLoad } from './wrk.ts';

export interface TransformSite {
  readonly origin: string;
  readonly pid: number;
  readonly authorization: string;
}

interface Told {
  readonly url: string;
  readonly addresses: readonly { readonly url: string }[];
}

/** Signed addresses of a file in these widths. */
export async function signedAddresses(site: TransformSite, id: number, widths: readonly number[]): Promise<string[]> {
  const found: string[] = [];
  for (let at = 0; at < widths.length; at += 40) {
    const query = `w=${widths.slice(at, at + 40)}&format=jpeg&q=82`;
    const answer = await fetch(`${site.origin}/wp-json/platen/v1/media/${id}/addresses?${query}`, {
      headers: { authorization: site.authorization },
    });
    if (!answer.ok) throw new Error(`The addresses were refused: ${await answer.text()}`);
    const { addresses } = (await answer.json()) as Told;
    for (const { url } of addresses) found.push(site.origin + new URL(url).pathname + new URL(url).search);
  }
  return found;
}

/** Asks for pictures that are not there yet, several at a time. */
export async function makeFirst(
  site: TransformSite,
  addresses: readonly string[],
  atOnce: number,
): Promise<PictureWork> {
  const [started, used] = [performance.now(), processorSeconds(site.pid) ?? 0];
  const statuses = await askAll(addresses, atOnce);
  if (statuses.get(200) !== addresses.length) throw new Error(`Some were refused: ${JSON.stringify([...statuses])}`);
  return {
    pictures: addresses.length,
    seconds: (performance.now() - started) / 1000,
    processorSeconds: (processorSeconds(site.pid) ?? 0) - used,
  };
}

/** Makes pictures of the same widths with libvips' tool. */
export async function makeWidthsWithVips(
  file: string,
  { widths, atOnce, folder }: { readonly widths: readonly number[]; readonly atOnce: number; readonly folder: string },
): Promise<PictureWork> {
  const each = `vipsthumbnail '${file}' --size "$1x" -o "${folder}/width-$1.jpg[Q=82,strip]"`;
  const script = `printf '%s\\n' ${widths.join(' ')} | xargs -P ${atOnce} -n 1 sh -c "$0" sh && times`;
  const started = performance.now();
  const printed = await runChild('bash', ['-c', script, each], { env: { VIPS_CONCURRENCY: '1' } });
  const times = [...(printed.trimEnd().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  const used = times.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
  return { pictures: widths.length, seconds: (performance.now() - started) / 1000, processorSeconds: used };
}

export interface ServedTwice {
  readonly platen: Load;
  readonly fileServer: Load;
  readonly bytes: number;
}

/** The same bytes from Platen and from a server that does nothing but stream a file, in short turns. */
export async function serveBeside(
  address: string,
  { file, folder, seconds }: { readonly file: string; readonly folder: string; readonly seconds: number },
): Promise<ServedTwice> {
  const port = await freePort();
  const bare = startChild(process.execPath, [fileURLToPath(import.meta.url), file, String(port)], {
    env: {},
    outputFile: `${folder}/bare.log`,
  });
  try {
    const url = `http://127.0.0.1:${port}/`;
    for (let n = 0; n < 1200 && !(await fetch(url).catch(() => null))?.ok; n += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const loads: { platen: Load[]; fileServer: Load[] } = { platen: [], fileServer: [] };
    for (let round = 0; round < 9; round += 1) {
      loads.fileServer.push(await putUnderLoad({ url, isRight: () => true }, { seconds, connections: 8, folder }));
      loads.platen.push(await putUnderLoad({ url: address, isRight: () => true }, { seconds, connections: 8, folder }));
    }
    return { platen: middle(loads.platen), fileServer: middle(loads.fileServer), bytes: (await stat(file)).size };
  } finally {
    await bare.stop();
  }
}

const middle = (loads: readonly Load[]): Load => {
  const load = loads.toSorted((one, other) => one.perSecond - other.perSecond)[loads.length >> 1];
  if (!load) throw new Error('There were no rounds.');
  return load;
};

/** Requests of other visitors that the response cache does not have: lists are quick, searches wait behind them. */
const otherReads = { lists: 'exclude=9', searches: 'search=' } as const;

export interface ReadsWhileAsked {
  readonly reads: Readonly<Record<keyof typeof otherReads, { readonly alone: Reads; readonly meanwhile: Reads }>>;
  readonly statuses: ReadonlyMap<number, number>;
}

/**
 * What requests of others take while one visitor asks for many sizes, of which most are refused. That visitor has another
 * address, as everywhere but on one machine: the server takes the networks of its visitors in turn.
 */
export async function readWhileAsked(
  { origin }: TransformSite,
  addresses: readonly string[],
  atOnce: number,
): Promise<ReadsWhileAsked> {
  const read = () => ({
    lists: readMeanwhile(`${origin}/wp-json/wp/v2/posts?per_page=10&${otherReads.lists}`),
    searches: readMeanwhile(`${origin}/wp-json/wp/v2/posts?per_page=10&${otherReads.searches}`),
  });
  const before = read();
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  const alone = { lists: await before.lists.end(), searches: await before.searches.end() };
  const during = read();
  const statuses = await askAll(addresses, atOnce, '127.0.0.2');
  const meanwhile = { lists: await during.lists.end(), searches: await during.searches.end() };
  return {
    reads: {
      lists: { alone: alone.lists, meanwhile: meanwhile.lists },
      searches: { alone: alone.searches, meanwhile: meanwhile.searches },
    },
    statuses,
  };
}

/** Asks for addresses, some at a time, from an address of this machine. */
async function askAll(
  addresses: readonly string[],
  atOnce: number,
  localAddress = '127.0.0.1',
): Promise<Map<number, number>> {
  const agent = new Agent({ keepAlive: true, localAddress });
  const statuses = new Map<number, number>();
  let next = 0;
  const client = async () => {
    for (let at = next++; at < addresses.length; at = next++) {
      const status = await askStatus(addresses[at] ?? '', agent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  agent.destroy();
  return statuses;
}

/** The status of an answer that was read to its end. */
function askStatus(address: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(address, { agent }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0)).on('error', reject);
    });
    asked.on('error', reject).end();
  });
}

// The bare server: this file, started with the path of a file and a port.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , file = '', port] = process.argv;
  createServer(async (_request, response) => {
    const { size } = await stat(file);
    // The load generator leaves in the middle of its last answers.
    if (response.destroyed) return;
    response.writeHead(200, { 'Content-Type': 'image/jpeg', 'Content-Length': size });
    pipeline(createReadStream(file), response, () => {});
  }).listen(Number(port), '127.0.0.1');
}
