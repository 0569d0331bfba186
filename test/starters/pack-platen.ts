import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { type NewProject, newProject } from './new-project.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A project of each starter, as `platen new` of the packed package makes it, installed; all tests share it. */
    starters: Readonly<Record<string, NewProject>>;
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Packs the package, which builds it and the admin page, and makes the projects with it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-starters-'));
  // Some of them are enough for somebody who works on one, and those of an earlier run for somebody who works on a test.
  const templates = (process.env['PLATEN_TEST_STARTERS'] ?? 'next,astro,typescript').split(',');
  const kept = process.env['PLATEN_TEST_PROJECTS'];
  const record = join(kept ?? folder, 'projects.json');
  const starters: Record<string, NewProject> = existsSync(record) ? JSON.parse(await readFile(record, 'utf8')) : {};
  const missing = templates.filter((template) => starters[template] === undefined);
  const tarball = missing.length > 0 ? await packed(folder) : '';
  for (const template of missing) starters[template] = await newProject(template, { tarball, folder: kept ?? folder });
  await writeFile(record, JSON.stringify(starters));
  project.provide(
    'starters',
    Object.fromEntries(Object.entries(starters).filter(([name]) => templates.includes(name))),
  );
  return () => rm(folder, { recursive: true, force: true });
}

async function packed(folder: string): Promise<string> {
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };
  await promisify(execFile)('npm', ['pack', '--pack-destination', folder], { cwd: root, env, maxBuffer: 50_000_000 });
  const name = (await readdir(folder)).find((file) => file.endsWith('.tgz'));
  if (!name) throw new Error('npm pack wrote no file.');
  return join(folder, name);
}
