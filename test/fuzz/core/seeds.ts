import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Finding } from './part.ts';

/** A case that found something once. */
export interface Seed {
  readonly name: string;
  readonly part: string;
  readonly input: unknown;
  /** What was wrong. */
  readonly found: string;
}

const folder = fileURLToPath(new URL('../seeds', import.meta.url));

/** Every case that ever found something. */
export async function readSeeds(): Promise<Seed[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(names.map((name) => readSeed(join(folder, name))));
}

export async function readSeed(file: string): Promise<Seed> {
  return { name: basename(file, '.json'), ...JSON.parse(await readFile(file, 'utf8')) };
}

/** Writes a finding where it can be run again; the path of the file. */
export async function keepFinding(into: string, { part, complaint, input }: Finding, number: number): Promise<string> {
  await mkdir(into, { recursive: true });
  const file = join(into, `${part}-${number}.json`);
  await writeFile(file, `${JSON.stringify({ part, found: complaint, input }, null, 2)}\n`);
  return file;
}
