// What visitors notice of an attack: they ask at a fifth of what the server can answer, while others attack it.
//   node bench/attack.ts [--connections 50] [--seconds 15] [--posts 300] [--cache 64]
//                       [--path '/wp-json/wp/v2/posts/1?']
//                       [--only 'search,wrong log-in,slow body,hostile body,batch']
// Measures each way to attack, then all at once, and prints one table; about two minutes. The load takes processor time
// of the same machine, so the table also says what the server itself noticed: how late its event loop was, how much of
// the time its main thread ran, and how much of it the thread was ready but had no core.
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { capacityOf, startAttack, type Visits, visitAt } from '../test/support/attack/attack.ts';
import { attackKinds } from '../test/support/attack/attack-kinds.ts';
import { residentMegabytes } from './lib/process-facts.ts';
import { markdownTable } from './lib/report.ts';
import { type ThreadFacts, watchMainThread } from './lib/thread-facts.ts';
import { platenProgram } from './peers/platen-program.ts';

const { values: flags } = parseArgs({
  options: {
    connections: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '15' },
    posts: { type: 'string', default: '300' },
    cache: { type: 'string', default: '64' },
    only: { type: 'string', default: '' },
    path: { type: 'string' },
  },
});
const seconds = Number(flags.seconds);
const attacks = flags.only === '' ? [...attackKinds, attackKinds.join(',')] : [flags.only];
const platen = platenProgram();
const folder = await mkdtemp(join(tmpdir(), 'platen-attack-'));
const rows: string[][] = [
  ['attack', 'sent', 'asked', 'answered', 'p50', 'p99', 'loop p99', 'loop max', 'ran', 'no core', 'memory'],
];
try {
  const env = { PLATEN_DATA_DIR: folder, PLATEN_ADMIN_PASSWORD: 'bench', PLATEN_CACHE_MB: flags.cache };
  await platen.fill(env, Number(flags.posts));
  const { url, child, stop } = await platen.serve(env, { outputFile: join(folder, 'requests.log') });
  try {
    await capacityOf(url, 2, flags.path);
    const capacity = await capacityOf(url, 5, flags.path);
    const rate = capacity / 5;
    const factsSince = await watchMainThread(url, child.pid);
    const measure = async (name: string, sent: () => Promise<number>) => {
      await factsSince();
      const visits = await visitAt(url, rate, seconds, flags.path);
      const facts = await factsSince();
      rows.push(row([name, String(await sent())], visits, facts, residentMegabytes(child.pid)));
    };
    await measure('none', async () => 0);
    for (const only of attacks) {
      const attack = await startAttack(url, Number(flags.connections), only);
      await measure(only.includes(',') && flags.only === '' ? 'all of them' : only, async () => {
        const counts = Object.values(await attack.stop());
        return counts.reduce((sum, count) => sum + count, 0);
      });
    }
    console.log(`The server answers ${capacity.toFixed(0)} a second; visitors ask for ${rate.toFixed(0)} a second`);
    console.log(`while ${flags.connections} connections attack. Load of the machine: ${loadavg()[0]?.toFixed(1)}.`);
    console.log(markdownTable(rows).join('\n'));
  } finally {
    await stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

function row(
  names: string[],
  { asked, answered, p50, p99 }: Visits,
  facts: ThreadFacts,
  memory: number | null,
): string[] {
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const share = (value: number) => `${(value * 100).toFixed(0)}%`;
  return [
    ...names,
    String(asked),
    String(answered),
    ...[p50, p99, facts.delayP99, facts.delayMax].map(ms),
    ...[facts.running, facts.waiting].map(share),
    memory === null ? '' : `${memory.toFixed(0)} MB`,
  ];
}
