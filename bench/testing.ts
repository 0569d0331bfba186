// How long a test waits for platen/testing: import, start, reset, snapshot and restore, as medians.
//   node bench/testing.ts [--rounds 20] [--from ./dist/testing/index.js]
// Each start is measured in a process of its own, after the import, as the first start of a test file is.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    from: { type: 'string', default: '../src/testing/index.ts' },
    one: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);

if (values.one) await measureOne();
else report();

async function measureOne(): Promise<void> {
  const before = performance.now();
  // The module to measure is an argument; its types are those of the source.
  const { startPlaten }: typeof import('../src/testing/index.ts') = await import(values.from);
  const imported = performance.now();
  const usage = process.cpuUsage();
  const site = await startPlaten();
  const started = performance.now();
  const { user, system } = process.cpuUsage(usage);
  const again = await timed(rounds, async () => (await startPlaten()).close());
  await site.post({ title: 'Changed' });
  const reset = await timed(rounds, () => site.reset());
  const kept = await site.snapshot();
  const restore = await timed(rounds, () => site.restore(kept));
  await site.close();
  console.log(
    JSON.stringify({
      import: imported - before,
      start: started - imported,
      startCpu: (user + system) / 1000,
      again,
      reset,
      restore,
    }),
  );
}

function report(): void {
  const runs: Record<string, number>[] = [];
  for (let i = 0; i < rounds; i += 1) {
    const args = [fileURLToPath(import.meta.url), '--one', '--rounds', String(rounds), '--from', values.from];
    runs.push(JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })));
  }
  for (const name of ['import', 'start', 'startCpu', 'again', 'reset', 'restore'])
    console.log(`${name.padEnd(8)} ${median(runs.map((run) => run[name] ?? 0)).toFixed(1)} ms`);
}

async function timed(count: number, work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const before = performance.now();
    await work();
    times.push(performance.now() - before);
  }
  return median(times);
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
