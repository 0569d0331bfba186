import { describe, expect, it } from 'vitest';
import { payloadDigest } from '../api/entity-tag.ts';
import { EncodedTexts } from './write-response.ts';

describe('texts that are sent', () => {
  it('have the same bytes and digest whenever they are sent', () => {
    const texts = new EncodedTexts();
    for (const text of ['', 'short', 'ü'.repeat(10_000), 'x'.repeat(300_000)]) {
      for (let n = 0; n < 2; n += 1) {
        const { bytes, digest } = texts.of(`${text}`);
        expect(bytes.toString()).toBe(text);
        expect(digest).toBe(payloadDigest(text));
      }
    }
  });

  it('are told from others of the same length', () => {
    const texts = new EncodedTexts();
    const [one, other] = [`${'a'.repeat(20_000)}1`, `${'a'.repeat(20_000)}2`];
    texts.of(one);
    expect(texts.of(other).bytes.toString()).toBe(other);
    expect(texts.of(other).digest).not.toBe(texts.of(one).digest);
  });

  it('are encoded once while they are among the latest', () => {
    const texts = new EncodedTexts();
    const text = 'long '.repeat(2_000);
    expect(texts.of(text).bytes).toBe(texts.of(text).bytes);
    const first = texts.of(text).bytes;
    for (let n = 0; n < 1_024; n += 1) texts.of(`${n} ${text}`);
    expect(texts.of(text).bytes).not.toBe(first);
  });
});
