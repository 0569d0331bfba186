import { describe, expect, it } from 'vitest';
import { Refused } from '../../api/refused.ts';
import { field } from './field.test-support.ts';
import { errorsIn, firstIn, layOut } from './form-layout.ts';
import { initialValues } from './initial-values.ts';
import { knownValues } from './known-values.ts';
import { refusedFields } from './refused-fields.ts';

const price = field('price', { kind: 'number' });
const fields = [
  field('intro', { group: 'Text' }),
  field('sku', { tab: 'shop' }),
  field('cost', { group: 'Price' }),
  field('outro', { group: 'Text' }),
  field('variants', { kind: 'repeater', tab: 'shop', fields: [field('name'), price] }),
];
const layout = layOut(fields, [
  { name: 'unused', label: 'Unused' },
  { name: 'shop', label: 'Shop' },
]);

describe('a form', () => {
  it('has a tab for each that is used, and groups where their first field stands', () => {
    expect(layout.map(({ name, groups }) => [name, groups.map((group) => [group.name, group.fields.length])])).toEqual([
      [
        '',
        [
          ['Text', 2],
          ['Price', 1],
        ],
      ],
      ['shop', [['', 2]]],
    ]);
    expect(layOut([], [])).toEqual([]);
  });

  it('finds the first of what was refused as people read it', () => {
    expect(firstIn(layout, ['variants[3].price', 'variants[3].name', 'variants[12].name'])).toBe('variants[3].name');
    expect(firstIn(layout, ['sku', 'cost', 'outro'])).toBe('outro');
    expect(firstIn(layout, ['unknown', 'variants'])).toBe('variants');
    expect(firstIn(layout, [])).toBeNull();
  });

  it('counts what was refused in each tab', () => {
    const paths = ['variants[3].price', 'sku', 'cost'];
    expect(layout.map((tab) => errorsIn(tab, paths))).toEqual([1, 2]);
  });
});

describe('values of fields', () => {
  it('begin with what is declared, else empty', () => {
    const size = field('size', { kind: 'group', fields: [field('unit', { default: 'cm' }), price] });
    const list = [size, field('one', { kind: 'posts', multiple: false }), field('several', { kind: 'terms' })];
    expect(initialValues(list)).toEqual({ size: { unit: 'cm', price: null }, one: 0, several: [] });
  });

  it('are those of declared fields only; an item without any has a list', () => {
    expect(knownValues([price], { price: 3, other: 4 })).toEqual({ price: 3 });
    expect(knownValues([price], [])).toEqual({ price: null });
  });
});

it('a refusal is read by the paths of the form, without repeating them', () => {
  const params = { 'meta.variants[3].price': 'meta.variants[3].price must be at least 0.', title: 'Too long.' };
  const error = new Refused(400, { code: 'rest_invalid_param', message: '', data: { status: 400, params } });
  expect(refusedFields(error)).toEqual({ 'variants[3].price': 'Must be at least 0.' });
  expect(refusedFields(new Error('x'))).toEqual({});
});
