// How long a start takes, from the command to the first list that it answers.
//   node bench/start.ts [--rounds 9] [--posts 1000] [--data-dir FOLDER] [--path /wp-json/wp/v2/posts] [--source]
// A site of so many posts is made, or that of the folder is used as it is. What starts is the program of the package
// ("npm run build" makes it first), or the source of this clone. Prints wall and processor time of each start; the first
// one, which fills the cache of compiled code, is not counted.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ownRoot } from './lib/checkout.ts';
import { freePort, startChild } from './lib/child.ts';
import { processorSeconds, residentMegabytes } from './lib/process-facts.ts';
import { median } from './lib/rounds.ts';
import { platenProgram } from './peers/platen-program.ts';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    posts: { type: 'string', default: '1000' },
    'data-dir': { type: 'string' },
    path: { type: 'string', default: '/wp-json/wp/v2/posts' },
    source: { type: 'boolean', default: false },
  },
});
const script = join(ownRoot, flags.source ? 'scripts/run.mjs' : 'bench/peers/built-platen.mjs');
if (!flags.source && !existsSync(join(ownRoot, 'dist/main.js'))) {
  console.error('There is no built program: run "npm run build" first, or start the source with --source.');
  process.exit(2);
}

interface Start {
  readonly wallMs: number;
  readonly processorMs: number;
  readonly megabytes: number;
}

const folder = await mkdtemp(join(tmpdir(), 'platen-start-'));
try {
  const env = { PLATEN_DATA_DIR: flags['data-dir'] ?? folder, PLATEN_ADMIN_PASSWORD: 'bench' };
  if (flags['data-dir'] === undefined) await platenProgram().fill(env, Number(flags.posts));
  await start(env);
  const starts: Start[] = [];
  for (let round = 1; round <= Number(flags.rounds); round++) {
    const one = await start(env);
    starts.push(one);
    console.log(`${String(round).padStart(3)}  ${shown(one)}`);
  }
  const middle = (name: keyof Start) => median(starts.map((one) => one[name]));
  const middles = { wallMs: middle('wallMs'), processorMs: middle('processorMs'), megabytes: middle('megabytes') };
  console.log(`median ${shown(middles)}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

function shown({ wallMs, processorMs, megabytes }: Start): string {
  return `${wallMs.toFixed(0)} ms, ${processorMs.toFixed(0)} ms of processor time, ${megabytes.toFixed(0)} MB`;
}

/** One start, until the body of the first answer has arrived. */
async function start(env: Readonly<Record<string, string>>): Promise<Start> {
  const port = await freePort();
  const begun = performance.now();
  const child = startChild(process.execPath, [script, 'serve'], {
    env: { ...env, PLATEN_PORT: String(port) },
  });
  try {
    // The server says when it listens; asking before would take processor time from it.
    while (!child.output().includes('Platen answers at')) {
      if (child.process.exitCode !== null) throw new Error(`The server ended before it answered:\n${child.output()}`);
      await new Promise((next) => {
        child.process.stdout?.once('data', next);
        child.process.once('exit', next);
      });
    }
    const answer = await fetch(`http://127.0.0.1:${port}${flags.path}`);
    await answer.text();
    if (!answer.ok) throw new Error(`${flags.path} was answered ${answer.status}.`);
    const wallMs = performance.now() - begun;
    const seconds = processorSeconds(child.pid);
    const megabytes = residentMegabytes(child.pid);
    if (seconds === null || megabytes === null) throw new Error('This system does not report the facts of a process.');
    return { wallMs, processorMs: seconds * 1000, megabytes };
  } finally {
    await child.stop();
  }
}
