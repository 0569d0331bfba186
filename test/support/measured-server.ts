import { testPlaten } from './platen.ts';

/** What one request cost the process that answered it. */
export interface Cost {
  /** Longest time the event loop was held, in milliseconds of the thread's own processor time. */
  readonly hold: number;
  /** Most memory beyond what was taken before, in megabytes. */
  readonly memory: number;
}

/** What the parent says, and what it hears: the address when the server listens, the cost when a measurement ends. */
export type Order = 'begin' | 'end' | 'stop';
export type Report = { readonly url: string } | { readonly begun: true } | Cost;

const tickMs = 5;
const megabyte = 1024 * 1024;
const site = await testPlaten();
const seen = { cpu: process.threadCpuUsage(), hold: 0, before: 0, most: 0 };

/** Between two ticks lies one hold of the loop at most, besides what fits into a tick. */
function look(): void {
  const now = process.threadCpuUsage();
  seen.hold = Math.max(seen.hold, now.user + now.system - seen.cpu.user - seen.cpu.system);
  seen.most = Math.max(seen.most, process.memoryUsage.rss());
  seen.cpu = now;
}

const orders: Record<Order, () => Report | Promise<Report | null>> = {
  begin: () => {
    globalThis.gc?.();
    const rss = process.memoryUsage.rss();
    Object.assign(seen, { cpu: process.threadCpuUsage(), hold: 0, before: rss, most: rss });
    return { begun: true };
  },
  end: () => {
    look();
    return { hold: seen.hold / 1000, memory: (seen.most - seen.before) / megabyte };
  },
  stop: async () => {
    await site.close();
    process.disconnect();
    return null;
  },
};

setInterval(look, tickMs).unref();
process.on('message', async (order: Order) => {
  const report = await orders[order]();
  if (report) process.send?.(report);
});
process.send?.({ url: await site.platen.listen() } satisfies Report);
