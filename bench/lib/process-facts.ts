import { readdirSync, readFileSync } from 'node:fs';

/** The unit in which the kernel counts processor time. */
const ticksPerSecond = 100;

/** Processor time in seconds used by a process and all its descendants; null where the system does not report it. */
export function processorSeconds(pid: number): number | null {
  const all = readStats();
  if (!all.has(pid)) return null;
  let ticks = 0;
  const waiting = [pid];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    ticks += all.get(next)?.ticks ?? 0;
    for (const [child, { parent }] of all) if (parent === next) waiting.push(child);
  }
  return ticks / ticksPerSecond;
}

/** Resident memory of a process, in megabytes; null where the system does not report it. */
export function residentMegabytes(pid: number): number | null {
  const found = /^VmRSS:\s+(\d+) kB/m.exec(readProc(`${pid}/status`));
  return found ? Number(found[1]) / 1024 : null;
}

interface Stat {
  readonly parent: number;
  readonly ticks: number;
}

function readStats(): Map<number, Stat> {
  const stats = new Map<number, Stat>();
  for (const name of readNames()) {
    // A program name may contain spaces and brackets; the fields after the last bracket do not.
    const fields = readProc(`${name}/stat`).split(') ').pop()?.split(' ') ?? [];
    if (fields.length > 12)
      stats.set(Number(name), { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) });
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
