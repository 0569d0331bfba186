import { decodePhp, encodePhp, type PhpArray } from '../storage/php-serialized.ts';
import type { Store } from '../storage/store.ts';

const option = 'sticky_posts';

/** The posts that are kept on top, as the site stores them: one option with a list of ids. */
export async function stickyIds(store: Store): Promise<number[]> {
  return idsIn(await store.options.get(option));
}

/** Reads the stored list; a broken one counts as empty. */
export function idsIn(stored: string | null): number[] {
  if (!stored) return [];
  const list = decodePhp(stored);
  if (!list.ok || !(list.value instanceof Map)) return [];
  return [...list.value.values()].map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
}

/** Puts a post on top or takes it down; nothing is written where it is there already. */
export async function setSticky(id: number, sticky: boolean, store: Store): Promise<void> {
  const ids = await stickyIds(store);
  if (ids.includes(id) === sticky) return;
  const wanted = sticky ? [...ids, id] : ids.filter((one) => one !== id);
  const list: PhpArray = new Map(wanted.map((one, at) => [at, one]));
  await store.options.set(option, encodePhp(list), 'early');
}
