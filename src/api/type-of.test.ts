import { describe, expect, it } from 'vitest';
import { json } from '../lib/schema/json-schema.ts';
import { s } from '../lib/schema/schema.ts';
import { argumentType, typeOf } from './interface-types.ts';

describe('the type of an answer', () => {
  it.each([
    [json.string, 'string'],
    [json.integer, 'number'],
    [json.orNull(json.dateTime), 'string | null'],
    [json.words('open', 'closed'), '"open" | "closed"'],
    [json.listOf(json.integer), 'number[]'],
    [json.listOf(json.words('a', 'b')), '("a" | "b")[]'],
    [json.emptyList, '[]'],
    [json.mapOf(json.boolean), 'Record<string, boolean>'],
    [
      json.object({ id: json.integer, 'wp:term': json.string }, ['wp:term']),
      '{ readonly id: number; readonly "wp:term"?: string; }',
    ],
    [true, 'unknown'],
    [{ $ref: 'PostView' }, 'PostView'],
    [json.listOf({ $ref: 'PostView' }), 'PostView[]'],
  ])('of %j', (schema, type) => {
    expect(typeOf(schema)).toBe(type);
  });
});

describe('the type of an argument', () => {
  it.each([
    [s.integer(), 'number'],
    [s.string({ enum: ['asc', 'desc'] }), '"asc" | "desc"'],
    [s.array(s.integer()), 'readonly number[]'],
    [s.array(s.string({ enum: ['a', 'b'] })), 'readonly ("a" | "b")[]'],
    [s.string({ nullable: true }), 'string | null'],
    [s.text(), 'string | { readonly raw: string }'],
  ])('number %#', (schema, type) => {
    expect(argumentType(schema)).toBe(type);
  });
});
