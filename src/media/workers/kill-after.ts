import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

type Child = Pick<ChildProcess, 'pid' | 'kill'>;

/** At most so many times its deadline may a process take that gets no processor. */
export const mostDeadlines = 4;

/** Kills a process at a deadline. The time that it waited for a processor does not count: its file is not to blame for it. */
export function killAfter(child: Child, deadlineMs: number, waitedMs = waitedForProcessorMs): { cancel(): void } {
  const [begunMs, before] = [performance.now(), waitedMs(child)];
  const check = () => {
    const passedMs = performance.now() - begunMs;
    const leftMs = deadlineMs - passedMs + (waitedMs(child) - before);
    if (leftMs <= 0 || passedMs >= mostDeadlines * deadlineMs) child.kill('SIGKILL');
    else timer = setTimeout(check, Math.min(leftMs, deadlineMs));
  };
  let timer = setTimeout(check, deadlineMs);
  return { cancel: () => clearTimeout(timer) };
}

/** How long the thread of a process that waited longest was ready and had no processor; 0 where the system does not say. */
function waitedForProcessorMs({ pid }: Child): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const waits = threads.map((id) => Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[1]));
    return Math.max(0, ...waits.filter(Number.isFinite)) / 1e6;
  } catch {
    return 0;
  }
}
