import { describe, expect, it } from 'vitest';
import { parseParams, readPairs, treeOf } from './params.ts';

const plain = (text: string) => JSON.parse(JSON.stringify(parseParams(text)));

describe('reading parameters', () => {
  it.each([
    ['a=1&b=two%20words&c=with+plus', { a: '1', b: 'two words', c: 'with plus' }],
    ['a=1&a=2', { a: '2' }],
    ['a[]=1&a[]=2', { a: { 0: '1', 1: '2' } }],
    ['a[5]=x&a[]=y', { a: { 5: 'x', 6: 'y' } }],
    ['a[x][y]=1&a[x][z]=2', { a: { x: { y: '1', z: '2' } } }],
    ['flag&empty=', { flag: '', empty: '' }],
    ['', {}],
    ['&&=&a=1', { '': '', a: '1' }],
    ['bad=%zz&half=%E4&caf=caf%C3%A9%20%zz', { bad: '%zz', half: '\udcff', caf: 'café %zz' }],
    ['a[b=1', { a_b: '1' }],
  ])('%s', (text, expected) => {
    expect(plain(text)).toEqual(expected);
  });

  it('cannot touch the prototype of anything', () => {
    const params = parseParams(
      '__proto__[polluted]=1&a[__proto__][polluted]=1&a[constructor][prototype][polluted]=1&a[length]=100000000',
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.getPrototypeOf(params)).toBeNull();
    expect((params['a'] as Record<string, string>)['length']).toBe('100000000');
  });

  it('bounds how many and how deep', () => {
    const many = (length: number) => Array.from({ length }, (_, i) => `k${i}=1`).join('&&');
    expect(Object.keys(parseParams(many(1000)))).toHaveLength(1000);
    expect(() => parseParams(many(1001))).toThrow(expect.objectContaining({ status: 400 }));
    const deep = JSON.stringify(parseParams(`a${'[x]'.repeat(5000)}=1`));
    expect(deep.length).toBeLessThan(200);
  });

  it('remembers in which order numbered values were sent', () => {
    const params = parseParams('a[5]=x&a[2]=y&a[]=z&a[2]=w');
    expect([...(params['a'] as Iterable<string>)]).toEqual(['x', 'w', 'z']);
    expect(plain('a[5]=x&a[2]=y')).toEqual({ a: { 2: 'y', 5: 'x' } });
  });
});

describe('reading many pairs', () => {
  it('numbers what has no number, after the highest that was sent', () => {
    expect(plain('a[]=x&a[7]=y&a[]=z&a[3]=w&a[]=v')).toEqual({ a: { 0: 'x', 3: 'w', 7: 'y', 8: 'z', 9: 'v' } });
    expect(plain('a[][b]=x&a[][b]=y')).toEqual({ a: { 0: { b: 'x' }, 1: { b: 'y' } } });
  });

  it('takes no longer for each than for the first', () => {
    const pairs = Array.from({ length: 100_000 }, () => ['a[]', 'x'] as const);
    const before = process.threadCpuUsage();
    expect([...(treeOf(pairs)['a'] as Iterable<string>)]).toHaveLength(100_000);
    const { user, system } = process.threadCpuUsage(before);
    // Looking through all that came before would take minutes.
    expect((user + system) / 1000).toBeLessThan(5_000);
  });

  it('passes over what is empty without building it', () => {
    expect(readPairs(`${'&'.repeat(1_000_000)}a=1&b`, 2)).toEqual([
      ['a', '1'],
      ['b', ''],
    ]);
    expect(readPairs('a=1&b&c', 2)).toBeNull();
  });
});
