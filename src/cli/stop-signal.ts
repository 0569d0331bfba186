import cluster from 'node:cluster';

/** What ends the server: `drain` leaves load balancers time to notice, `finish` only lets requests end. */
export type Stop = 'drain' | 'finish';

const signals = { SIGTERM: 'drain', SIGINT: 'finish' } as const;

/**
 * Resolves at the first stop signal, or when the leader says so; a second signal ends the process at once. A worker
 * may be told by a signal to its whole group and by its leader: that is one request, not two.
 */
export function stopSignal(): Promise<Stop> {
  return new Promise((resolve) => {
    let signalled = false;
    for (const [signal, stop] of Object.entries(signals)) {
      process.on(signal, () => {
        if (signalled) process.exit(1);
        signalled = true;
        resolve(stop);
      });
    }
    if (cluster.isWorker) process.on('message', (said) => void (isStop(said) && resolve(said.stop)));
    else process.once('disconnect', () => resolve('finish'));
  });
}

/** Tells every worker to stop; resolves when all have ended. */
export async function stopWorkers(stop: Stop): Promise<void> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  const ended = workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
  for (const worker of workers) {
    // One that cannot be told any more is ending.
    if (worker.isConnected()) worker.send({ stop }, undefined, () => {});
  }
  await Promise.all(ended);
}

function isStop(said: unknown): said is { readonly stop: Stop } {
  return (
    typeof said === 'object' && said !== null && 'stop' in said && (said.stop === 'drain' || said.stop === 'finish')
  );
}
