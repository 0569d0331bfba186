import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePhp, encodePhp, type PhpValue } from './php-serialized.ts';
import { changePhpTexts, looksSerialized } from './php-texts.ts';

const shout = (text: string) =>
  changePhpTexts(
    text,
    (part) => part.toUpperCase(),
    () => false,
  );

const text = fc.string({ unit: 'binary' }).map((one) => one.toWellFormed());
const { value } = fc.letrec<{ value: PhpValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    text,
    fc
      .array(fc.tuple(fc.oneof(fc.integer(), text), tie('value')), { maxLength: 4 })
      .map((entries) => new Map<string | number, PhpValue>(entries)),
  ),
}));

function changed(one: PhpValue, change: (part: string) => string): PhpValue {
  if (typeof one === 'string') return change(one);
  return one instanceof Map ? new Map([...one].map(([key, item]) => [key, changed(item, change)])) : one;
}

describe('the texts of a serialised value', () => {
  it('change together with their lengths, and nothing else does', () => {
    fc.assert(
      fc.property(value, text, (one, added) => {
        const longer = (part: string) => part + added;
        const result = changePhpTexts(encodePhp(one), longer, () => false);
        expect(result).toEqual({ ok: true, text: encodePhp(changed(one, longer)) });
      }),
    );
  });

  it.each([
    ['an object', 'O:3:"Tea":1:{s:4:"kind";s:4:"mint";}', 'O:3:"Tea":1:{s:4:"kind";s:4:"MINT";}'],
    ['a private member', 'O:1:"A":1:{s:4:"\0A\0b";s:1:"c";}', 'O:1:"A":1:{s:4:"\0A\0b";s:1:"C";}'],
    ['a key', 'a:1:{s:3:"key";s:5:"value";}', 'a:1:{s:3:"key";s:5:"VALUE";}'],
    ['a reference', 'a:2:{i:0;s:1:"a";i:1;R:2;}', 'a:2:{i:0;s:1:"A";i:1;R:2;}'],
    ['a case', 'a:1:{i:0;E:8:"Tea:Mint";}', 'a:1:{i:0;E:8:"Tea:Mint";}'],
    ['another spelling of numbers', 'a:2:{i:0;d:1.50;i:+1;b:1;}', 'a:2:{i:0;d:1.50;i:+1;b:1;}'],
    ['a text of several bytes a character', 's:4:"né🍵";'.replace('4', '7'), 's:7:"NÉ🍵";'],
  ])('in %s', (_name, before, after) => {
    expect(shout(before)).toEqual({ ok: true, text: after });
  });

  it.each([
    ['a wrong length', 's:3:"four";'],
    ['a length inside a character', 's:2:"é🍵";'.replace('2', '3')],
    ['an end that is missing', 'a:1:{i:0;s:1:"a";'],
    ['more after the end', 's:1:"a";b'],
    ['another count', 'a:2:{i:0;s:1:"a";}'],
    ['a value that is none', 'a:1:{i:0;x}'],
  ])('are refused with %s', (_name, damaged) => {
    expect(shout(damaged)).toMatchObject({ ok: false });
  });

  it('are refused within a format that only a class knows, where they are meant', () => {
    const custom = 'C:3:"Tea":4:{mint}';
    expect(
      changePhpTexts(
        custom,
        (part) => part,
        () => false,
      ),
    ).toEqual({ ok: true, text: custom });
    expect(
      changePhpTexts(
        custom,
        (part) => part,
        (part) => part.includes('mint'),
      ),
    ).toMatchObject({ ok: false });
  });

  it('never give a value that cannot be read, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aOsCEi:;{}"0123') }), (odd) => {
        const result = shout(odd);
        if (result.ok) expect(decodePhp(result.text).ok).toBe(decodePhp(odd).ok);
      }),
    );
  });

  it('are found by how a value begins', () => {
    expect(['a:0:{}', 's:1:"a";', 'O:1:"A":0:{}', 'C:1:"A":0:{}'].every(looksSerialized)).toBe(true);
    expect(['a text', 'as:1', ' a:0:{}', '{"a":1}', ''].some(looksSerialized)).toBe(false);
  });

  it('are read in linear time, however deep', () => {
    const deep = `${'a:1:{i:0;'.repeat(50_000)}N;${'}'.repeat(50_000)}`;
    expect(shout(deep)).toMatchObject({ ok: false });
    const wide = `a:100000:{${Array.from({ length: 100_000 }, (_, i) => `i:${i};s:1:"a";`).join('')}}`;
    const before = process.cpuUsage().user;
    expect(shout(wide).ok).toBe(true);
    expect(process.cpuUsage().user - before).toBeLessThan(5_000_000);
  });
});
