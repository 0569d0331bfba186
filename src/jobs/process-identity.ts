import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

/** Start time of this process: distinguishes it from an earlier one with the same id, which is common in containers. */
const startedMs = Math.trunc(performance.timeOrigin);

/** The name a worker uses in leases, logs and folders: machine, process id, start time and a nonce. */
export function workerIdentity(): string {
  return `${hostname()}/${process.pid}/${startedMs}/${randomUUID()}`;
}

/**
 * True when the owner has certainly ended: it ran on this machine, and its process is gone or its process id is now
 * ours. Owners on other machines are never declared dead; their leases expire instead.
 */
export function isDeadOwner(owner: string): boolean {
  const [host, pid, started] = owner.split('/');
  if (host !== hostname()) return false;
  return Number(pid) === process.pid ? Number(started) !== startedMs : !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process exists but belongs to another user, so we may not signal it.
    return typeof error === 'object' && error !== null && 'code' in error && error.code === 'EPERM';
  }
}
