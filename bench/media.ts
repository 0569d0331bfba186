// What many uploads of pictures do to a server: memory, lost uploads, the latency of other requests meanwhile, and how
// many pictures a second it takes, beside libvips' own tool, which makes the same sizes of the same picture.
//   node bench/media.ts [--uploads 200] [--clients 8] [--megabytes 5]
// The server runs in a process of its own, on SQLite in a folder made for the run and removed after it. Install the
// tool with "node bench/peers/install.mjs vips"; without it the comparison is left out.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeWithVips, type PictureWork, vipsMissing } from './lib/make-with-vips.ts';
import { makePhotograph } from './lib/photograph.ts';
import { processorSeconds, treeMegabytes } from './lib/process-facts.ts';
import { readMeanwhile } from './lib/read-meanwhile.ts';
import { markdownTable, rounded } from './lib/report.ts';
import { platenProgram } from './peers/platen-program.ts';

const { values: flags } = parseArgs({
  options: {
    uploads: { type: 'string', default: '200' },
    clients: { type: 'string', default: '8' },
    megabytes: { type: 'string', default: '5' },
  },
});
const [uploads, clients] = [Number(flags.uploads), Number(flags.clients)];
const authorization = `Basic ${Buffer.from('admin:bench').toString('base64')}`;
/** As many pictures as the server processes at a time. */
const picturesAtOnce = 2;

const folder = await mkdtemp(join(tmpdir(), 'bench-media-'));
try {
  const photo = await makePhotograph(Number(flags.megabytes) * 1_000_000);
  console.log(`${uploads} uploads of ${(photo.length / 1e6).toFixed(1)} MB by ${clients} clients`);
  const env = { PLATEN_DATA_DIR: join(folder, 'data'), PLATEN_ADMIN_PASSWORD: 'bench' };
  await platenProgram().fill(env, 1000);
  const { url, child, stop } = await platenProgram().serve(env, { outputFile: join(folder, 'requests.log') });
  try {
    const alone = await uploadAll(url, child.pid, { photo, count: 1, clients: 1 });
    const crowd = await uploadAll(url, child.pid, { photo, count: uploads, clients });
    printServer([
      ['one alone', alone],
      [`${uploads} by ${clients}`, crowd],
    ]);
    const lack = vipsMissing();
    if (lack) console.log(`libvips' tool is left out: ${lack}.`);
    else {
      const file = join(folder, 'photo.jpg');
      await writeFile(file, photo);
      const tool = await makeWithVips(file, { count: uploads, atOnce: picturesAtOnce, folder });
      printWork([
        ['Platen, the whole upload', crowd.work],
        ['vipsthumbnail, the sizes alone', tool],
      ]);
    }
  } finally {
    await stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

interface Uploaded {
  readonly work: PictureWork;
  readonly complete: number;
  readonly peakMegabytes: number;
  readonly reads: { readonly count: number; readonly p50Ms: number; readonly p99Ms: number };
}

interface UploadPlan {
  readonly photo: Buffer;
  readonly count: number;
  readonly clients: number;
}

async function uploadAll(origin: string, pid: number, { photo, count, clients: many }: UploadPlan): Promise<Uploaded> {
  const memory = watchMemory(pid);
  const reading = readMeanwhile(`${origin}/wp-json/wp/v2/posts?per_page=10&search=`);
  const [startedAt, usedBefore] = [performance.now(), processorSeconds(pid) ?? 0];
  let left = count;
  const addresses: string[] = [];
  const client = async () => {
    while (left-- > 0) addresses.push(await upload(origin, photo));
  };
  await Promise.all(Array.from({ length: many }, client));
  const seconds = (performance.now() - startedAt) / 1000;
  const processor = (processorSeconds(pid) ?? 0) - usedBefore;
  const reads = await reading.end();
  const peakMegabytes = memory.end();
  let complete = 0;
  for (const address of addresses) if (await isWhole(origin, address, photo.length)) complete += 1;
  return { work: { pictures: count, seconds, processorSeconds: processor }, complete, peakMegabytes, reads };
}

/** The address of the uploaded picture with all of its sizes; empty where the upload was refused. */
async function upload(origin: string, photo: Buffer): Promise<string> {
  const answer = await fetch(`${origin}/wp-json/wp/v2/media`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="photo.jpg"' },
    body: new Uint8Array(photo),
  });
  const body = (await answer.json()) as { source_url?: string; media_details?: { sizes?: object } };
  const hasSizes = Object.keys(body.media_details?.sizes ?? {}).length >= 4;
  return answer.status === 201 && hasSizes ? (body.source_url ?? '') : '';
}

async function isWhole(origin: string, address: string, size: number): Promise<boolean> {
  if (address === '') return false;
  const answer = await fetch(origin + new URL(address).pathname, { method: 'HEAD' });
  return answer.ok && Number(answer.headers.get('content-length')) === size;
}

/** The most memory that the server and its worker processes have had at once. */
function watchMemory(pid: number): { end(): number } {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, treeMegabytes(pid) ?? 0);
  };
  look();
  const timer = setInterval(look, 100);
  return {
    end: () => {
      clearInterval(timer);
      look();
      return peak;
    },
  };
}

function printServer(rows: readonly (readonly [string, Uploaded])[]): void {
  const head = ['', 'complete', 'a second', 'peak memory, all processes', 'other requests', 'p50', 'p99'];
  const cells = rows.map(([name, { work, complete, peakMegabytes, reads }]) => [
    name,
    `${complete} of ${work.pictures}`,
    rounded(work.pictures / work.seconds),
    `${peakMegabytes.toFixed(0)} MB`,
    String(reads.count),
    `${reads.p50Ms.toFixed(1)} ms`,
    `${reads.p99Ms.toFixed(1)} ms`,
  ]);
  for (const line of [...markdownTable([head, ...cells]), '']) console.log(line);
}

function printWork(rows: readonly (readonly [string, PictureWork])[]): void {
  const cells = rows.map(([name, { pictures, seconds, processorSeconds: used }]) => [
    name,
    rounded(pictures / seconds),
    rounded((used / pictures) * 1000),
  ]);
  for (const line of markdownTable([['pictures', 'a second', 'ms of processor each'], ...cells])) console.log(line);
}
