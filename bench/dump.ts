// A dump of a large site against walking its pages of 100, in one run: items a second, and the memory of the server.
//   node bench/dump.ts [--posts 100000] [--keep DIR]
// The site is made for the run and removed after it; --keep stores it in a folder, where a later run finds it.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { processorSeconds, residentMegabytes } from './lib/process-facts.ts';
import { markdownTable } from './lib/report.ts';
import { platenProgram } from './peers/platen-program.ts';

const { values: flags } = parseArgs({
  options: { posts: { type: 'string', default: '100000' }, keep: { type: 'string' } },
});
const posts = Number(flags.posts);
const folder = flags.keep ?? (await mkdtemp(join(tmpdir(), 'platen-dump-')));
const platen = platenProgram();

interface Walked {
  readonly items: number;
  readonly seconds: number;
  /** The processor time of the server; 0 where the system does not report it. */
  readonly processor: number;
  /** The memory of the server at its highest in each quarter of the walk. */
  readonly quarters: readonly number[];
}

type Walk = (url: string, note: (items: number) => void) => Promise<void>;

const walks: Readonly<Record<string, Walk>> = {
  'pages of 100': (url, note) => pages(url, note, (page) => `page=${page}&orderby=id&order=asc`),
  'cursor, pages of 100': cursors,
  dump: async (url, note) => {
    const answer = await fetch(`${url}/wp-json/platen/v1/dump?types=post`);
    let isWhole = false;
    for await (const line of linesOf(answer)) {
      if (line.startsWith('{"type"')) note(1);
      else isWhole = line.includes('"end":true');
    }
    if (!isWhole) throw new Error('The dump broke off.');
  },
};

try {
  const env = { PLATEN_DATA_DIR: join(folder, `site-${posts}`), PLATEN_ADMIN_PASSWORD: 'bench', PLATEN_CACHE_MB: '0' };
  if (!existsSync(env.PLATEN_DATA_DIR)) await platen.fill(env, posts);
  const { url, child, stop } = await platen.serve(env, { outputFile: join(folder, 'requests.log') });
  try {
    const rows: string[][] = [['posts', 'items a second', 'ms of processor an item', 'seconds', 'MB by quarter']];
    for (const [name, walk] of Object.entries(walks)) {
      const { items, seconds, processor, quarters } = await measured(walk, url, child.pid);
      const memory = quarters.map((megabytes) => megabytes.toFixed(0)).join(', ');
      const each = ((processor * 1000) / items).toFixed(2);
      rows.push([`${name} (${items})`, (items / seconds).toFixed(0), each, seconds.toFixed(1), memory]);
    }
    for (const line of markdownTable(rows)) console.log(line);
  } finally {
    await stop();
  }
} finally {
  if (flags.keep === undefined) await rm(folder, { recursive: true, force: true });
}

async function measured(walk: Walk, url: string, pid = 0): Promise<Walked> {
  const began = performance.now();
  const used = processorSeconds(pid) ?? 0;
  const quarters = [0, 0, 0, 0];
  let items = 0;
  await walk(url, (more) => {
    items += more;
    if (items % 1000 >= more) return;
    const quarter = Math.min(3, Math.floor((items / posts) * 4));
    quarters[quarter] = Math.max(quarters[quarter] ?? 0, residentMegabytes(pid) ?? 0);
  });
  const seconds = (performance.now() - began) / 1000;
  return { items, seconds, processor: (processorSeconds(pid) ?? used) - used, quarters };
}

async function pages(url: string, note: (items: number) => void, query: (page: number) => string): Promise<void> {
  for (let page = 1, last = 1; page <= last; page += 1) {
    const answer = await fetch(`${url}/wp-json/wp/v2/posts?per_page=100&${query(page)}`);
    last = Number(answer.headers.get('x-wp-totalpages'));
    note(lengthOf(await answer.json()));
  }
}

async function cursors(url: string, note: (items: number) => void): Promise<void> {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = `per_page=100&orderby=id&order=asc&cursor=${cursor}`;
    const answer: Response = await fetch(`${url}/wp-json/wp/v2/posts?${query}`);
    cursor = answer.headers.get('x-platen-next-cursor');
    note(lengthOf(await answer.json()));
  }
}

function lengthOf(body: unknown): number {
  return Array.isArray(body) ? body.length : 0;
}

async function* linesOf(answer: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    yield* lines;
  }
}
