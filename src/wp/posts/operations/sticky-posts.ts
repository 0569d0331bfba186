import { type Ready, whenReady } from '../../../ready.ts';
import { decodePhp, encodePhp, type PhpArray } from '../../../storage/options/php-serialized.ts';
import type { Store } from '../../../storage/store.ts';

const option = 'sticky_posts';

/** The ids of the sticky posts, stored as a list in one option. */
export function stickyIds(store: Store): Ready<number[]> {
  return whenReady(store.options.get(option), idsIn);
}

/** Parses the stored list; an invalid one counts as empty. */
export function idsIn(stored: string | null): number[] {
  if (!stored) return [];
  const list = decodePhp(stored);
  if (!list.ok || !(list.value instanceof Map)) return [];
  return [...list.value.values()].map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
}

/** Makes a post sticky or not; writes nothing if that is so already. */
export async function setSticky(id: number, sticky: boolean, store: Store): Promise<void> {
  await store.options.change(option, (stored) => {
    const ids = idsIn(stored);
    if (ids.includes(id) === sticky) return stored;
    const wanted = sticky ? [...ids, id] : ids.filter((one) => one !== id);
    const list: PhpArray = new Map(wanted.map((one, at) => [at, one]));
    return encodePhp(list);
  });
}

/** Removes a deleted or trashed post from the sticky posts; takes no lock if it is not sticky. */
export async function dropSticky(id: number, store: Store): Promise<void> {
  if ((await stickyIds(store)).includes(id)) await setSticky(id, false, store);
}
