import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A real disk of a few megabytes, which can be filled and made read-only. */
export interface SmallDisk {
  readonly path: string;
  /** Takes what is left of it. */
  fill(): void;
  /** Gives back what `fill` took. */
  free(): void;
  /** Refuses writes from now on; no file on it may be open for writing. */
  makeReadOnly(): void;
  remove(): void;
}

/** Whether this user may mount a disk; the tests of real disks are skipped where not. */
export const canMount = ((): boolean => {
  try {
    smallDisk(1).remove();
    return true;
  } catch {
    return false;
  }
})();

export function smallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'platen-disk-'));
  const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'ignore' });
  try {
    mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path);
  } catch (error) {
    rmSync(path, { recursive: true });
    throw error;
  }
  const ballast = join(path, 'ballast');
  return {
    path,
    fill: () => fillWith(ballast),
    free: () => rmSync(ballast),
    makeReadOnly: () => mount('-o', 'remount,ro', path),
    remove: () => {
      execFileSync('umount', [path]);
      rmSync(path, { recursive: true });
    },
  };
}

/** Ever smaller pieces, until not one more byte fits. */
function fillWith(file: string): void {
  for (let bytes = 1_048_576; bytes >= 1; bytes = Math.floor(bytes / 2)) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' });
    } catch {
      // A smaller piece may still fit.
    }
  }
}
