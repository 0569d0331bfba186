import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

type Child = Pick<ChildProcess, 'pid' | 'kill'>;

/** At most so many times its deadline may a process take that gets no processor. */
export const mostDeadlines = 4;

/** How long each thread of a process, by its id, was ready and had no processor. */
type Waits = ReadonlyMap<string, number>;

/** Kills a process at a deadline. The time that it waited for a processor does not count: its file is not to blame for it. */
export function killAfter(child: Child, deadlineMs: number, waitsOf = waitsForProcessorMs): { cancel(): void } {
  const [begunMs, before] = [performance.now(), waitsOf(child)];
  const check = () => {
    const passedMs = performance.now() - begunMs;
    const leftMs = deadlineMs - passedMs + longestSince(before, waitsOf(child));
    if (leftMs <= 0 || passedMs >= mostDeadlines * deadlineMs) child.kill('SIGKILL');
    else timer = setTimeout(check, Math.min(leftMs, deadlineMs));
  };
  let timer = setTimeout(check, deadlineMs);
  return { cancel: () => clearTimeout(timer) };
}

/** What the thread that waited longest has waited since: which one works on a file differs from task to task. */
function longestSince(before: Waits, now: Waits): number {
  return Math.max(0, ...[...now].map(([id, waitedMs]) => waitedMs - (before.get(id) ?? 0)));
}

/** Empty where the system does not say. Threads come and go while they are read. */
function waitsForProcessorMs({ pid }: Child): Waits {
  const waits = new Map<string, number>();
  for (const id of unlessGone(() => readdirSync(`/proc/${pid}/task`)) ?? []) {
    const told = unlessGone(() => readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8'));
    const waited = Number(told?.split(' ')[1]);
    if (Number.isFinite(waited)) waits.set(id, waited / 1e6);
  }
  return waits;
}

function unlessGone<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
