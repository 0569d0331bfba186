/** The ids of a list in its order. An id is looked for among all of them, which takes less than a statement. */
export class OrderedIds {
  #ids: Uint32Array;
  #length: number;

  constructor(ids: Uint32Array) {
    this.#ids = ids;
    this.#length = ids.length;
  }

  get length(): number {
    return this.#length;
  }

  slice(from: number, to: number): number[] {
    return Array.from(this.#used.subarray(Math.max(0, from), Math.max(0, to)));
  }

  /** The position of an id; -1 where it is not in the list. */
  indexOf(id: number): number {
    return this.#used.indexOf(id);
  }

  /** Removes an id, wherever it stands. */
  remove(id: number): void {
    for (let at = this.indexOf(id); at >= 0; at = this.indexOf(id)) {
      this.#ids.copyWithin(at, at + 1, this.#length);
      this.#length -= 1;
    }
  }

  insert(id: number, at: number): void {
    if (this.#length === this.#ids.length) {
      const wider = new Uint32Array(this.#length + Math.max(64, this.#length >> 6));
      wider.set(this.#used);
      this.#ids = wider;
    }
    this.#ids.copyWithin(at + 1, at, this.#length);
    this.#ids[at] = id;
    this.#length += 1;
  }

  get #used(): Uint32Array {
    return this.#ids.subarray(0, this.#length);
  }
}

/** The largest id that can be kept. */
export const largestId = 2 ** 32 - 1;
