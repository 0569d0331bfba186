import { describe, expect, it } from 'vitest';
import { field } from '../fields/field.test-support.ts';
import { changesOf, fieldNames, fieldsOf, newFieldsOf, withChanges } from './fields.ts';
import { wireOf } from './save-plan.ts';

const kind = {
  type: { fields: [field('price', { kind: 'number' }), field('note')] },
  taxonomies: [{ restBase: 'genres' }, { restBase: 'brands' }],
};
const item = {
  id: 7,
  status: 'draft',
  date: '2026-11-18T09:00:00',
  modified: '2026-11-18T09:00:00',
  link: '',
  genres: [1, 2],
  meta: { price: 3, note: 'n', hidden: 'h' },
};

describe('the fields of an item', () => {
  it('are those that its type has', () => {
    const { terms, meta, title } = fieldsOf(item, kind);
    expect({ terms, meta, title }).toEqual({
      terms: { genres: [1, 2], brands: [] },
      meta: { price: 3, note: 'n' },
      title: '',
    });
    expect(newFieldsOf(kind).meta).toEqual({ price: null, note: '' });
    expect(fieldNames({ supports: ['title'], hierarchical: true })).toEqual(
      expect.arrayContaining(['title', 'parent', 'meta', 'slug']),
    );
    expect(fieldNames({ supports: ['title'], hierarchical: false })).not.toContain('content');
  });

  it('are sent where they were changed: single terms and values, not all of them', () => {
    const stored = fieldsOf(item, kind);
    const changed = withChanges(stored, { meta: { price: 4 }, terms: { brands: [9] } });
    expect(changesOf(changed, stored)).toEqual({ meta: { price: 4 }, terms: { brands: [9] } });
    expect(wireOf(changed, stored, ['meta', 'terms'], '')).toEqual({ meta: { price: 4 }, brands: [9] });
    expect(wireOf(withChanges(stored, { meta: { price: 3 } }), stored, ['meta', 'terms'], '')).toEqual({});
  });
});
