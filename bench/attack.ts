// What visitors notice of an attack: they ask at a fifth of what the server can answer, while others attack it.
//   node bench/attack.ts [--connections 50] [--seconds 20] [--posts 300] [--cache 64]
//                       [--only 'search,wrong log-in,slow body,hostile body']
// Prints the capacity without an attack, then how many visitors were answered during one, and how soon. The server
// runs on one core and the load on another.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { capacityOf, startAttack, visitAt } from '../test/support/attack.ts';
import { residentMegabytes } from './lib/process-facts.ts';
import { platenProgram } from './peers/platen-program.ts';

const { values: flags } = parseArgs({
  options: {
    connections: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '20' },
    posts: { type: 'string', default: '300' },
    cache: { type: 'string', default: '64' },
    only: { type: 'string', default: '' },
  },
});
const seconds = Number(flags.seconds);
const platen = platenProgram();
const folder = await mkdtemp(join(tmpdir(), 'platen-attack-'));
try {
  const env = { PLATEN_DATA_DIR: folder, PLATEN_ADMIN_PASSWORD: 'bench', PLATEN_CACHE_MB: flags.cache };
  await platen.fill(env, Number(flags.posts));
  const { url, child, stop } = await platen.serve(env, { outputFile: join(folder, 'requests.log') });
  try {
    await capacityOf(url, 2);
    const capacity = await capacityOf(url, 5);
    const rate = capacity / 5;
    console.log(`without an attack: ${capacity.toFixed(0)} answers a second; visitors ask for ${rate.toFixed(0)}`);
    print('calm', await visitAt(url, rate, 5));
    const attack = await startAttack(url, Number(flags.connections), flags.only);
    const visits = await visitAt(url, rate, seconds);
    const sent = await attack.stop();
    print(`under attack by ${flags.connections} connections`, visits);
    console.log(
      `  attackers sent ${JSON.stringify(sent)}; the server takes ${residentMegabytes(child.pid)?.toFixed(0)} MB`,
    );
  } finally {
    await stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

function print(when: string, { asked, answered, p50, p99 }: Awaited<ReturnType<typeof visitAt>>): void {
  console.log(`${when}: ${answered} of ${asked} answered, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`);
}
