import { availableParallelism, loadavg } from 'node:os';
import type { Store } from '../../extension.ts';
import { readSetting } from './settings.ts';

/** Whether the load of the machine is above the limit at which background work pauses. */
export async function busyCheck(store: Store): Promise<() => boolean> {
  const limit = await readSetting(store, 'load_limit');
  return () => (loadavg()[0] ?? 0) / availableParallelism() > limit;
}
