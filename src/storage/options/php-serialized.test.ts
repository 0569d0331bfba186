import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePhp, encodePhp, PhpFloat, PhpRaw, type PhpValue } from './php-serialized.ts';

function decoded(text: string): PhpValue {
  const result = decodePhp(text);
  if (!result.ok) throw new Error(result.reason);
  return result.value;
}

describe('decodePhp', () => {
  it.each<[string, PhpValue]>([
    ['N;', null],
    ['b:1;', true],
    ['i:-7;', -7],
    ['s:5:"ünï";', 'ünï'],
    ['s:3:"a";";', 'a";'],
    ['s:4:"😀";', '😀'],
    ['a:0:{}', new Map()],
    [
      'a:2:{i:0;s:1:"x";s:1:"k";b:0;}',
      new Map<string | number, PhpValue>([
        [0, 'x'],
        ['k', false],
      ]),
    ],
  ])('reads %s', (text, value) => expect(decoded(text)).toEqual(value));

  it('keeps what has no plain counterpart as raw text', () => {
    for (const text of [
      'O:8:"stdClass":1:{s:1:"a";i:1;}',
      'C:3:"Foo":5:{a}{;}}',
      'R:2;',
      'r:3;',
      'E:7:"Suit:HI";',
      'i:9223372036854775807;',
      'i:+5;',
      's:01:"a";',
      'a:2:{i:0;i:1;i:0;i:2;}',
    ]) {
      expect(decoded(text)).toEqual(new PhpRaw(text));
    }
  });

  it('reads floats without losing their spelling', () => {
    expect(decoded('d:0.1;')).toEqual(new PhpFloat('0.1'));
    expect((decoded('d:1.0E+25;') as PhpFloat).value).toBe(1e25);
    expect((decoded('d:-INF;') as PhpFloat).value).toBe(-Infinity);
    expect((decoded('d:NAN;') as PhpFloat).value).toBeNaN();
  });

  it.each([
    '',
    'x',
    'i:1',
    's:5:"abc";',
    's:1:"é";',
    'a:1:{i:0;}',
    'a:1:{N;i:1;}',
    'a:99999999999:{',
    'b:2;',
    'O:8:"stdClass":1:{',
    'i:1;i:2;',
    'd:1,5;',
    `${'a:1:{i:0;'.repeat(500)}N;${'}'.repeat(500)}`,
  ])('refuses %s with a reason', (text) =>
    expect(decodePhp(text)).toMatchObject({ ok: false, reason: expect.any(String) }),
  );
});

const { value } = fc.letrec<{ value: PhpValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.double(),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(new PhpRaw('O:1:"A":0:{}'), new PhpFloat('1.0E+25'), new PhpRaw('R:1;')),
    fc
      .array(fc.tuple(fc.oneof(fc.integer(), fc.string()), tie('value')), { maxLength: 4 })
      .map((entries) => new Map(entries) as PhpValue),
  ),
}));

describe('encodePhp', () => {
  it('gives back the very bytes of what was decoded', () => {
    fc.assert(
      fc.property(value, (any) => {
        const text = encodePhp(any);
        expect(encodePhp(decoded(text))).toBe(text);
      }),
    );
  });

  it('gives back the bytes of any text that decodes at all', () => {
    const pieces = fc.constantFrom(
      'a:1:{',
      '}',
      'i:0;',
      's:1:"a";',
      'N;',
      'b:1;',
      'd:-0;',
      'O:1:"A":1:{',
      'i:007;',
      'R:1;',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const text = parts.join('');
        const result = decodePhp(text);
        if (result.ok) expect(encodePhp(result.value)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  it('counts bytes, not characters', () => expect(encodePhp('ü😀')).toBe('s:6:"ü😀";'));
});
