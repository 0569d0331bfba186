/** Numbers that look random and are the same again for the same seed. */
export interface Random {
  /** From 0 up to, but not including, `limit`. */
  below(limit: number): number;
  /** True once in `times`. */
  oneIn(times: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Some of a list, in their order. */
  some<T>(from: readonly T[], share?: number): T[];
}

/** Random numbers of one case: the seed of the run, the part and the number of the case decide them all. */
export function randomOf(...seeds: readonly (string | number)[]): Random {
  let state = hashOf(seeds.join('/'));
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    oneIn: (times) => below(times) === 0,
    pick(from) {
      if (from.length === 0) throw new Error('There is nothing to pick from.');
      // The index lies within the list.
      return from[below(from.length)] as (typeof from)[number];
    },
    some: (from, share = 0.5) => from.filter(() => next() < share),
  };
}

function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  return hash | 0;
}
