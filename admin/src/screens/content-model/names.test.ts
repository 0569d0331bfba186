import { expect, it } from 'vitest';
import { nameFrom, nameRules, namesOf } from './names.ts';

const { field, type } = nameRules;

it.each([
  ['Unit price', 'unit_price'],
  ['  Preis (brutto) ', 'preis_brutto'],
  ['Größe', 'grosse'],
  ['Straße', 'strasse'],
  ['Café crème', 'cafe_creme'],
  ['3D model', 'field_3d_model'],
  ['価格', 'field'],
  ['', 'field'],
])('a field that people call %j is %s for programs', (label, name) => {
  expect(nameFrom(label, field)).toBe(name);
});

it('names are as long as they may be, and end with a letter or digit', () => {
  expect(nameFrom('A very long name of things', type)).toBe('a_very_long_name_of');
});

it('a name that is taken gets a number, and stays short enough', () => {
  expect(nameFrom('Price', field, ['price', 'price_2'])).toBe('price_3');
  expect(nameFrom('x'.repeat(30), type, ['x'.repeat(20)])).toBe(`${'x'.repeat(18)}_2`);
});

it('rows have the names that were typed, and others made from their labels', () => {
  const rows = [{ label: 'Price' }, { label: 'Old price', name: 'price' }, { label: 'Price', name: ' ' }, {}];
  expect(namesOf(rows, field)).toEqual(['price_2', 'price', 'price_3', 'field']);
});
