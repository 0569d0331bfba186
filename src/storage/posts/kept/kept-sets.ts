import { NumberSet } from '../../search/number-set.ts';
import type { TouchedTags } from '../../store/changes.ts';
import { namedPosts } from './named-posts.ts';

/** Different lists whose posts are kept. */
const mostSets = 20;
/** With more changed posts than this, a set is read again. */
const mostChanged = 500;

interface KeptSet {
  /** A change of any post may change the list, in ways that its tags do not tell. */
  readonly dependsOnAll: boolean;
  /** Null until they were read for the first time. */
  ids: NumberSet | null;
  /** The posts that have changed since they were read, with the number of the change. */
  readonly changed: Map<number, number>;
  /** The last read, and the number of the last change before it. */
  reading: { readonly since: number; readonly ids: Promise<NumberSet> } | null;
}

/** Reads the posts of a list: all, or those among some. They must have been in the list at some moment since the call. */
export type ReadPosts = (among: readonly number[] | null) => Promise<NumberSet>;

/**
 * The posts of long lists without an order. The change log tells which posts have changed; only these are looked at again,
 * so the cost does not follow the size of the site.
 */
export class KeptSets {
  readonly #sets = new Map<string, KeptSet>();
  #changes = 0;

  /** The posts of a list as they are after all changes that are known now. */
  of(name: string, dependsOnAll: boolean, read: ReadPosts): Promise<NumberSet> {
    const set = this.#sets.get(name) ?? { dependsOnAll, ids: null, changed: new Map(), reading: null };
    // The one that was used last is dropped last.
    this.#sets.delete(name);
    this.#sets.set(name, set);
    const [oldest] = this.#sets.keys();
    if (this.#sets.size > mostSets && oldest !== undefined) this.#sets.delete(oldest);
    const { reading } = set;
    const since = this.#changes;
    // What was begun after the last change has everything, for all who ask.
    if (reading?.since === since) return reading.ids;
    const before = reading ? reading.ids.catch(() => {}) : Promise.resolve();
    const ids = before.then(() => renew(set, since, read));
    set.reading = { since, ids };
    ids.catch(() => {
      if (set.reading?.ids === ids) set.reading = null;
    });
    return ids;
  }

  invalidate(touched: TouchedTags): void {
    const ids = namedPosts(touched);
    if (ids?.length === 0) return;
    this.#changes += 1;
    for (const [name, { dependsOnAll, changed }] of this.#sets) {
      for (const id of ids ?? []) changed.set(id, this.#changes);
      if (!ids || dependsOnAll || changed.size > mostChanged) this.#sets.delete(name);
    }
  }
}

/** Reads all posts of a set, or those again that have changed. */
async function renew(set: KeptSet, since: number, read: ReadPosts): Promise<NumberSet> {
  const { ids, changed } = set;
  const again = [...changed.keys()];
  if (!ids) set.ids = await read(null);
  else if (again.length > 0) set.ids = ids.without(NumberSet.of(again)).or(await read(again));
  for (const [id, change] of changed) if (change <= since) changed.delete(id);
  return set.ids ?? new NumberSet();
}
