import type { Call } from '../call.ts';
import { writeOnce } from './links.ts';
import type { Json } from './plan.ts';

/**
 * All that the item of a subject is made of in the context `view`, for a visitor and besides the site, as values that
 * stay the same while nothing changes. The first is an object; the item is kept with it. Null for a subject whose item
 * depends on more.
 */
export type CacheKeyOf<Subject> = (subject: Subject) => readonly [object, ...unknown[]] | null;

interface Kept {
  readonly site: Call['site'];
  readonly parts: readonly unknown[];
  readonly item: Json;
}

/** Items that were shown before, with their JSON, as long as everything that they are made of is the same. */
export interface KeptItems<Subject> {
  /** The items of all subjects; null if one of them is not kept. `more` is what each is made of besides. */
  get(subjects: readonly Subject[], call: Call, more: MoreParts): Json[] | null;
  keep(subjects: readonly Subject[], items: readonly Json[], call: Call, more: MoreParts): void;
}

/** Further values of each subject, in their order; empty for none. */
export type MoreParts = readonly (readonly unknown[])[];

export function createKeptItems<Subject>(madeOf: CacheKeyOf<Subject>): KeptItems<Subject> {
  const kept = new WeakMap<object, Kept>();
  const partsOf = (subject: Subject, more: readonly unknown[] | undefined): readonly [object, ...unknown[]] | null => {
    const parts = madeOf(subject);
    return parts && more ? [...parts, ...more] : parts;
  };
  return {
    get(subjects, { site }, more) {
      const items: Json[] = [];
      for (const [at, subject] of subjects.entries()) {
        const parts = partsOf(subject, more[at]);
        const known = parts && kept.get(parts[0]);
        if (!known || known.site !== site || known.parts.some((part, i) => part !== parts[i])) return null;
        items.push(known.item);
      }
      return items;
    },
    keep(subjects, items, { site }, more) {
      for (const [at, subject] of subjects.entries()) {
        const parts = partsOf(subject, more[at]);
        const item = items[at];
        if (!parts || !item) continue;
        writeOnce(item);
        kept.set(parts[0], { site, parts, item });
      }
    },
  };
}
