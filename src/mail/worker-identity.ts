import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

/** The name a worker signs its leases and logs with: machine, process, when the process began, and a nonce. */
export function workerIdentity(): string {
  return `${hostname()}/${process.pid}/${startedAtSeconds()}/${randomUUID()}`;
}

/** How far two readings of one process's beginning may lie apart when the clock is set meanwhile. */
const CLOCK_SLACK_SECONDS = 5;

/**
 * True when the owner surely lives no more: it ran on this machine, and its process is gone, or its process id is ours
 * by now. Owners on other machines are never declared dead; their leases run out instead.
 */
export function isDeadOwner(owner: string): boolean {
  const [host, pid, started] = owner.split('/');
  if (host !== hostname()) return false;
  if (Number(pid) !== process.pid) return !isRunning(Number(pid));
  return !(Math.abs(Number(started) - startedAtSeconds()) <= CLOCK_SLACK_SECONDS);
}

const startedAtSeconds = () => Math.round(Date.now() / 1_000 - process.uptime());

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
