import { availableParallelism, loadavg } from 'node:os';
import type { Store } from '../../extension.ts';
import { readSetting } from './settings.ts';

/** A look at whether the machine has other things to do than work that can wait. */
export async function busyCheck(store: Store): Promise<() => boolean> {
  const most = await readSetting(store, 'load_limit');
  return () => (loadavg()[0] ?? 0) / availableParallelism() > most;
}
