import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import type { WordpressFacts } from './wordpress-facts.ts';

const script = fileURLToPath(new URL('../../../scripts/coexist-wordpress.mjs', import.meta.url));

/** Starts the peer for a run of the suite; where it cannot be had, the run fails and says so. */
export default async function startWordpress(project: TestProject): Promise<() => Promise<void>> {
  installPackages();
  const first = await startPeer();
  const second = await startPeer(['--prefix', 'blog_']);
  project.provide('wordpress', first.facts);
  project.provide('emptyWordpress', second.facts);
  return async () => {
    await Promise.all([first.stop(), second.stop()]);
  };
}

export function installPackages(): void {
  const { status } = spawnSync(process.execPath, [script, 'packages'], { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('The packages of WordPress, PHP and nginx could not be installed.');
}

/** A WordPress with a database of its own. */
export interface Peer {
  readonly facts: WordpressFacts;
  stop(): Promise<void>;
}

export async function startPeer(flags: readonly string[] = []): Promise<Peer> {
  const child = spawn(process.execPath, [script, 'start', ...flags], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit').then(() => {
    throw new Error('WordPress ended before it answered.');
  });
  const line = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const [text] = await Promise.race([line, ended]);
  ended.catch(() => {});
  return { facts: JSON.parse(text) as WordpressFacts, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.stdin?.end();
  await ended;
}
