import { execFile } from 'node:child_process';
import { realpath, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

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

/** Checks a commit out as a worktree below a folder. It uses the dependencies that are installed here. */
export async function checkOut(hash: string, folder: string, root = ownRoot): Promise<Checkout> {
  const path = join(folder, `commit-${hash}`);
  await git(root, 'worktree', 'add', '--quiet', '--detach', path, hash);
  const remove = async (): Promise<void> => {
    await git(root, 'worktree', 'remove', '--force', path);
  };
  try {
    await symlink(await realpath(join(root, 'node_modules')), join(path, 'node_modules'));
    return { root: path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
