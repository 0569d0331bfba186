import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, realpath, rename, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { peerFolder } from '../peers/peer-folder.ts';
import { runChild } from './child.ts';

/** This checkout of the program. */
export const ownRoot = fileURLToPath(new URL('../..', import.meta.url));

/** Another commit of a repository, in a folder of its own. */
export interface Checkout {
  readonly root: string;
  remove(): Promise<void>;
}

const git = async (root: string, ...args: string[]): Promise<string> =>
  (await promisify(execFile)('git', ['-C', root, ...args])).stdout.trim();

/** The full hash of a commit, whatever it is called; null where the repository has no such commit. */
export function findCommit(name: string, root = ownRoot): Promise<string | null> {
  return git(root, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`).catch(() => null);
}

export interface CheckoutOptions {
  readonly root?: string;
  /** Where dependencies of other commits are kept, for this run and later ones. */
  readonly dependencies?: string;
}

/**
 * Checks a commit out as a worktree below a folder. It uses the dependencies that are installed here where its lock file
 * is the same, and its own otherwise.
 */
export async function checkOut(
  hash: string,
  folder: string,
  { root = ownRoot, dependencies = peerFolder('dependencies') }: CheckoutOptions = {},
): Promise<Checkout> {
  const path = join(folder, `commit-${hash}`);
  await git(root, 'worktree', 'add', '--quiet', '--detach', path, hash);
  const remove = async (): Promise<void> => {
    await git(root, 'worktree', 'remove', '--force', path);
  };
  try {
    const [own, other] = await Promise.all([lockFile(root), lockFile(path)]);
    const installed = own === other || other === null ? root : await installDependencies(path, other, dependencies);
    await symlink(await realpath(join(installed, 'node_modules')), join(path, 'node_modules'));
    return { root: path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

const lockName = 'package-lock.json';

function lockFile(root: string): Promise<string | null> {
  return readFile(join(root, lockName), 'utf8').catch(() => null);
}

/** A folder with the dependencies of a lock file, named by its hash and installed once. */
async function installDependencies(checkout: string, lock: string, kept: string): Promise<string> {
  const folder = join(kept, createHash('sha256').update(lock).digest('hex').slice(0, 16));
  const isComplete = await stat(folder).catch(() => null);
  if (isComplete) return folder;
  // Renamed when it is complete, so that an installation that was cut short is not taken for one.
  const unfinished = `${folder}-${process.pid}`;
  try {
    await mkdir(unfinished, { recursive: true });
    for (const name of ['package.json', lockName]) await copyFile(join(checkout, name), join(unfinished, name));
    // No install scripts run: packages are used as published.
    await runChild('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: unfinished });
    await rename(unfinished, folder);
    return folder;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}
