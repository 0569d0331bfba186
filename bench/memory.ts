// Whether the server's memory stays flat over many requests: repeated ones, ones that are all different, and writes.
//   node bench/memory.ts [--requests 1000000] [--posts 1000] [--stretch 20]
// Prints the memory of the process after each stretch, and how much the second half of the run added.
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
  },
});
const wanted = Number(flags.requests);
const platen = platenProgram();

const lack = wrkMissing();
if (lack) throw new Error(lack);
const folder = await mkdtemp(join(tmpdir(), 'platen-memory-'));
try {
  const env = { PLATEN_DATA_DIR: folder, PLATEN_ADMIN_PASSWORD: 'bench' };
  await platen.fill(env, Number(flags.posts));
  const password = (await platen.run(['app-password', 'create', 'admin', 'bench'], env)).split('\n')[0];
  const { url, child, stop } = await platen.serve(env, { outputFile: join(folder, 'requests.log') });
  try {
    const samples = await watch(child.pid, await requestsAt(url, `admin:${password}`));
    report(samples);
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
  const { list, create } = await wordpressRequests(api, login);
  const different = (query: string, isRight: BenchRequest['isRight']): BenchRequest => ({
    url: `${api}/wp/v2/posts${query}@@`,
    isRight,
  });
  return {
    repeated: list,
    'all different': different('?per_page=3&_fields=id,title&nth=', listOf(3)),
    'with embeds, all different': different('?per_page=3&_embed&nth=', listOf(3)),
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
      const megabytes = residentMegabytes(pid);
      if (megabytes === null) throw new Error('This system does not report the memory of a process.');
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
