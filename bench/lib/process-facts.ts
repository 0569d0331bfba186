import { readdirSync, readFileSync } from 'node:fs';

/** The unit in which the kernel counts processor time. */
const ticksPerSecond = 100;

/** Processor time in seconds used by a process and all its descendants; null where the system does not report it. */
export function processorSeconds(pid: number): number | null {
  const family = withDescendants(pid);
  return family.length === 0 ? null : family.reduce((sum, { ticks }) => sum + ticks, 0) / ticksPerSecond;
}

/** Resident memory of a process, in megabytes; null where the system does not report it. */
export function residentMegabytes(pid: number): number | null {
  const found = /^VmRSS:\s+(\d+) kB/m.exec(readProc(`${pid}/status`));
  return found ? Number(found[1]) / 1024 : null;
}

/** Resident memory of a process and all its descendants, in megabytes; what they share is counted for each. */
export function treeMegabytes(pid: number): number | null {
  const family = withDescendants(pid);
  if (family.length === 0) return null;
  return family.reduce((sum, member) => sum + (residentMegabytes(member.pid) ?? 0), 0);
}

function withDescendants(pid: number): Stat[] {
  const all = readStats();
  const family: Stat[] = [];
  const waiting = [pid];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const found = all.get(next);
    if (!found) continue;
    family.push(found);
    for (const { pid: child, parent } of all.values()) if (parent === next) waiting.push(child);
  }
  return family;
}

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly ticks: number;
}

function readStats(): Map<number, Stat> {
  const stats = new Map<number, Stat>();
  for (const name of readNames()) {
    // A program name may contain spaces and brackets; the fields after the last bracket do not.
    const fields = readProc(`${name}/stat`).split(') ').pop()?.split(' ') ?? [];
    if (fields.length > 12)
      stats.set(Number(name), {
        pid: Number(name),
        parent: Number(fields[1]),
        ticks: Number(fields[11]) + Number(fields[12]),
      });
  }
  return stats;
}

function readNames(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** A process may end while it is being read. */
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}
