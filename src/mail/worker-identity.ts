import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

/** The name a process signs its leases with: machine, process id and a nonce, since ids come round again. */
export function workerIdentity(): string {
  return `${hostname()}/${process.pid}/${randomUUID()}`;
}

/**
 * True when the owner surely lives no more: it ran on this machine, and its process is gone, or its id is now ours.
 * Owners on other machines are never declared dead; their leases run out instead.
 */
export function isDeadOwner(owner: string, self: string): boolean {
  if (owner === self) return false;
  const [host, pid] = owner.split('/');
  if (host !== hostname()) return false;
  return Number(pid) === process.pid || !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
