import { expect, it } from 'vitest';
import { Refused } from '../../api/refused.ts';
import { refusedMembers, sameNames } from './refused-members.ts';

const values = {
  fields: [
    { id: '1', name: 'sku', kind: 'text' },
    {
      id: '2',
      label: 'The variants',
      kind: 'repeater',
      fields: [{ id: '3', name: 'price', kind: 'number' }],
    },
    { id: '4', name: 'blocks', kind: 'layouts', layouts: [{ name: 'quote', fields: [{ id: '5', name: 'by' }] }] },
  ],
};

const refused = (params: Readonly<Record<string, string>>) =>
  refusedMembers(new Refused(400, { code: 'rest_invalid_param', message: '', data: { status: 400, params } }), {
    under: 'declarations.postTypes[1]',
    renames: [{ object: 'post', subtype: 'x', from: 'no', to: 'sku' }],
    values,
  });

it.each([
  ['labels.name', 'plural'],
  ['labels.singular_name', 'singular'],
  ['slug', 'slug'],
  ['roles.editor', 'roles.editor'],
  ['capabilityType[1]', 'capabilityPlural'],
  ['fields', 'fields'],
  ['fields.sku', 'fields[0].name'],
  ['fields.sku.pattern', 'fields[0].pattern'],
  ['fields.sku.choices[2]', 'fields[0].choices[2].value'],
  ['fields.sku.showWhen[0][1].field', 'fields[0].showWhen[0].all[1].field'],
  ['fields.sku.multiple', 'fields[0].single'],
  ['fields.the_variants.fields.price.minimum', 'fields[1].fields[0].minimum'],
  ['fields.the_variants.fields.gone.minimum', 'fields[1].fields'],
  ['fields.blocks.layouts.quote.fields.by.kind', 'fields[2].layouts[0].fields[0].kind'],
  ['fields.blocks.layouts.quote', 'fields[2].layouts[0].name'],
])('what is said about %s stands at %s', (path, place) => {
  const whole = `declarations.postTypes[1].${path}`;
  expect(refused({ [whole]: `postTypes[1].${path} is 4; it must be 3.` })).toEqual({
    shown: { [place]: 'It must be 3.' },
    others: [],
  });
});

it('what is said about other declarations is told apart', () => {
  expect(refused({ 'declarations.postTypes[0].name': 'No.', 'declarations.postTypes[1].meta.x': 'Never.' })).toEqual({
    shown: {},
    others: ['No.', 'Never.'],
  });
});

it('a new name that cannot be is told at the name', () => {
  expect(refused({ 'renames[0].to': 'Choose another name.' }).shown).toEqual({
    'fields[0].name': 'Choose another name.',
  });
});

it('names that are given twice are found, also inside of fields', () => {
  const fields = [
    { name: 'a', fields: [{ name: 'b' }, { name: 'b' }] },
    { label: 'A' },
    { name: 'a', layouts: [{ name: 'l' }, { name: 'l', fields: [{ name: 'x' }, { name: 'x' }] }] },
  ];
  expect(Object.keys(sameNames({ fields }, 'Taken.'))).toEqual([
    'fields[0].fields[1].name',
    'fields[2].name',
    'fields[2].layouts[1].name',
    'fields[2].layouts[1].fields[1].name',
  ]);
});
