/** Numbers of one block of a set, as bits of a number that is exact in JavaScript. */
export const blockSize = 48;
const bytesOfBlock = blockSize / 8;

const bitsOfByte = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

/** A set of whole numbers as bits. */
export class NumberSet {
  #bytes: Uint8Array;

  constructor(bytes = new Uint8Array(0)) {
    this.#bytes = bytes;
  }

  static of(numbers: Iterable<number>): NumberSet {
    const set = new NumberSet();
    for (const number of numbers) set.add(number);
    return set;
  }

  addBlock(block: number, bits: number): void {
    const at = block * bytesOfBlock;
    this.#reach(at + bytesOfBlock);
    // Operators on bits take 32 of them.
    const halves = [bits % 2 ** 24, Math.floor(bits / 2 ** 24)];
    for (const [n, half] of halves.entries()) {
      this.#bytes[at + 3 * n]! |= half & 255;
      this.#bytes[at + 3 * n + 1]! |= (half >> 8) & 255;
      this.#bytes[at + 3 * n + 2]! |= half >> 16;
    }
  }

  add(number: number): void {
    const at = number >> 3;
    this.#reach(at + 1);
    this.#bytes[at]! |= 1 << (number & 7);
  }

  /** How many numbers it has. */
  get size(): number {
    let size = 0;
    for (const byte of this.#bytes) size += bitsOfByte[byte]!;
    return size;
  }

  /** The largest number; -1 where there is none. */
  get last(): number {
    const at = this.#bytes.findLastIndex((byte) => byte !== 0);
    return at === -1 ? -1 : at * 8 + 31 - Math.clz32(this.#bytes[at]!);
  }

  has(number: number): boolean {
    return ((this.#bytes[number >> 3] ?? 0) & (1 << (number & 7))) !== 0;
  }

  and(other: NumberSet): NumberSet {
    return new NumberSet(this.#bytes.map((byte, at) => byte & (other.#bytes[at] ?? 0)));
  }

  or(other: NumberSet): NumberSet {
    const [long, short] = this.#bytes.length < other.#bytes.length ? [other, this] : [this, other];
    return new NumberSet(long.#bytes.map((byte, at) => byte | (short.#bytes[at] ?? 0)));
  }

  without(other: NumberSet): NumberSet {
    return new NumberSet(this.#bytes.map((byte, at) => byte & ~(other.#bytes[at] ?? 0)));
  }

  /** Visits the numbers in their order; quicker than a loop where they are many. */
  forEach(visit: (number: number) => void): void {
    const bytes = this.#bytes;
    for (let at = 0; at < bytes.length; at += 1)
      for (let left = bytes[at]!, number = at * 8; left > 0; left >>= 1, number += 1) if (left & 1) visit(number);
  }

  *[Symbol.iterator](): Generator<number> {
    const bytes = this.#bytes;
    for (let at = 0; at < bytes.length; at += 1)
      for (let left = bytes[at]!, number = at * 8; left > 0; left >>= 1, number += 1) if (left & 1) yield number;
  }

  #reach(length: number): void {
    if (length <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(length, this.#bytes.length * 2));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

export const placeOf = (number: number): { block: number; bit: number } => ({
  block: Math.floor(number / blockSize),
  bit: 2 ** (number % blockSize),
});
