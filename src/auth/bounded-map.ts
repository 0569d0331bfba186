/** A map that forgets its least recently used entries past a size, so that strangers cannot fill the memory. */
export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#most) return;
    const { value: oldest } = this.#entries.keys().next();
    this.#entries.delete(oldest as Key);
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }
}
