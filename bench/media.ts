// What many concurrent uploads do to a server: memory, lost uploads, and the latency of reads meanwhile.
//   node bench/media.ts [--uploads 200] [--megabytes 5]
// The server runs in a process of its own, on SQLite in a folder made for the run and removed after it.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';

const { values: flags } = parseArgs({
  options: { uploads: { type: 'string', default: '200' }, megabytes: { type: 'string', default: '5' } },
});
const uploads = Number(flags.uploads);
const authorization = `Basic ${Buffer.from('admin:bench').toString('base64')}`;
const folder = await mkdtemp(join(tmpdir(), 'bench-media-'));
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const server = startServer();
try {
  await answers();
  const photo = await photograph(Number(flags.megabytes) * 1_000_000);
  console.log(`photograph: ${megabytes(photo.length)} MB, uploads at once: ${uploads}`);
  await report('one alone', 1, photo);
  await report('the crowd', uploads, photo);
} finally {
  server.kill();
  await rm(folder, { recursive: true, force: true });
}

async function report(what: string, count: number, photo: Buffer): Promise<void> {
  const watch = watchServer();
  const started = performance.now();
  const answered = await Promise.all(Array.from({ length: count }, () => upload(photo)));
  const seconds = (performance.now() - started) / 1000;
  const { peak, reads } = await watch.end();
  const complete = await Promise.all(
    answered.filter((one) => one.status === 201).map((one) => isWhole(one.url, photo.length)),
  );
  reads.sort((a, b) => a - b);
  console.log(
    `${what.padEnd(10)} ${seconds.toFixed(1)} s, ${(count / seconds).toFixed(1)}/s; complete ${complete.filter(Boolean).length} of ${count}; ` +
      `peak memory ${megabytes(peak)} MB; reads meanwhile ${reads.length}, median ${quantile(reads, 0.5)} ms, 99% ${quantile(reads, 0.99)} ms`,
  );
}

async function upload(photo: Buffer): Promise<{ status: number; url: string }> {
  const answer = await fetch(`${origin}/wp-json/wp/v2/media`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="photo.jpg"' },
    body: photo,
  });
  const body = (await answer.json()) as { source_url?: string };
  return { status: answer.status, url: body.source_url ?? '' };
}

async function isWhole(url: string, size: number): Promise<boolean> {
  const answer = await fetch(url, { method: 'HEAD' });
  return answer.ok && Number(answer.headers.get('content-length')) === size;
}

/** Reads a list of posts all the while, and samples the server's memory. */
function watchServer() {
  const reads: number[] = [];
  let peak = 0;
  let over = false;
  const reading = (async () => {
    for (let n = 0; !over; n += 1) {
      const started = performance.now();
      // A different page each time, so that no response comes from the cache.
      await (await fetch(`${origin}/wp-json/wp/v2/posts?per_page=${(n % 99) + 1}&search=${n}`)).text();
      reads.push(performance.now() - started);
      peak = Math.max(peak, await memoryOf(server.pid as number));
      await setTimeout(20);
    }
  })();
  return {
    async end() {
      over = true;
      await reading;
      return { peak, reads };
    },
  };
}

/** Resident memory of a process, in bytes. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
}

/** A noisy picture of the given size: noise compresses badly, as in a photograph. */
async function photograph(bytes: number): Promise<Buffer> {
  const width = 4600;
  const noise = { type: 'gaussian', mean: 128, sigma: 25 } as const;
  const picture = sharp({ create: { width, height: 3450, channels: 3, background: '#888', noise } }).blur(0.8);
  const pixels = await picture.raw().toBuffer({ resolveWithObject: true });
  let best = Buffer.alloc(0);
  for (const quality of [70, 80, 86, 90, 93, 95, 97, 99]) {
    const { width: w, height: h, channels } = pixels.info;
    best = await sharp(pixels.data, { raw: { width: w, height: h, channels } })
      .jpeg({ quality })
      .toBuffer();
    if (best.length >= bytes) break;
  }
  return best;
}

function startServer(): ChildProcess {
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PLATEN_'))),
    PLATEN_DATA_DIR: folder,
    PLATEN_PORT: String(port),
    PLATEN_SITE_URL: origin,
    PLATEN_ADMIN_PASSWORD: 'bench',
    PLATEN_LOG_LEVEL: 'error',
  };
  const script = fileURLToPath(new URL('../scripts/run.mjs', import.meta.url));
  return spawn(process.execPath, [script, 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function answers(): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const ready = await fetch(`${origin}/readyz`)
      .then((answer) => answer.ok)
      .catch(() => false);
    if (ready) return;
    await setTimeout(50);
  }
  throw new Error('The server did not start.');
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port: found } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return found;
}

function quantile(sorted: readonly number[], share: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
