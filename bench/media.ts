// What many uploads of pictures do to a server: memory, lost uploads, the latency of other requests meanwhile, and how
// many pictures a second it takes, beside libvips' own tool, which makes the same sizes of the same picture.
// Then resized pictures by address: made first, served again beside a server that only streams the file, and what other
// requests take while a thousand sizes are asked for.
//   node bench/media.ts [--uploads 200] [--clients 8] [--megabytes 5] [--seconds 1]
// --uploads 0 measures resized pictures only.
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
import {
  makeFirst,
  makeWidthsWithVips,
  readWhileAsked,
  serveBeside,
  signedAddresses,
  type TransformSite,
} from './lib/transform-load.ts';
import { wrkMissing } from './lib/wrk.ts';
import { platenProgram } from './peers/platen-program.ts';

const { values: flags } = parseArgs({
  options: {
    uploads: { type: 'string', default: '200' },
    clients: { type: 'string', default: '8' },
    megabytes: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1' },
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
    if (uploads > 0) await measureUploads(url, child.pid, photo);
    await measureTransforms({ origin: url, pid: child.pid, authorization }, photo);
  } finally {
    await stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measureUploads(url: string, pid: number, photo: Buffer): Promise<void> {
  const alone = await uploadAll(url, pid, { photo, count: 1, clients: 1 });
  const crowd = await uploadAll(url, pid, { photo, count: uploads, clients });
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
}

/** Twenty widths of a photograph, then one of them again and again, then a thousand of another. */
async function measureTransforms(site: TransformSite, photo: Buffer): Promise<void> {
  const widths = Array.from({ length: 20 }, (_, n) => 200 + 50 * n);
  const file = join(folder, 'photo.jpg');
  await writeFile(file, photo);
  const [first, second] = [await uploadedId(site.origin, photo), await uploadedId(site.origin, photo)];
  const addresses = await signedAddresses(site, first, widths);
  // The worker processes have started and loaded the decoder before anything is measured.
  await makeFirst(site, await signedAddresses(site, second, [100, 101]), picturesAtOnce);
  const rows: [string, PictureWork][] = [
    ['Platen, pictures by address', await makeFirst(site, addresses, picturesAtOnce)],
  ];
  if (vipsMissing() === null)
    rows.push(['vipsthumbnail, the same', await makeWidthsWithVips(file, { widths, atOnce: picturesAtOnce, folder })]);
  printWork(rows);
  // A small one, and one that the response cache takes only when it is asked for again.
  const [large = ''] = await signedAddresses(site, first, [3000]);
  if (wrkMissing() === null) await measureAgain([addresses[8] ?? '', large]);
  const thousand = await signedAddresses(
    site,
    second,
    Array.from({ length: 1000 }, (_, n) => 200 + n),
  );
  const { reads, statuses } = await readWhileAsked(site, thousand, 50);
  const head = ['requests of others', 'count', 'p50', 'p99', 'p99, ratio'];
  const cells = Object.entries(reads).flatMap(([name, { alone, meanwhile }]) =>
    [[`${name} alone`, alone, ''] as const, [`${name} while a thousand sizes are asked for`, meanwhile] as const].map(
      ([said, { count, p50Ms, p99Ms }, ratio = (p99Ms / alone.p99Ms).toFixed(2)]) => [
        said,
        String(count),
        `${p50Ms.toFixed(1)} ms`,
        `${p99Ms.toFixed(1)} ms`,
        ratio,
      ],
    ),
  );
  for (const line of markdownTable([head, ...cells])) console.log(line);
  console.log(`statuses of the thousand: ${JSON.stringify(Object.fromEntries(statuses))}`);
}

async function measureAgain(addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    const served = join(folder, 'served.jpg');
    await writeFile(served, Buffer.from(await (await fetch(address)).arrayBuffer()));
    const seconds = Number(flags.seconds);
    const { platen, fileServer, bytes } = await serveBeside(address, { file: served, folder, seconds });
    const head = [`${(bytes / 1000).toFixed(0)} kB, again`, 'a second', 'p99', 'ratio'];
    const cells = [
      ['a server that streams the file', rounded(fileServer.perSecond), `${fileServer.p99Ms.toFixed(1)} ms`, ''],
      [
        'Platen',
        rounded(platen.perSecond),
        `${platen.p99Ms.toFixed(1)} ms`,
        (platen.perSecond / fileServer.perSecond).toFixed(2),
      ],
    ];
    for (const line of ['', ...markdownTable([head, ...cells]), '']) console.log(line);
  }
}

async function uploadedId(origin: string, photo: Buffer): Promise<number> {
  const { id } = (await (await sendPhoto(origin, photo)).json()) as { id?: number };
  if (id === undefined) throw new Error('The upload was refused.');
  return id;
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
  const answer = await sendPhoto(origin, photo);
  const body = (await answer.json()) as { source_url?: string; media_details?: { sizes?: object } };
  const hasSizes = Object.keys(body.media_details?.sizes ?? {}).length >= 4;
  return answer.status === 201 && hasSizes ? (body.source_url ?? '') : '';
}

function sendPhoto(origin: string, photo: Buffer): Promise<Response> {
  return fetch(`${origin}/wp-json/wp/v2/media`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="photo.jpg"' },
    body: new Uint8Array(photo),
  });
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
