import { describe, expect, it } from 'vitest';
import { describeFields } from '../../../admin/src/screens/content-model/describe-fields.ts';
import { newFieldRow, rowsFrom, tableFrom } from '../../../admin/src/screens/content-model/field-rows.ts';
import { membersOfKind } from '../../../admin/src/screens/content-model/members.ts';
import type { FieldTable, OwnerDeclared } from '../../../admin/src/screens/content-model/model.ts';
import {
  fieldSetOwner,
  type Owner,
  taxonomyOwner,
  typeOwner,
} from '../../../admin/src/screens/content-model/owners.ts';
import { contentModel } from '../../../src/rules/content/content-model.ts';
import { fieldKinds } from '../../../src/rules/fields/field-declaration.ts';
import { checkFieldTable } from '../../../src/rules/fields/read-fields.ts';
import { shownField } from '../../../src/wp/site/field-description.ts';
import { catalogue } from '../../support/catalogue.ts';
import { shop } from './shop.ts';

// What the forms of the admin page make of declarations, beside what the server makes of them.

const place = { isInner: false, object: 'post' } as const;
const again = (owner: Owner, declared: OwnerDeclared) =>
  owner.declaredFrom(owner.valuesOf(declared), declared, declared.name);
const own = <T>(declared: object | undefined): T => structuredClone(declared) as T;

describe('a declaration is the same after it was shown and saved', () => {
  it.each([...(catalogue.postTypes ?? []), ...shop.postTypes])('type $name', (declared) => {
    const { labels = { name: '' }, supports = ['title', 'editor'] } = declared;
    expect(again(typeOwner, own(declared))).toEqual({ ...declared, labels, supports });
  });

  it.each([...(catalogue.taxonomies ?? []), ...shop.taxonomies])('taxonomy $name', (declared) => {
    expect(again(taxonomyOwner, own(declared))).toEqual(declared);
  });

  it.each(catalogue.fieldSets ?? [])('fields of $object $subtype', (declared) => {
    const id = [declared.object, declared.subtype].filter(Boolean).join('.');
    expect(fieldSetOwner.declaredFrom(fieldSetOwner.valuesOf(declared), declared, id)).toEqual(declared);
  });
});

describe('the fields that a form makes', () => {
  it('have members that the server knows, for every kind', () => {
    expect(Object.keys(membersOfKind).toSorted()).toEqual([...fieldKinds].toSorted());
    for (const kind of fieldKinds) {
      const inner = [newFieldRow('text')];
      const row = { ...newFieldRow(kind), label: 'One', choices: [{ value: 'a' }], fields: inner };
      const table = tableFrom([{ ...row, layouts: [{ label: 'A', fields: inner }] }], place);
      expect(() => checkFieldTable(table, 'fields'), kind).not.toThrow();
    }
  });

  it('are described as the server describes them', () => {
    const { meta } = contentModel([catalogue]);
    const table = own<FieldTable>(catalogue.postTypes?.[0]?.fields);
    expect(tableFrom(rowsFrom(table), place)).toEqual(table);
    const described = describeFields(table);
    expect(described.length).toBeGreaterThan(20);
    for (const field of described) {
      const definition = meta.find(({ key, subtype }) => key === field.name && subtype === 'product');
      // The description asks only whether somebody may read and write the field.
      const anyone = { can: () => true } as Partial<Parameters<typeof shownField>[1]> as Parameters<
        typeof shownField
      >[1];
      expect(definition && shownField(definition, anyone), field.name).toMatchObject({ ...field });
    }
  });
});
