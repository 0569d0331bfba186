import { describe, expect, it } from 'vitest';
import { readJson } from './read-body.ts';

const read = (text: string | Buffer) => readJson(Buffer.isBuffer(text) ? text : Buffer.from(text));

describe('reading JSON', () => {
  it('takes what is JSON', () => {
    expect(read('{"a":[1,"\\ud83d\\ude00"]}')).toEqual({ kind: 'json', value: { a: [1, '😀'] } });
    expect(read('')).toEqual({ kind: 'json', value: null });
  });

  it.each([
    ['{"a": broken}', 4],
    [Buffer.from([0x22, 0xff, 0xfe, 0x22]), 5],
    ['{"a":"\\ud83d"}', 10],
    ['['.repeat(513) + ']'.repeat(513), 1],
    ['['.repeat(1_000_000), 1],
  ])('names what is wrong', (text, code) => {
    expect(read(text)).toMatchObject({ kind: 'broken', code });
  });

  it('counts brackets inside text as text', () => {
    expect(read(JSON.stringify('[['.repeat(2000))).kind).toBe('json');
  });

  it('keeps a member called __proto__ from becoming one', () => {
    const body = read('{"__proto__":{"polluted":1}}');
    expect(body.kind).toBe('json');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
