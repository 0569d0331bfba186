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

  /** Adds the numbers of a block. */
  addBlock(block: number, bits: number): void {
    const at = block * bytesOfBlock;
    this.#reach(at + bytesOfBlock);
    for (let left = bits, n = 0; left > 0; left = Math.floor(left / 256), n += 1) this.#bytes[at + n]! |= left % 256;
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

  *[Symbol.iterator](): Generator<number> {
    for (const [at, byte] of this.#bytes.entries()) {
      if (byte === 0) continue;
      for (let bit = 0; bit < 8; bit += 1) if (byte & (1 << bit)) yield at * 8 + bit;
    }
  }

  #reach(length: number): void {
    if (length <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(length, this.#bytes.length * 2));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

/** The block and the bit of a number. */
export const placeOf = (number: number): { block: number; bit: number } => ({
  block: Math.floor(number / blockSize),
  bit: 2 ** (number % blockSize),
});
