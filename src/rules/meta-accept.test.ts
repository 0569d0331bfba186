import { describe, expect, it } from 'vitest';
import { Refusal } from '../lib/schema/schema.ts';
import { acceptField, acceptMeta } from './meta-accept.ts';
import type { MetaSchema } from './meta-schema.ts';

const size: MetaSchema = {
  type: 'object',
  properties: { width: { type: 'number', minimum: 0 }, unit: { type: 'string', enum: ['cm'] } },
};
const rows: MetaSchema = { type: 'array', items: size, minItems: 2, maxItems: 3 };

const refusals = (schema: MetaSchema, value: unknown) =>
  Object.fromEntries([...acceptField(schema, value, 'meta.x').refused].map(([path, { why }]) => [path, why]));

describe('values of plain keys', () => {
  it('are refused for their first fault, with members in brackets', () => {
    expect(acceptMeta(size, { width: -1, unit: 'm' }, 'meta.x')).toEqual(
      new Refusal('meta.x[width] must be at least 0.', 'rest_out_of_bounds'),
    );
    expect(acceptMeta(size, { depth: 1 }, 'meta.x')).toEqual(
      new Refusal('meta.x has no member depth.', 'rest_additional_properties_forbidden'),
    );
  });

  it('have no limits but those of their type', () => {
    expect(acceptMeta(rows, [{ width: 1 }], 'meta.x')).toEqual([{ width: 1 }]);
    expect(acceptMeta({ type: 'string', minLength: 3 }, 'a', 'meta.x')).toBe('a');
    expect(acceptMeta({ type: 'string', format: 'email' }, '', 'meta.x')).toBeInstanceOf(Refusal);
  });
});

describe('values of fields', () => {
  it('are refused for every fault, by path', () => {
    expect(refusals(rows, [{ width: -1, unit: 'm' }, { depth: 1 }])).toEqual({
      'meta.x[0].width': 'meta.x[0].width must be at least 0.',
      'meta.x[0].unit': 'meta.x[0].unit must be one of: cm.',
      'meta.x[1].depth': 'meta.x[1] has no member depth.',
    });
    expect(refusals(rows, [{}])).toEqual({ 'meta.x': 'meta.x must have at least 2 items.' });
    expect(refusals(rows, [{}, {}, {}, {}])).toEqual({ 'meta.x': 'meta.x must have at most 3 items.' });
    expect(refusals(rows, [{}, null])).toEqual({ 'meta.x[1]': 'meta.x[1] must have a value.' });
  });

  it('may be left empty', () => {
    expect(refusals(rows, [])).toEqual({});
    expect(refusals({ type: 'string', format: 'email', minLength: 3 }, '')).toEqual({});
    expect(acceptField(size, { width: null, unit: '' }, 'meta.x').value).toEqual({ unit: '' });
  });

  it('count characters, not code units', () => {
    const four: MetaSchema = { type: 'string', minLength: 4, maxLength: 4 };
    expect(refusals(four, '🌊🌊🌊🌊')).toEqual({});
    expect(refusals(four, '🌊🌊')).toEqual({ 'meta.x': 'meta.x must have at least 4 characters.' });
  });

  it('match a pattern as a whole', () => {
    const digits: MetaSchema = { type: 'string', pattern: '\\d+|none' };
    expect([refusals(digits, '12'), refusals(digits, 'none')]).toEqual([{}, {}]);
    expect(Object.keys(refusals(digits, '12a'))).toEqual(['meta.x']);
  });
});
