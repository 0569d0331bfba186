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

export function unpackPlaces(packed: string, first: number): PlacedTexts {
  const bytes = Buffer.from(packed, 'base64');
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const texts: [number, number[]][] = [];
  let number = first;
  while (at < bytes.length) {
    number += next();
    const places = new Array<number>(next());
    let place = 0;
    for (let n = 0; n < places.length; n += 1) {
      place += next();
      places[n] = place;
    }
    texts.push([number, places]);
  }
  return texts;
}

/** The texts in which places of the groups follow each other. */
export function following(groups: readonly PlacedTexts[]): number[] {
  const [first = [], ...others] = groups;
  let found = placesByText(first);
  for (const group of others) {
    const next = new Map<number, number[]>();
    for (const [number, places] of group) {
      const before = found.get(number);
      if (!before) continue;
      const ends = before.length > fewPlaces ? new Set(before) : null;
      const kept = places.filter((place) => (ends ? ends.has(place - 1) : before.includes(place - 1)));
      if (kept.length > 0) next.set(number, [...(next.get(number) ?? []), ...kept]);
    }
    found = next;
  }
  return [...found.keys()];
}

const fewPlaces = 12;

function placesByText(texts: PlacedTexts): Map<number, readonly number[]> {
  const found = new Map<number, readonly number[]>();
  for (const [number, places] of texts) {
    const known = found.get(number);
    found.set(number, known ? [...known, ...places] : places);
  }
  return found;
}
