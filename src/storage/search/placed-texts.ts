/** Where a piece stands in texts: pairs of the number of a text and its places. */
export type PlacedTexts = readonly (readonly [number: number, places: readonly number[]])[];

/** As a short text: differences of numbers and places, seven bits per byte. */
export function packPlaces(texts: PlacedTexts, first: number): string {
  const bytes: number[] = [];
  const add = (value: number): void => {
    let left = value;
    for (; left > 127; left >>>= 7) bytes.push((left & 127) | 128);
    bytes.push(left);
  };
  let before = first;
  for (const [number, places] of texts) {
    add(number - before);
    before = number;
    add(places.length);
    let last = 0;
    for (const place of places) {
      add(place - last);
      last = place;
    }
  }
  return Buffer.from(bytes).toString('base64');
}

/** Places of a text that can be indexed; so many bits of a key. */
export const mostPlaces = 2 ** 20;
const placeBits = 20;

/** Adds the places as keys: the number after the first of the batch, then the place. */
export function addKeys(keys: number[], packed: string): void {
  const bytes = Buffer.from(packed, 'base64');
  const end = bytes.length;
  let at = 0;
  let text = 0;
  // What is to be read next: the next text, how many places it has, or one of these.
  let left = -1;
  let place = 0;
  while (at < end) {
    let byte = bytes[at++]!;
    let value = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++]!;
      value |= (byte & 127) << shift;
    }
    if (left === -1) {
      text += value;
      left = -2;
    } else if (left === -2) {
      left = value === 0 ? -1 : value;
      place = 0;
    } else {
      place += value;
      keys.push((text << placeBits) | place);
      left = left === 1 ? -1 : left - 1;
    }
  }
}

/** The texts, after the first of the batch, in which keys of the groups follow each other. */
export function following(groups: readonly (readonly number[])[]): Set<number> {
  const [first = [], ...others] = groups.map((keys) => Int32Array.from(keys).sort());
  let found = first;
  for (const next of others) {
    const kept = new Int32Array(Math.min(found.length, next.length));
    let count = 0;
    for (let one = 0, other = 0; one < found.length && other < next.length; ) {
      const wanted = found[one]! + 1;
      const key = next[other]!;
      if (wanted === key) kept[count++] = key;
      if (wanted <= key) one += 1;
      if (key <= wanted) other += 1;
    }
    found = kept.subarray(0, count);
  }
  const texts = new Set<number>();
  for (const key of found) texts.add(key >> placeBits);
  return texts;
}
