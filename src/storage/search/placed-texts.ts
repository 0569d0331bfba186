/** Where a piece stands in texts of a batch: pairs of the number of a text, after the first, and its places. */
type PlacedTexts = readonly (readonly [text: number, places: readonly number[]])[];

/** As a short text: differences of numbers and places, seven bits per byte. */
export function packPlaces(texts: PlacedTexts): string {
  const bytes: number[] = [];
  const add = (value: number): void => {
    let left = value;
    for (; left > 127; left >>>= 7) bytes.push((left & 127) | 128);
    bytes.push(left);
  };
  let before = 0;
  for (const [text, places] of texts) {
    add(text - before);
    before = text;
    add(places.length);
    let last = 0;
    for (const place of places) {
      add(place - last);
      last = place;
    }
  }
  return Buffer.from(bytes).toString('base64');
}

/** A place is so many bits of a key; above them is the number of its text, after the first of the batch. */
const placeBits = 20;
/** Places of a text that can be indexed. */
export const mostPlaces = 2 ** placeBits;

/** Writes the places as keys; returns how many there are. A key takes a byte at least. */
function readKeys(bytes: Uint8Array, keys: Int32Array, from: number): number {
  let at = 0;
  let count = from;
  const next = (): number => {
    let byte = bytes[at++]!;
    let value = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++]!;
      value |= (byte & 127) << shift;
    }
    return value;
  };
  for (let text = 0; at < bytes.length; ) {
    text += next();
    let key = text << placeBits;
    for (let left = next(); left > 0; left -= 1) {
      key += next();
      keys[count++] = key;
    }
  }
  return count;
}

/** Finds texts in which pieces follow each other, batch by batch; its memory is used again for each batch. */
export class PlaceComparison {
  #candidates = new Int32Array(0);
  #others = new Int32Array(0);
  #offsets = new Int32Array(0);
  #marks = new Uint16Array(0);

  /**
   * The texts, after the first of the batch, in which places of the groups follow each other. The group with the least
   * places says where they may begin; the others then raise the marks of the beginnings that they agree with.
   */
  following(groups: readonly (readonly string[])[]): Set<number> {
    const packed = groups.map((group, at) => ({ at, parts: group.map((text) => Buffer.from(text, 'base64')) }));
    const [rarest, ...others] = packed.sort((one, other) => sizeOf(one.parts) - sizeOf(other.parts));
    const found = new Set<number>();
    if (!rarest) return found;
    const count = this.#readCandidates(rarest.parts, rarest.at);
    const candidates = this.#candidates;
    const { marks, offsets, texts } = this.#mark(count);
    for (const [step, { at, parts }] of others.entries()) {
      for (const part of parts) {
        this.#others = atLeast(this.#others, part.length);
        const keys = this.#others;
        const end = readKeys(part, keys, 0);
        for (let n = 0; n < end; n += 1) {
          const key = keys[n]!;
          const text = key >> placeBits;
          const begin = (key & (mostPlaces - 1)) - at;
          if (text >= texts || begin < 0) continue;
          const mark = offsets[text]! + begin;
          if (mark < offsets[text + 1]! && marks[mark] === step + 1) marks[mark] = step + 2;
        }
      }
    }
    for (let n = 0; n < count; n += 1) {
      const key = candidates[n]!;
      const text = key >> placeBits;
      if (marks[offsets[text]! + (key & (mostPlaces - 1))] === groups.length) found.add(text);
    }
    return found;
  }

  /** Reads where the groups may begin if the pieces of one stand at their places. */
  #readCandidates(parts: readonly Uint8Array[], at: number): number {
    this.#candidates = atLeast(this.#candidates, sizeOf(parts));
    const keys = this.#candidates;
    let end = 0;
    for (const part of parts) end = readKeys(part, keys, end);
    let count = 0;
    for (let n = 0; n < end; n += 1) if ((keys[n]! & (mostPlaces - 1)) >= at) keys[count++] = keys[n]! - at;
    return count;
  }

  /** Marks the candidates: those of a text lie together, after its offset. */
  #mark(count: number): { marks: Uint16Array; offsets: Int32Array; texts: number } {
    const keys = this.#candidates;
    let texts = 0;
    for (let n = 0; n < count; n += 1) texts = Math.max(texts, (keys[n]! >> placeBits) + 1);
    this.#offsets = atLeast(this.#offsets, texts + 1);
    const offsets = this.#offsets.fill(0, 0, texts + 1);
    for (let n = 0; n < count; n += 1) {
      const text = keys[n]! >> placeBits;
      offsets[text + 1] = Math.max(offsets[text + 1]!, (keys[n]! & (mostPlaces - 1)) + 1);
    }
    for (let text = 0; text < texts; text += 1) offsets[text + 1]! += offsets[text]!;
    if (this.#marks.length < offsets[texts]!) this.#marks = new Uint16Array(offsets[texts]! * 2);
    const marks = this.#marks.fill(0, 0, offsets[texts]!);
    for (let n = 0; n < count; n += 1) marks[offsets[keys[n]! >> placeBits]! + (keys[n]! & (mostPlaces - 1))] = 1;
    return { marks, offsets, texts };
  }
}

const sizeOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, { length }) => sum + length, 0);

const atLeast = (array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> =>
  array.length >= length ? array : new Int32Array(length * 2);
