import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Mutation, mutations } from './mutations.ts';
import { variationOf } from './variations.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const copied = ['src', 'bin', 'scripts', 'package.json', 'test/model', 'test/support', 'test/simulation'];
const linked = ['node_modules', 'admin'];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-mutation-'));
  for (const name of copied) await cp(join(root, name), join(folder, name), { recursive: true });
  for (const name of linked) await symlink(join(root, name), join(folder, name));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Changes the copy; a text that is not there is a mutation that nobody has adapted to the source. */
async function mutate({ file, find, replace }: Mutation): Promise<void> {
  const path = join(folder, file);
  const text = await readFile(path, 'utf8');
  if (!text.includes(find)) throw new Error(`${file} has no longer this text: ${find}`);
  await writeFile(path, text.replaceAll(find, replace));
}

interface Verdict {
  readonly checks: number;
  /** What was found first; empty where nothing was. */
  readonly difference: string;
}

/** What the model says of a seed, run on a source. */
const model = (seed: number, source: string): Promise<Verdict> =>
  new Promise((resolve, reject) => {
    const program = join(dirname(process.execPath), 'node');
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const { PLATEN_MODEL_MUTATIONS: _mutations, VITEST: _vitest, NODE_OPTIONS: _options, ...inherited } = process.env;
    const env = { ...inherited, PLATEN_MODEL_SEED: String(seed), NO_COLOR: '1' };
    const args = [vitest, 'run', '--config', 'test/model/vitest.config.ts'];
    execFile(program, args, { cwd: source, env, maxBuffer: 2 ** 26 }, (_error, stdout, stderr) => {
      const counted = /: (\d+) checks, \d+ differences/.exec(stdout);
      const found = /^seed \d+ \([\s\S]*?(?=\n {2}again: )/m.exec(stdout);
      if (counted) resolve({ checks: Number(counted[1]), difference: found?.[0] ?? '' });
      else reject(new Error(`The model did not run:\n${(stdout + stderr).slice(-2_000)}`));
    });
  });

const sound = new Map<number, Promise<Verdict>>();

/** Only what the source itself does right can be put down to a mutation. */
async function expectSound(seed: number): Promise<void> {
  const verdict = sound.get(seed) ?? model(seed, root);
  sound.set(seed, verdict);
  expect((await verdict).difference).toBe('');
}

const firstSeed = 1_000;
const mostSeeds = 5;
const longestMs = 3_600_000;
const asked = process.env.PLATEN_MODEL_MUTATIONS ?? '';
const chosen = mutations.filter(({ name }) => asked === '1' || name.includes(asked));

it.each(chosen.map((mutation) => [mutation.name, mutation] as const))(
  'is noticed: %s',
  async (_name, mutation) => {
    await mutate(mutation);
    const seeds = Array.from({ length: 40 }, (_, n) => firstSeed + n).filter((seed) => isFit(seed, mutation));
    for (const seed of seeds.slice(0, mostSeeds)) {
      const { checks, difference } = await model(seed, folder);
      if (difference === '') continue;
      console.log(`${mutation.name}: after ${checks} checks\n${difference}`);
      await expectSound(seed);
      return;
    }
    expect.fail(`${mostSeeds} seeds found no difference.`);
  },
  longestMs,
);

/** Only a database that Platen made has all of its triggers. */
function isFit(seed: number, { store }: Mutation): boolean {
  const variation = variationOf(seed);
  return variation.store === store && !variation.isAdopted;
}
