// What a list of ten posts costs in each variant, by the processor's time, rendered for each request and without the network.
// Rounds alternate, each in a process of its own, so that other work on the machine disturbs all alike.
// `node bench/variants.ts [ROUNDS]`
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPlaten } from '../src/index.ts';
import { postRow } from '../test/support/rows.ts';
import { listRequest } from './lib/list-request.ts';

const variants = ['a', 'b', 'c'] as const;
type VariantName = (typeof variants)[number];
const requests = 1_000;

/** Microseconds of a request. */
async function measure(variant: VariantName): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'platen-bench-'));
  const options = {
    dataDir,
    port: 0,
    adminPassword: 'x',
    logLevel: 'silent',
    leads: false,
    cacheMegabytes: 0,
  } as const;
  const platen = await createPlaten({ ...options, variant });
  try {
    const content = 'Some "words" of a text. '.repeat(40);
    for (let n = 0; n < 20; n += 1)
      await platen.store.posts.insert(postRow({ slug: `p${n}`, status: 'publish', content }));
    // As many again warm up.
    for (let n = 0; n < requests; n += 1) await platen.answer(listRequest);
    const before = process.cpuUsage();
    for (let n = 0; n < requests; n += 1) await platen.answer(listRequest);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / requests;
  } finally {
    await platen.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const [first = '5', variant] = process.argv.slice(2);
const asked = variants.find((name) => name === variant);
if (first === '--run' && asked) console.log(await measure(asked));
else {
  const found: Record<VariantName, number[]> = { a: [], b: [], c: [] };
  for (let round = 0; round < Number(first); round += 1)
    for (const name of variants) {
      const args = [fileURLToPath(import.meta.url), '--run', name];
      found[name].push(Number(execFileSync(process.execPath, args, { encoding: 'utf8' })));
    }
  for (const name of variants) {
    const ratio = median(found[name].map((cost, round) => cost / (found.a[round] ?? cost)));
    console.log(`${name}: ${median(found[name]).toFixed(0)} µs, ${ratio.toFixed(2)} of a`);
  }
}
