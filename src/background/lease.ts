import { hash, randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { mostSkewMs } from '../lib/elapsed.ts';

/** Which worker currently owns an exclusive job, and until when nobody else may take it. */
export interface Lease {
  /** As returned by `workerIdentity`; empty for nobody. */
  readonly owner: string;
  readonly untilMs: number;
}

/**
 * Whether another worker may take the lease: nobody owns it, it has expired, or its owner's process has ended. One that
 * ends later than a lease of `longestMs` can is from before the clock was set back, and has expired too.
 */
export function isFree(
  { owner, untilMs }: Lease,
  nowMs: number,
  longestMs: number = Number.POSITIVE_INFINITY,
): boolean {
  return owner === '' || untilMs < nowMs || untilMs - longestMs - nowMs > mostSkewMs || isDeadOwner(owner);
}

/** Start time of this process: distinguishes it from an earlier one with the same id, which is common in containers. */
const startedMs = Math.trunc(performance.timeOrigin);

/**
 * Where process ids mean what they mean here: this machine since it was started, and this container. Machines and
 * containers may share a host name.
 */
export const processSpace = `${hostname()}~${hash('sha256', spaceMarks().join(' ')).slice(0, 12)}`;

/** The name a worker uses in leases, logs and folders: process space, process id, start time and a nonce. */
export function workerIdentity(): string {
  return `${processSpace}/${process.pid}/${startedMs}/${randomUUID()}`;
}

/**
 * True when the owner has certainly ended: it ran where our process ids are valid, and its process is gone or its
 * process id is now ours. Other owners are never declared dead; their leases expire instead.
 */
export function isDeadOwner(owner: string): boolean {
  const [space, pid, started] = owner.split('/');
  if (space !== processSpace) return false;
  return Number(pid) === process.pid ? Number(started) !== startedMs : !isRunning(Number(pid));
}

/** Both change whenever process ids begin again; systems without them are told apart by name only. */
function spaceMarks(): string[] {
  const marks = [
    () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
    () => readlinkSync('/proc/self/ns/pid'),
  ];
  return marks.map((read) => {
    try {
      return read();
    } catch {
      return '';
    }
  });
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
