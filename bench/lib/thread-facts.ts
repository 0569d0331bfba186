import { readFileSync } from 'node:fs';

/** What the kernel and the server itself tell of its main thread since the last time it was asked. */
export interface ThreadFacts {
  /** Shares of the time that passed: running, and ready to run while every core was taken. */
  readonly running: number;
  readonly waiting: number;
  /** How late the event loop was, in milliseconds. */
  readonly delayP99: number;
  readonly delayMax: number;
}

/** The timer whose delay is measured is due every 10 ms; its interval is part of what the metrics state. */
const timerMs = 10;

/** Watches the main thread of a server: by the scheduler, and by the delay of the event loop in its metrics. */
export async function watchMainThread(url: string, pid: number): Promise<() => Promise<ThreadFacts>> {
  let [since, before] = [performance.now(), schedule(pid)];
  const take = async (): Promise<ThreadFacts> => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const delay = (name: string) => {
      const found = new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(metrics)?.[1];
      return Math.max(0, Number(found ?? 0) * 1000 - timerMs);
    };
    const [now, after] = [performance.now(), schedule(pid)];
    const nanoseconds = (now - since) * 1e6;
    const running = (after.running - before.running) / nanoseconds;
    const waiting = (after.waiting - before.waiting) / nanoseconds;
    [since, before] = [now, after];
    return { running, waiting, delayP99: delay('p99'), delayMax: delay('max') };
  };
  // Reading the metrics begins the measuring anew.
  await take();
  return take;
}

/** Nanoseconds since the thread began; zero where the system does not tell. */
function schedule(pid: number): { running: number; waiting: number } {
  try {
    const [running = 0, waiting = 0] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')
      .split(' ')
      .map(Number);
    return { running, waiting };
  } catch {
    return { running: 0, waiting: 0 };
  }
}
