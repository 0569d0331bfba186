/** A PHP array in stored order; integer keys are numbers. */
export type PhpArray = Map<string | number, PhpValue>;

/**
 * A PHP-serialised value. What has no JavaScript counterpart (objects, references, unusual spellings of
 * numbers) is stored as raw text, so that nothing is instantiated from it and encoding it gives the same bytes.
 */
export type PhpValue = null | boolean | number | string | PhpArray | PhpRaw | PhpFloat;

/** Serialised text that is not decoded. */
export class PhpRaw {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A float with its original spelling, since `d:1;` and `i:1;` are different bytes. */
export class PhpFloat {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get value(): number {
    return this.text === 'INF' ? Infinity : this.text === '-INF' ? -Infinity : Number(this.text);
  }
}

/** Looks at parts of a value while it is read; where it returns false, the value is not read on. */
interface PhpVisitor {
  /** A text that is a value, not a key, and where it stands with its length. */
  text(part: string, from: number, to: number): boolean;
  /** What a class has written in a format of its own. */
  custom(part: string): boolean;
}

type PhpDecoded =
  | { readonly ok: true; readonly value: PhpValue }
  | { readonly ok: false; readonly reason: string; readonly at: number };

/** Decodes one value; returns a failure with its reason for any other text, and never throws. */
export function decodePhp(text: string, visitor?: PhpVisitor): PhpDecoded {
  const reader = new Reader(text, visitor);
  try {
    const value = reader.value(0);
    reader.end();
    return { ok: true, value };
  } catch (error) {
    if (error instanceof Broken) return { ok: false, reason: error.message, at: reader.at };
    throw error;
  }
}

/** Encodes a value; lengths are in UTF-8 bytes. */
export function encodePhp(value: PhpValue): string {
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

function encodeNumber(value: number): string {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return `i:${value};`;
  if (Number.isNaN(value)) return 'd:NAN;';
  if (!Number.isFinite(value)) return value > 0 ? 'd:INF;' : 'd:-INF;';
  return Object.is(value, -0) ? 'd:-0;' : `d:${value};`;
}

class Broken extends Error {}

const depthLimit = 200;

class Reader {
  readonly #text: string;
  readonly #visitor: PhpVisitor | undefined;
  #at = 0;

  constructor(text: string, visitor: PhpVisitor | undefined) {
    this.#text = text;
    this.#visitor = visitor;
  }

  get at(): number {
    return this.#at;
  }

  end(): void {
    if (this.#at !== this.#text.length) throw new Broken(`There is more text after the value, at ${this.#at}.`);
  }

  value(depth: number): PhpValue {
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
        return new PhpFloat(this.#match(/d:(-?(?:INF|[0-9.]+(?:[eE][+-]?[0-9]+)?)|NAN);/y)[1]!);
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

  #integer(): number | PhpRaw {
    const [all, digits] = this.#match(/i:([+-]?[0-9]+);/y);
    const value = Number(digits);
    // Above 2^53, and for spellings like `+1` or `-0`, only the text is exact.
    return String(value) === digits && Number.isSafeInteger(value) ? value : new PhpRaw(all);
  }

  #string(isKey = false): string | PhpRaw {
    const from = this.#at;
    const [head, length] = this.#match(/s:([0-9]+):"/y);
    const text = this.#bytes(Number(length));
    this.#expect('";');
    if (!isKey && this.#visitor?.text(text, from, this.#at) === false) this.#stop();
    return head === `s:${Number(length)}:"` ? text : new PhpRaw(this.#text.slice(from, this.#at));
  }

  #array(depth: number): PhpArray | PhpRaw {
    const from = this.#at;
    const [head, count] = this.#match(/a:([0-9]+):\{/y);
    const array: PhpArray = new Map();
    for (let left = Number(count); left > 0; left -= 1) {
      const key = this.#key();
      const value = this.value(depth + 1);
      if (!(key instanceof PhpRaw)) array.set(key, value);
    }
    this.#expect('}');
    // A map cannot represent a duplicate key, nor a number that is not exact.
    const isPlain = array.size === Number(count) && head === `a:${Number(count)}:{`;
    return isPlain ? array : new PhpRaw(this.#text.slice(from, this.#at));
  }

  #key(): string | number | PhpRaw {
    if (this.#text[this.#at] === 's') return this.#string(true);
    if (this.#text[this.#at] === 'i') return this.#integer();
    throw new Broken(`There is no array key at ${this.#at}.`);
  }

  /** Skips the members to find the end, and keeps only the text. */
  #object(depth: number): PhpRaw {
    const from = this.#at;
    this.#bytes(Number(this.#match(/O:([0-9]+):"/y)[1]));
    for (let left = Number(this.#match(/":([0-9]+):\{/y)[1]); left > 0; left -= 1) {
      this.#key();
      this.value(depth + 1);
    }
    this.#expect('}');
    return new PhpRaw(this.#text.slice(from, this.#at));
  }

  #custom(): PhpRaw {
    const from = this.#at;
    this.#bytes(Number(this.#match(/C:([0-9]+):"/y)[1]));
    const part = this.#bytes(Number(this.#match(/":([0-9]+):\{/y)[1]));
    this.#expect('}');
    if (this.#visitor?.custom(part) === false) this.#stop();
    return new PhpRaw(this.#text.slice(from, this.#at));
  }

  #case(): PhpRaw {
    const from = this.#at;
    this.#bytes(Number(this.#match(/E:([0-9]+):"/y)[1]));
    this.#expect('";');
    return new PhpRaw(this.#text.slice(from, this.#at));
  }

  #stop(): never {
    throw new Broken(`It was not read on, at ${this.#at}.`);
  }

  /** Reads a number of UTF-8 bytes as text. */
  #bytes(length: number): string {
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

  #match(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (!match) throw new Broken(`There is no value that makes sense at ${this.#at}.`);
    this.#at = pattern.lastIndex;
    return match;
  }

  #expect(text: string): void {
    if (!this.#text.startsWith(text, this.#at)) throw new Broken(`'${text}' is missing at ${this.#at}.`);
    this.#at += text.length;
  }
}
