// What whole requests cost as a site grows, without the response cache: the real server on SQLite, filled by
// "platen generate posts".
//   node bench/growth.ts [--sizes 1000,100000,1000000] [--seconds 3] [--rounds 3] [--keep DIR] [--only NAME,…]
// Sites are made for the run and removed after it; --keep stores them in a folder, where a later run finds them.
// Processor time is compared, because it depends little on other load on the machine.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BenchRequest, listOf } from './lib/peer.ts';
import { markdownTable, rounded } from './lib/report.ts';
import { checkAnswer, measureStretch, median } from './lib/rounds.ts';
import { wrkMissing } from './lib/wrk.ts';
import { platenProgram } from './peers/platen-program.ts';
import { wordpressRequests } from './peers/wordpress-requests.ts';

const { values: flags } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,100000,1000000' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    keep: { type: 'string' },
    only: { type: 'string' },
  },
});
const sizes = flags.sizes.split(',').map(Number);
const folder = flags.keep ?? (await mkdtemp(join(tmpdir(), 'platen-growth-')));
const only = flags.only === undefined ? null : new Set(flags.only.split(','));
const platen = platenProgram();
const load = { seconds: Number(flags.seconds), connections: 1, folder };

const lack = wrkMissing();
if (lack) throw new Error(lack);
try {
  const columns: Map<string, number>[] = [];
  for (const size of sizes) columns.push(await measureSite(size));
  const names = [...(columns[0]?.keys() ?? [])];
  const rows = names.map((name) => {
    const costs = columns.map((column) => column.get(name) as number);
    const growth = (costs.at(-1) as number) / (costs[0] as number);
    return [name, ...costs.map((cost) => cost.toFixed(0)), rounded(growth)];
  });
  for (const line of markdownTable([
    ['microseconds of processor', ...sizes.map((size) => `${size} posts`), 'last : first'],
    ...rows,
  ]))
    console.log(line);
} finally {
  if (flags.keep === undefined) await rm(folder, { recursive: true, force: true });
}

async function measureSite(posts: number): Promise<Map<string, number>> {
  const env = { PLATEN_DATA_DIR: join(folder, `site-${posts}`), PLATEN_ADMIN_PASSWORD: 'bench', PLATEN_CACHE_MB: '0' };
  const started = Date.now();
  if (!existsSync(env.PLATEN_DATA_DIR)) {
    await platen.fill(env, posts);
    console.error(`${posts} posts made in ${((Date.now() - started) / 1000).toFixed(0)} s`);
  }
  const { url, child, stop } = await platen.serve(env, { outputFile: join(folder, 'requests.log') });
  try {
    const costs = new Map<string, number>();
    for (const [name, request] of Object.entries(await requestsAt(url, posts))) {
      if (only && !only.has(name)) continue;
      await checkAnswer(name, request);
      costs.set(name, await cost(child.pid, request));
    }
    return costs;
  } finally {
    await stop();
  }
}

async function requestsAt(url: string, posts: number): Promise<Record<string, BenchRequest>> {
  const api = `${url}/wp-json`;
  const { list, embed, item, filtered } = await wordpressRequests(api, '');
  const at = (query: string): BenchRequest => ({ url: `${api}/wp/v2/posts?${query}`, isRight: listOf(10) });
  const [newest] = (await (await fetch(`${api}/wp/v2/posts?per_page=1`)).json()) as { author: number; slug: string }[];
  return {
    'list of 10': list,
    'list of 10 with _embed': embed,
    item,
    slug: { url: `${api}/wp/v2/posts?slug=${newest?.slug}`, isRight: listOf(1) },
    'list of a category': filtered,
    'list of an author': at(`author=${newest?.author}`),
    'page 50': at('page=50'),
    'last page': at(`page=${Math.floor(posts / 10)}`),
    'a total alone': { url: `${api}/wp/v2/posts?per_page=1&_fields=id`, isRight: listOf(1) },
    'by title': at('orderby=title&order=asc'),
    'search, rare words': at('search=badger+walnut+anchor+frost+violin'),
    'search, common word': at('search=morning'),
  };
}

/** The median of the rounds, after one warm-up round. */
async function cost(pid: number, request: BenchRequest): Promise<number> {
  const costs: number[] = [];
  for (let round = 0; round <= Number(flags.rounds); round++) {
    const { perProcessorSecond } = await measureStretch(pid, request, load);
    if (perProcessorSecond === null) throw new Error('This system does not report the processor time of a process.');
    if (round > 0) costs.push(1e6 / perProcessorSecond);
  }
  return median(costs);
}
