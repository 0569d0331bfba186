import type { Session } from '../../query/session.ts';
import type { TouchedTags } from '../../store/changes.ts';
import type { PostFilter } from '../../store/posts.ts';

/** Different searches whose totals are kept. */
const mostKept = 200;

/** How many rows searches have, kept until any post changes: the pages of a search all show its total. */
export class SearchTotals {
  readonly #kept = new Map<string, number>();
  #generation = 0;

  /** The total of a search, counted where it is not known; a total made stale by a concurrent change is not kept. */
  async of(session: Session, filter: PostFilter, count: () => Promise<number>): Promise<number> {
    const name = keptName(filter);
    // What is kept lacks what this transaction wrote.
    if (name === null || session.inTransaction) return count();
    await session.catchUp();
    const known = this.#kept.get(name);
    if (known !== undefined) return known;
    const generation = this.#generation;
    const total = await count();
    if (generation === this.#generation) this.#keep(name, total);
    return total;
  }

  invalidate(touched: TouchedTags): void {
    if (touched !== 'everything' && !touched.has('posts')) return;
    this.#generation += 1;
    this.#kept.clear();
  }

  #keep(name: string, total: number): void {
    this.#kept.set(name, total);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
  }
}

/** The name of a search that depends on nothing but posts. */
function keptName(filter: PostFilter): string | null {
  const { search, withTerms, withoutTerms, where, among, beyond } = filter;
  if (!search || withTerms || withoutTerms || where || among || beyond) return null;
  return JSON.stringify(filter);
}
