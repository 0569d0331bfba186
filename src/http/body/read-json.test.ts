import { describe, expect, it } from 'vitest';
import { readJson } from './parse-body.ts';

const budget = { members: 2000, values: 4000, levels: 512 };
const read = (text: string | Buffer) => readJson(Buffer.isBuffer(text) ? text : Buffer.from(text), budget);
const list = (item: string, length: number) => `[${Array(length).fill(item).join()}]`;

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
    expect(read(JSON.stringify('[[{:,"\\'.repeat(2000))).kind).toBe('json');
  });

  it.each([
    ['empty lists', list('[]', 1999)],
    ['objects with a member', list('{"a":1}', 999)],
    ['plain values', list('1', 4000)],
    ['members', `{${Array.from({ length: 1999 }, (_, n) => `"k${n}":0`).join()}}`],
  ])('takes as many %s as the budget holds', (_name, text) => {
    expect(read(text)).toEqual({ kind: 'json', value: JSON.parse(text) });
  });

  it.each([
    ['empty lists', list('[]', 2000), 'members'],
    ['objects with a member', list('{"a":1}', 1000), 'members'],
    ['plain values', list('1', 4001), 'values'],
    ['members', `{${Array.from({ length: 2000 }, (_, n) => `"k${n}":0`).join()}}`, 'members'],
    ['members of one name', `{${Array(2000).fill('"a":0').join()}}`, 'members'],
    ['values that are no JSON either', '[],'.repeat(2001), 'members'],
  ])('refuses one more of %s, and says so', (_name, text, what) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ status: 413, message: expect.stringContaining(what) }));
  });

  it('keeps a member called __proto__ from becoming one', () => {
    const body = read('{"__proto__":{"polluted":1}}');
    expect(body.kind).toBe('json');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
