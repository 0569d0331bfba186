import { describe, expect, it } from 'vitest';
import { copyOfRow, newFieldRow, rowsFrom, tableFrom } from './field-rows.ts';
import type { FieldTable } from './model.ts';

const place = { isInner: false, object: 'post' } as const;
const roundTrip = (table: FieldTable): FieldTable => tableFrom(rowsFrom(table), place);

const everything: FieldTable = {
  sku: { kind: 'text', label: 'Number', required: true, pattern: '[A-Z]+', minLength: 2, maxLength: 9, default: 'AB' },
  price: { kind: 'number', minimum: 0, maximum: 0.5, step: 0.01, default: 0, index: true, column: true, width: 50 },
  size: { kind: 'choice', choices: ['small', { value: 'l', label: 'Large' }], default: 'small' },
  colours: { kind: 'choices', choices: ['red', 'blue'], default: ['red'], minItems: 1, maxItems: 2 },
  on: { kind: 'boolean', default: true, tab: 'shop', group: 'More' },
  manual: {
    kind: 'file',
    mimeTypes: ['application/pdf', 'image/*'],
    mayRead: 'edit_posts',
    mayWrite: 'manage_options',
  },
  one: { kind: 'posts', to: ['product'], multiple: false },
  many: { kind: 'users', to: ['editor'] },
  weight: {
    kind: 'number',
    readonly: true,
    showWhen: [
      [
        { field: 'on', operator: '==', value: true },
        { field: 'price', operator: '>', value: 3 },
      ],
      [{ field: 'sku', operator: 'not_empty' }],
      [{ field: 'size', operator: '!=', value: 'l' }],
    ],
  },
  parts: {
    kind: 'repeater',
    fields: { inner: { kind: 'group', fields: { text: { kind: 'textarea', help: 'Short.' } } } },
  },
  blocks: { kind: 'layouts', layouts: { quote: { label: 'Quote', fields: { by: { kind: 'text' } } } } },
  data: { kind: 'json', default: { a: [1] } },
};

describe('a table of fields', () => {
  it('is the same after it was shown and saved', () => {
    expect(roundTrip(everything)).toEqual(everything);
  });
});

describe('rows', () => {
  it('leave out what their kind does not have', () => {
    const [row] = rowsFrom({ price: { kind: 'text', pattern: 'x', maxLength: 3, label: 'Price' } });
    expect(tableFrom([{ ...row, kind: 'number' }], place)).toEqual({ price: { kind: 'number', label: 'Price' } });
  });

  it('are spoken of in conditions by whatever they are called', () => {
    const [sale, old] = rowsFrom({
      sale: { kind: 'boolean' },
      old: { kind: 'number', showWhen: [[{ field: 'sale', operator: '==', value: true }]] },
    });
    expect(tableFrom([{ ...sale, name: 'on_sale' }, old], place)['old']?.['showWhen']).toEqual([
      [{ field: 'on_sale', operator: '==', value: true }],
    ]);
  });

  it('are new when they are copied, with all that is inside', () => {
    const [row] = rowsFrom(everything);
    const copy = copyOfRow(rowsFrom({ parts: everything['parts'] as FieldTable[string] })[0]);
    expect(JSON.stringify(copy)).not.toContain('"was"');
    expect(tableFrom([row, copy], place)).toMatchObject({ sku: { kind: 'text' }, field: { kind: 'repeater' } });
  });

  it('of choices are texts where there is one word only', () => {
    const choices = [
      { value: 'red', label: '' },
      { value: '', label: 'Blue' },
      { value: 'g', label: 'Green' },
    ];
    expect(tableFrom([{ ...newFieldRow('choice'), label: 'Tint', choices }], place)).toEqual({
      tint: { kind: 'choice', label: 'Tint', choices: ['red', 'Blue', { value: 'g', label: 'Green' }] },
    });
  });
});
