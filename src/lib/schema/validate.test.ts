import { describe, expect, it } from 'vitest';
import { type Schema, s } from './schema.ts';
import { accept, Refusal } from './validate.ts';

const verdict = (schema: Schema, value: unknown) => {
  const accepted = accept(schema, value, 'it');
  return accepted instanceof Refusal ? 'refused' : accepted;
};

describe('accepting values', () => {
  it.each<[Schema, unknown, unknown]>([
    [s.integer(), '7', 7],
    [s.integer(), ' 7', 7],
    [s.integer(), '7.0', 7],
    [s.integer(), '1e2', 100],
    [s.integer(), -3, -3],
    [s.integer({ absolute: true }), '-3', 3],
    [s.integer(), '7abc', 'refused'],
    [s.integer(), '0x1F', 'refused'],
    [s.integer(), '7.5', 'refused'],
    [s.integer(), '', 'refused'],
    [s.integer(), true, 'refused'],
    [s.integer(), ['7'], 'refused'],
    [s.integer(), Number.NaN, 'refused'],
    [s.integer({ minimum: 1 }), 0, 'refused'],
    [s.integer({ maximum: 100 }), '99999999999999999999', 'refused'],
    [s.integer(), '99999999999999999999', Number.MAX_SAFE_INTEGER],
    [s.number(), '1.5', 1.5],
    [s.boolean(), 'TRUE', true],
    [s.boolean(), '0', false],
    [s.boolean(), 1, true],
    [s.boolean(), 'yes', 'refused'],
    [s.boolean(), '', 'refused'],
    [s.string(), 'text', 'text'],
    [s.string(), 5, 'refused'],
    [s.string(), ['a'], 'refused'],
    [s.string({ enum: ['asc', 'desc'] }), 'ASC', 'refused'],
    [s.string({ enum: ['', 'x'] }), '', ''],
    [s.string({ format: 'date-time' }), '2026-01-31T10:00:00', '2026-01-31T10:00:00'],
    [s.string({ format: 'date-time' }), '2026-01-31T10:00:00+02:00', '2026-01-31T10:00:00+02:00'],
    [s.string({ format: 'date-time' }), 'yesterday', 'refused'],
    [s.string({ format: 'email' }), 'someone@example.org', 'someone@example.org'],
    [s.string({ format: 'email' }), 'someone@host', 'refused'],
    [s.string({ format: 'ip' }), '::1', '::1'],
    [s.string({ format: 'ip' }), '999.1.1.1', 'refused'],
    [s.array(s.integer()), '1, 2 3', [1, 2, 3]],
    [s.array(s.integer()), { 5: '2', 9: '1' }, [2, 1]],
    [s.array(s.integer()), { name: '2' }, 'refused'],
    [s.array(s.integer()), '1,,', 'refused'],
    [s.array(s.integer()), 4, [4]],
    [s.array(s.string()), '', ['']],
    [s.array(s.string({ enum: ['a', 'b'] })), 'a,c', 'refused'],
    [s.object(), { a: { b: 1 } }, { a: { b: 1 } }],
    [s.object(), 'text', 'refused'],
    [s.object(), [], 'refused'],
    [s.object({ emptyList: true }), [], {}],
    [s.object({ emptyList: true }), [1], 'refused'],
    [s.scalar(), 'text', 'text'],
    [s.scalar(), 5, 5],
    [s.scalar(), false, false],
    [s.scalar(), Number.POSITIVE_INFINITY, 'refused'],
    [s.scalar(), ['a'], 'refused'],
    [s.scalar(), Object.create(null), 'refused'],
    [s.stringOrList(), 'a, b', 'a, b'],
    [s.stringOrList(), 5, '5'],
    [s.stringOrList(), ['a', 5], ['a', '5']],
    [s.stringOrList(), { x: 'a' }, ['a']],
    [s.stringOrList(), [['a']], 'refused'],
    [s.text(), 'text', 'text'],
    [s.text(), { raw: 'text', rendered: '' }, { raw: 'text' }],
    [s.text(), { raw: { raw: 'text' } }, undefined],
    [s.text(), 5, undefined],
    [s.array(s.integer()), [[1]], 'refused'],
    [s.array(s.integer()), true, [1]],
    [s.array(s.integer()), false, 'refused'],
    [s.array(s.integer()), 7, [7]],
    [s.string({ clean: (text: string) => text.toLowerCase(), enum: ['a'] }), 'A', 'a'],
    [s.array(s.integer()), [{ a: 1 }], 'refused'],
    [s.string({ format: 'date-time' }), { a: 1 }, 'refused'],
  ])('%j takes %j as %j', (schema, value, expected) => {
    expect(verdict(schema, value)).toEqual(expected);
  });

  it('takes a list as text up to 16,384 characters, and any longer one as a list only', () => {
    const longest = `${'1,'.repeat(8_191)}10`;
    expect(accept(s.array(s.integer()), longest, 'tags')).toHaveLength(8_192);
    expect(accept(s.array(s.integer()), `${longest}0`, 'tags')).toEqual(
      new Refusal('tags must not be longer than 16384 characters as text; send a list.'),
    );
    expect(accept(s.array(s.integer()), Array(8_193).fill(1), 'tags')).toHaveLength(8_193);
  });

  it('explains in a sentence that names the parameter', () => {
    expect(accept(s.integer({ maximum: 100 }), 200, 'per_page')).toEqual(
      new Refusal('per_page must be at most 100.', 'rest_out_of_bounds'),
    );
  });
});
