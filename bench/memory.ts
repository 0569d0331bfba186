// Whether the server's memory stays within bounds over many requests: repeated ones, ones that are all different, plain
// and compressed, and writes.
//   node bench/memory.ts [--requests 1000000] [--posts 1000] [--stretch 20] [--cache 64] [--built]
// Prints the memory of the process after each stretch, how much the second half of the run added, and whether the end is
// above what the process takes after its start, plus the cache, plus some room to work in. Ends with 1 if it is. What runs
// is the source, or with --built the program of the package, which "npm run build" makes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BenchRequest } from './lib/peer.ts';
import { isItem, listOf } from './lib/peer.ts';
import { residentMegabytes } from './lib/process-facts.ts';
import { median } from './lib/rounds.ts';
import { putUnderLoad, wrkMissing } from './lib/wrk.ts';
import { platenProgram } from './peers/platen-program.ts';
import { wordpressRequests } from './peers/wordpress-requests.ts';

const { values: flags } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    posts: { type: 'string', default: '1000' },
    stretch: { type: 'string', default: '20' },
    cache: { type: 'string', default: '64' },
    built: { type: 'boolean', default: false },
  },
});
/** What the server may take for its work besides the cache, in megabytes. */
const roomToWork = 64;
const wanted = Number(flags.requests);
const platen = platenProgram(undefined, { isBuilt: flags.built });

const lack = wrkMissing();
if (lack) throw new Error(lack);
const folder = await mkdtemp(join(tmpdir(), 'platen-memory-'));
try {
  const env = { PLATEN_DATA_DIR: folder, PLATEN_ADMIN_PASSWORD: 'bench', PLATEN_CACHE_MB: flags.cache };
  await platen.fill(env, Number(flags.posts));
  const password = (await platen.run(['app-password', 'create', 'admin', 'bench'], env)).split('\n')[0];
  const { url, child, stop } = await platen.serve(env, { outputFile: join(folder, 'requests.log') });
  try {
    const requests = await requestsAt(url, `admin:${password}`);
    await (await fetch(`${url}/wp-json/wp/v2/posts`)).text();
    const atStart = memoryOf(child.pid);
    console.log(`${atStart.toFixed(0).padStart(26)} MB  after the start`);
    const samples = await watch(child.pid, requests);
    report(samples);
    judge(atStart, samples);
  } finally {
    await stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

interface Sample {
  readonly requests: number;
  readonly megabytes: number;
}

/** Repeated requests are cache hits; different ones fill the cache, evict others and are computed each time. */
async function requestsAt(url: string, login: string): Promise<Record<string, BenchRequest>> {
  const api = `${url}/wp-json`;
  const { list, item, create } = await wordpressRequests(api, login);
  const compressed = { 'accept-encoding': 'gzip' };
  const different = (query: string, isRight: BenchRequest['isRight']): BenchRequest => ({
    url: `${api}/wp/v2/posts${query}@@`,
    isRight,
  });
  const embedded = different('?per_page=3&_embed&nth=', listOf(3));
  return {
    repeated: list,
    'repeated, compressed': { ...list, headers: compressed },
    'all different': different('?per_page=3&_fields=id,title&nth=', listOf(3)),
    'with embeds, all different': embedded,
    'the same, compressed': { ...embedded, headers: compressed },
    'items, one in many ways': { url: `${item?.url}?nth=@@`, isRight: isItem },
    'pages, all different': { url: `${url}/?nth=@@`, isRight: () => true },
    created: { ...create, isRight: isItem },
  };
}

async function watch(pid: number, requests: Readonly<Record<string, BenchRequest>>): Promise<Sample[]> {
  const samples: Sample[] = [];
  const seconds = Number(flags.stretch);
  let sent = 0;
  while (sent < wanted)
    for (const [name, request] of Object.entries(requests)) {
      // Writes are slower than reads and make the site grow, so they get a tenth of the time.
      const share = name === 'created' ? 10 : 1;
      const options = { seconds: Math.max(1, Math.round(seconds / share)), connections: 16, folder };
      sent += (await putUnderLoad(request, options)).requests;
      const megabytes = memoryOf(pid);
      samples.push({ requests: sent, megabytes });
      console.log(`${String(sent).padStart(9)} requests  ${megabytes.toFixed(0).padStart(5)} MB  after ${name}`);
    }
  return samples;
}

/** The median of the last quarter against that of the second: memory used early on is not a leak. */
function report(samples: readonly Sample[]): void {
  const between = (from: number, to: number) =>
    samples.filter(({ requests }) => requests >= wanted * from && requests < wanted * to).map((one) => one.megabytes);
  const [early, late] = [between(0.25, 0.5), between(0.75, Number.POSITIVE_INFINITY)];
  if (early.length === 0 || late.length === 0) throw new Error('Too few periods to compare: make --stretch shorter.');
  console.log(
    `second quarter ${median(early).toFixed(0)} MB, last quarter ${median(late).toFixed(0)} MB: ` +
      `${(median(late) - median(early)).toFixed(0)} MB more`,
  );
}

/** Compares the end of the run with what was taken before it. */
function judge(atStart: number, samples: readonly Sample[]): void {
  const allowed = atStart + Number(flags.cache) + roomToWork;
  const last = samples.at(-1)?.megabytes ?? 0;
  const most = Math.max(...samples.map((one) => one.megabytes));
  console.log(
    `${atStart.toFixed(0)} MB after the start + ${flags.cache} MB for the cache + ${roomToWork} MB: ` +
      `${allowed.toFixed(0)} MB are allowed. At the end ${last.toFixed(0)} MB, ${most.toFixed(0)} MB at most.`,
  );
  if (last > allowed) process.exitCode = 1;
}

function memoryOf(pid: number): number {
  const megabytes = residentMegabytes(pid);
  if (megabytes === null) throw new Error('This system does not report the memory of a process.');
  return megabytes;
}
