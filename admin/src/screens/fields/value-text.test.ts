import { describe, expect, it } from 'vitest';
import { field } from './field.test-support.ts';
import { valueText } from './value-text.ts';

const words = { yes: 'Yes', no: 'No' };
const name = field('name', { label: 'Name' });
const price = field('price', { kind: 'number', label: 'Price' });

describe('a value as text', () => {
  it.each([
    [field('a'), 'one\ntwo', 'one\ntwo'],
    [price, 0, '0'],
    [price, null, ''],
    [field('a', { kind: 'boolean' }), false, 'No'],
    [field('a', { kind: 'choice', choices: [{ value: 'cm', label: 'Centimetres' }] }), 'cm', 'Centimetres'],
    [field('a', { kind: 'gallery' }), [3, 4], '#3, #4'],
    [field('a', { kind: 'posts' }), [], ''],
    [field('a', { kind: 'link' }), { url: '/x', title: 'X', target: '' }, 'X\n/x'],
    [field('a', { kind: 'json' }), { b: 1 }, '{\n  "b": 1\n}'],
    [field('a', { kind: 'group', fields: [name, price] }), { name: 'Lamp', price: null }, 'Name: Lamp'],
  ])('of %o is lines', (of, value, text) => {
    expect(valueText(of, value, words)).toBe(text);
  });

  it('numbers rows, and indents what is inside them', () => {
    const notes = field('notes', { kind: 'repeater', label: 'Notes', fields: [name] });
    const rows = field('rows', { kind: 'repeater', fields: [name, notes] });
    const value = [
      { name: 'Lamp', notes: [{ name: 'Warm' }, { name: 'Low' }] },
      { name: 'Chair', notes: [] },
    ];
    expect(valueText(rows, value, words).split('\n')).toEqual([
      '1.',
      '  Name: Lamp',
      '  Notes: 1.',
      '      Name: Warm',
      '    2.',
      '      Name: Low',
      '2.',
      '  Name: Chair',
    ]);
    const layouts = [{ name: 'quote', label: 'Quotation', fields: [name] }];
    const parts = field('parts', { kind: 'layouts', layouts });
    expect(valueText(parts, [{ layout: 'quote', name: 'Kant' }], words)).toBe('1. Quotation\n  Name: Kant');
  });
});
