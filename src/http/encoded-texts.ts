import { payloadDigest } from '../api/conditions/entity-tag.ts';

/** The bytes of a text, and their digest as part of an entity tag. */
export interface EncodedText {
  readonly bytes: Buffer;
  readonly digest: string;
}

const shortest = 512;
const limits = { texts: 1_024, bytes: 4_000_000, textBytes: 250_000 };

/**
 * Texts that were sent lately. A list is written again after any change to its table, mostly to the same text, and the
 * text of an item is kept: looking it up costs a fraction of encoding and digesting it.
 */
export class EncodedTexts {
  readonly #texts = new Map<string, EncodedText>();
  #bytes = 0;

  of(text: string): EncodedText {
    const known = text.length < shortest ? undefined : this.#texts.get(text);
    if (known) return known;
    const bytes = Buffer.from(text);
    const sent = { bytes, digest: payloadDigest(bytes) };
    if (text.length >= shortest && bytes.byteLength <= limits.textBytes) this.#keep(text, sent);
    return sent;
  }

  #keep(text: string, sent: EncodedText): void {
    this.#texts.set(text, sent);
    this.#bytes += sizeOf(text, sent);
    for (const [oldest, dropped] of this.#texts) {
      if (this.#texts.size <= limits.texts && this.#bytes <= limits.bytes) return;
      this.#texts.delete(oldest);
      this.#bytes -= sizeOf(oldest, dropped);
    }
  }
}

const sizeOf = (text: string, { bytes }: EncodedText): number => 2 * text.length + bytes.byteLength;
