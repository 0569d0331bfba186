import { parseArgs } from 'node:util';
import type { Variant } from '../../src/api/variant.ts';
import type { Finding } from './core/part.ts';
import { type PartOutcome, runPart } from './core/run-part.ts';
import { keepFinding, readSeed, readSeeds, type Seed } from './core/seeds.ts';
import { summary } from './core/summary.ts';
import { parts } from './parts/all.ts';
import { type FuzzSite, openFuzzSite } from './world/fuzz-site.ts';

const usage =
  'npm run fuzz -- [--seconds N] [--seed TEXT] [--store sqlite|mariadb|both] [--variant a|b|c|both|all] [--part NAME[,NAME]] ' +
  '[--replay FILE] [--findings FOLDER]';

interface Settings {
  readonly seconds: number;
  readonly seed: string;
  readonly findings: string;
  readonly only: readonly string[];
  readonly seeds: readonly Seed[];
}

/** Growth of the heap that caches and compiled code explain; what leaks goes on growing. */
const mostGrowth = 96 * 1024 * 1024;

/** Runs the attack as the flags say; the exit status. */
export async function fuzz(args: readonly string[]): Promise<number> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: text,
      seed: text,
      store: text,
      variant: text,
      part: text,
      replay: text,
      findings: text,
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const stores = values.store === 'both' ? (['sqlite', 'mariadb'] as const) : ([values.store ?? 'sqlite'] as const);
  const sets: Readonly<Record<string, readonly string[]>> = { both: ['a', 'b'], all: ['a', 'b', 'c'] };
  const variants = sets[values.variant ?? ''] ?? [values.variant ?? 'a'];
  const replayed = values.replay ? [await readSeed(values.replay)] : null;
  const settings: Settings = {
    seconds: replayed ? 0 : Number(values.seconds ?? 60) / (stores.length * variants.length),
    seed: values.seed ?? String(Date.now() % 1_000_000),
    findings: values.findings ?? 'fuzz-findings',
    only: replayed?.map((seed) => seed.part) ?? values.part?.split(',') ?? [],
    seeds: replayed ?? (await readSeeds()),
  };
  console.log(`Seed ${settings.seed}; ${settings.seeds.length} known cases run first.`);
  let findings = 0;
  for (const store of stores) {
    for (const variant of variants)
      findings += await attack(oneOf(store, ['sqlite', 'mariadb']), oneOf(variant, ['a', 'b', 'c']), settings);
  }
  return findings > 0 ? 1 : 0;
}

/** Attacks one site with every part; the number of findings. */
async function attack(store: 'sqlite' | 'mariadb', variant: Variant['name'], settings: Settings): Promise<number> {
  const site = await openFuzzSite(variant, store);
  const chosen = parts.filter(({ name }) => settings.only.length === 0 || settings.only.includes(name));
  const outcomes: PartOutcome[] = [];
  const before = await site.watch.memory();
  try {
    for (const part of chosen) {
      if (site.watch.isDead()) break;
      const known = settings.seeds.filter((seed) => seed.part === part.name).map((seed) => seed.input);
      const seconds = settings.seconds / chosen.length;
      const outcome = await runPart(part, site, { seed: settings.seed, seconds, mostFindings: 20, known });
      outcomes.push(outcome);
      console.log(`${store}/${variant} ${part.name}: ${outcome.cases} cases, ${outcome.findings.length} findings`);
    }
    const findings = [...outcomes.flatMap((one) => one.findings), ...(await memoryFindings(site, before.heap))];
    await report(findings, store, variant, settings);
    console.log(summary(site, outcomes, before, await site.watch.memory()));
    return findings.length;
  } finally {
    await site.close();
  }
}

async function memoryFindings({ watch }: FuzzSite, before: number): Promise<Finding[]> {
  if (watch.isDead()) return [];
  const { heap } = await watch.memory();
  if (heap - before < mostGrowth) return [];
  const grown = ((heap - before) / 1024 / 1024).toFixed(0);
  return [{ part: 'memory', complaint: `The heap grew by ${grown} MB and was not given back.`, input: null }];
}

async function report(findings: readonly Finding[], store: string, variant: string, settings: Settings): Promise<void> {
  for (const [number, finding] of findings.entries()) {
    const file = await keepFinding(`${settings.findings}/${store}-${variant}`, finding, number);
    console.log(`\nFOUND ${finding.part} on ${store}/${variant}: ${finding.complaint}`);
    console.log(`  ${JSON.stringify(finding.input)?.slice(0, 600)}`);
    console.log(`  again: npm run fuzz -- --store ${store} --variant ${variant} --replay ${file}`);
    console.log(
      `  whole: npm run fuzz -- --store ${store} --variant ${variant} --part ${finding.part} --seed ${settings.seed}`,
    );
  }
}

function oneOf<T extends string>(value: string, known: readonly T[]): T {
  const found = known.find((one) => one === value);
  if (!found) throw new Error(`"${value}" is none of ${known.join(', ')}. ${usage}`);
  return found;
}
