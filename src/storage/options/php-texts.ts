/** A serialised value with changed texts, or why it cannot be changed. */
export type ChangedPhp = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

/** Whether a stored text is, or was once, a serialised value that can hold texts. */
export function looksSerialized(text: string): boolean {
  return /^(?:[aOC]:\d+:|s:\d+:")/.test(text);
}

/**
 * Changes the texts in a serialised value and their lengths, and nothing else: keys, names of classes, numbers and
 * references stay byte for byte. `change` returns the new text, or null to give the whole value up. A value that is
 * damaged, or that has a part of a format of its own which `isMeant` recognises, is refused.
 */
export function changePhpTexts(
  text: string,
  change: (part: string) => string | null,
  isMeant: (part: string) => boolean,
): ChangedPhp {
  const reader = new Reader(text, change, isMeant);
  try {
    return { ok: true, text: reader.whole() };
  } catch (error) {
    if (error instanceof Unchangeable) return { ok: false, reason: error.message };
    throw error;
  }
}

class Unchangeable extends Error {}

const depthLimit = 200;

class Reader {
  readonly #text: string;
  readonly #change: (part: string) => string | null;
  readonly #isMeant: (part: string) => boolean;
  readonly #written: string[] = [];
  #at = 0;
  /** From here on, the text was not written yet. */
  #copied = 0;

  constructor(text: string, change: (part: string) => string | null, isMeant: (part: string) => boolean) {
    this.#text = text;
    this.#change = change;
    this.#isMeant = isMeant;
  }

  whole(): string {
    this.#value(0);
    if (this.#at !== this.#text.length) this.#fail('there is more text after its end');
    return this.#written.join('') + this.#text.slice(this.#copied);
  }

  #value(depth: number): void {
    if (depth > depthLimit) this.#fail(`it is nested more than ${depthLimit} deep`);
    switch (this.#text[this.#at]) {
      case 's':
        this.#string();
        break;
      case 'a':
        this.#members(/a:(\d+):\{/y, depth);
        break;
      case 'O':
        this.#name();
        this.#members(/:(\d+):\{/y, depth);
        break;
      case 'C':
        this.#custom();
        break;
      case 'E':
        this.#name();
        this.#match(/;/y);
        break;
      default:
        this.#match(/N;|b:[01];|i:[+-]?\d+;|d:-?[\d.]+(?:[eE][+-]?\d+)?;|d:(?:-?INF|NAN);|[Rr]:\d+;/y);
    }
  }

  #string(): void {
    const from = this.#at;
    const length = Number(this.#match(/s:(\d+):"/y)[1]);
    const part = this.#bytes(length);
    this.#match(/";/y);
    const changed = this.#change(part);
    if (changed === null) this.#fail('a value inside of it is damaged');
    else if (changed !== part) {
      this.#written.push(this.#text.slice(this.#copied, from), `s:${Buffer.byteLength(changed)}:"${changed}";`);
      this.#copied = this.#at;
    }
  }

  #members(head: RegExp, depth: number): void {
    for (let left = Number(this.#match(head)[1]); left > 0; left -= 1) {
      this.#key();
      this.#value(depth + 1);
    }
    this.#match(/\}/y);
  }

  #key(): void {
    if (this.#text[this.#at] !== 's') {
      this.#match(/i:[+-]?\d+;/y);
      return;
    }
    this.#bytes(Number(this.#match(/s:(\d+):"/y)[1]));
    this.#match(/";/y);
  }

  /** The name of a class or case, with its length before it. */
  #name(): void {
    this.#bytes(Number(this.#match(/[OCE]:(\d+):"/y)[1]));
    this.#match(/"/y);
  }

  /** A class that writes its values in a format of its own. */
  #custom(): void {
    this.#name();
    const part = this.#bytes(Number(this.#match(/:(\d+):\{/y)[1]));
    this.#match(/\}/y);
    if (this.#isMeant(part)) this.#fail('a class in it has a format of its own');
  }

  /** Reads a number of UTF-8 bytes as text. */
  #bytes(length: number): string {
    const from = this.#at;
    let left = length;
    while (left > 0) {
      const point = this.#text.codePointAt(this.#at);
      if (point === undefined) return this.#fail('a text in it ends too soon');
      left -= point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
      this.#at += point < 0x10000 ? 1 : 2;
    }
    if (left < 0) this.#fail('a length in it is wrong');
    return this.#text.slice(from, this.#at);
  }

  #match(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (!match) return this.#fail(`it makes no sense at ${this.#at}`);
    this.#at = pattern.lastIndex;
    return match;
  }

  #fail(reason: string): never {
    throw new Unchangeable(reason);
  }
}
