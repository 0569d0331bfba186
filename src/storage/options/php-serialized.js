/** Serialised text that is not decoded. */
export class PhpRaw {
  text;
  constructor(text) {
    this.text = text;
  }
}
/** A float with its original spelling, since `d:1;` and `i:1;` are different bytes. */
export class PhpFloat {
  text;
  constructor(text) {
    this.text = text;
  }
  get value() {
    return this.text === 'INF' ? Infinity : this.text === '-INF' ? -Infinity : Number(this.text);
  }
}
/** Decodes one value; returns a failure with its reason for any other text, and never throws. */
export function decodePhp(text) {
  const reader = new Reader(text);
  try {
    const value = reader.value(0);
    reader.end();
    return { ok: true, value };
  } catch (error) {
    if (error instanceof Broken) return { ok: false, reason: error.message };
    throw error;
  }
}
/** Encodes a value; lengths are in UTF-8 bytes. */
export function encodePhp(value) {
  if (value === null) return 'N;';
  if (typeof value === 'boolean') return `b:${value ? 1 : 0};`;
  if (typeof value === 'string') return `s:${Buffer.byteLength(value)}:"${value}";`;
  if (typeof value === 'number') return encodeNumber(value);
  if (value instanceof Map) {
    const parts = [...value].map(([key, item]) => encodePhp(key) + encodePhp(item));
    return `a:${value.size}:{${parts.join('')}}`;
  }
  return value instanceof PhpFloat ? `d:${value.text};` : value.text;
}
function encodeNumber(value) {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return `i:${value};`;
  if (Number.isNaN(value)) return 'd:NAN;';
  if (!Number.isFinite(value)) return value > 0 ? 'd:INF;' : 'd:-INF;';
  return Object.is(value, -0) ? 'd:-0;' : `d:${value};`;
}
class Broken extends Error {}
const depthLimit = 200;
class Reader {
  #text;
  #at = 0;
  constructor(text) {
    this.#text = text;
  }
  end() {
    if (this.#at !== this.#text.length) throw new Broken(`There is more text after the value, at ${this.#at}.`);
  }
  value(depth) {
    if (depth > depthLimit) throw new Broken(`The value is nested more than ${depthLimit} deep.`);
    switch (this.#text[this.#at]) {
      case 'N':
        this.#expect('N;');
        return null;
      case 'b':
        return this.#match(/b:([01]);/y)[1] === '1';
      case 'i':
        return this.#integer();
      case 'd':
        return new PhpFloat(this.#match(/d:(-?(?:INF|[0-9.]+(?:[eE][+-]?[0-9]+)?)|NAN);/y)[1]);
      case 's':
        return this.#string();
      case 'a':
        return this.#array(depth);
      case 'R':
      case 'r':
        return new PhpRaw(this.#match(/[Rr]:[0-9]+;/y)[0]);
      case 'O':
        return this.#object(depth);
      case 'C':
        return this.#custom();
      case 'E':
        return this.#case();
      default:
        throw new Broken(`There is no value at ${this.#at}.`);
    }
  }
  #integer() {
    const [all, digits] = this.#match(/i:([+-]?[0-9]+);/y);
    const value = Number(digits);
    // Above 2^53, and for spellings like `+1` or `-0`, only the text is exact.
    return String(value) === digits && Number.isSafeInteger(value) ? value : new PhpRaw(all);
  }
  #string() {
    const from = this.#at;
    const [head, length] = this.#match(/s:([0-9]+):"/y);
    const text = this.#bytes(Number(length));
    this.#expect('";');
    return head === `s:${Number(length)}:"` ? text : new PhpRaw(this.#text.slice(from, this.#at));
  }
  #array(depth) {
    const from = this.#at;
    const [head, count] = this.#match(/a:([0-9]+):\{/y);
    const array = new Map();
    for (let left = Number(count); left > 0; left -= 1) array.set(this.#key(), this.value(depth + 1));
    this.#expect('}');
    // A map cannot represent a duplicate key.
    const isPlain = array.size === Number(count) && head === `a:${Number(count)}:{`;
    return isPlain ? array : new PhpRaw(this.#text.slice(from, this.#at));
  }
  #key() {
    const key = this.value(0);
    if (typeof key === 'string' || typeof key === 'number') return key;
    throw new Broken(`There is no array key at ${this.#at}.`);
  }
  /** Skips the members to find the end, and keeps only the text. */
  #object(depth) {
    const from = this.#at;
    this.#bytes(Number(this.#match(/O:([0-9]+):"/y)[1]));
    for (let left = Number(this.#match(/":([0-9]+):\{/y)[1]); left > 0; left -= 1) {
      this.#key();
      this.value(depth + 1);
    }
    this.#expect('}');
    return new PhpRaw(this.#text.slice(from, this.#at));
  }
  #custom() {
    const from = this.#at;
    this.#bytes(Number(this.#match(/C:([0-9]+):"/y)[1]));
    this.#bytes(Number(this.#match(/":([0-9]+):\{/y)[1]));
    this.#expect('}');
    return new PhpRaw(this.#text.slice(from, this.#at));
  }
  #case() {
    const from = this.#at;
    this.#bytes(Number(this.#match(/E:([0-9]+):"/y)[1]));
    this.#expect('";');
    return new PhpRaw(this.#text.slice(from, this.#at));
  }
  /** Reads a number of UTF-8 bytes as text. */
  #bytes(length) {
    const from = this.#at;
    let left = length;
    while (left > 0) {
      const point = this.#text.codePointAt(this.#at);
      if (point === undefined) throw new Broken(`A text of ${length} bytes ends too soon, at ${this.#at}.`);
      left -= point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
      this.#at += point < 0x10000 ? 1 : 2;
    }
    if (left < 0) throw new Broken(`A text of ${length} bytes ends inside a character, at ${this.#at}.`);
    return this.#text.slice(from, this.#at);
  }
  #match(pattern) {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (!match) throw new Broken(`There is no value that makes sense at ${this.#at}.`);
    this.#at = pattern.lastIndex;
    return match;
  }
  #expect(text) {
    if (!this.#text.startsWith(text, this.#at)) throw new Broken(`'${text}' is missing at ${this.#at}.`);
    this.#at += text.length;
  }
}
