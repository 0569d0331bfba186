import { describe, expect, it } from 'vitest';
import type { Declarations, OwnerDeclared } from './model.ts';
import { fieldSetOwner, renamesIn, taxonomyOwner, typeOwner, withoutPart, withPart } from './owners.ts';

const again = (declared: OwnerDeclared) =>
  typeOwner.declaredFrom(typeOwner.valuesOf(declared), declared, declared.name);

describe('a declaration is the same after it was shown and saved', () => {
  it('rights, archive and addresses of its own', () => {
    const story = {
      name: 'story',
      labels: { name: 'Stories', singular_name: 'Story', add_new: 'Begin' },
      public: false,
      supports: ['title'],
      restBase: null,
      withFront: false,
      slug: 'tales',
      hasArchive: 'all-tales',
      capabilityType: ['story', 'stories'],
      roles: { administrator: 'all', author: 'own', keeper: 'drafts' },
      meta: { old: { type: 'string' } },
    };
    expect(again(story)).toEqual(story);
  });
});

describe('a new type', () => {
  const values = { ...typeOwner.valuesOf(undefined), plural: 'Big stories', singular: 'Big story' };

  it('is called by what one of it is called, its collection by the plural', () => {
    expect(typeOwner.declaredFrom(values, undefined, null)).toEqual({
      name: 'big_story',
      restBase: 'big-stories',
      labels: { name: 'Big stories', singular_name: 'Big story' },
      supports: ['title', 'editor'],
    });
  });

  it('is what its relations lead to, before it has a name', () => {
    const to = { id: 'a', name: 'next', kind: 'posts', to: ['.', 'page'] };
    const fields = [to, { id: 'b', name: 'parts', kind: 'group', fields: [to] }];
    const relation = { kind: 'posts', to: ['big_story', 'page'] };
    expect(typeOwner.declaredFrom({ ...values, fields }, undefined, null)['fields']).toEqual({
      next: relation,
      parts: { kind: 'group', fields: { next: relation } },
    });
  });

  it('has tabs that its fields speak of', () => {
    const fields = [
      { id: 'a', name: 'a', kind: 'text', tab: 'The shop' },
      { id: 'b', name: 'b', kind: 'text' },
      { id: 'c', name: 'c', kind: 'text', tab: 'Story' },
      { id: 'd', name: 'd', kind: 'text', tab: 'The shop' },
    ];
    expect(typeOwner.declaredFrom({ ...values, fields }, { name: 'x', tabs: { s: 'Story' } }, 'x')).toMatchObject({
      tabs: { s: 'Story', the_shop: 'The shop' },
      fields: { a: { tab: 'the_shop' }, b: { kind: 'text' }, c: { tab: 's' }, d: { tab: 'the_shop' } },
    });
  });
});

it('a field with another name than it was stored under is renamed, others are new', () => {
  const stored = { name: 'x', fields: { price: { kind: 'number' }, size: { kind: 'text' } } };
  const [price, size] = (typeOwner.valuesOf(stored)['fields'] ?? []) as readonly object[];
  const values = { fields: [{ ...price, name: 'cost' }, size, { id: 'n', name: 'price', kind: 'text' }] };
  const owned = { object: 'post', subtype: 'x' } as const;
  expect(renamesIn(values, stored, owned)).toEqual([{ ...owned, from: 'price', to: 'cost' }]);
  expect(renamesIn(values, { name: 'x', fields: {} }, owned)).toEqual([]);
});

it('parts of a field are renamed by their paths, in groups, rows and layouts', () => {
  const stored = {
    name: 'x',
    fields: {
      size: { kind: 'group', fields: { width: { kind: 'number' }, height: { kind: 'number' } } },
      parts: { kind: 'layouts', layouts: { quote: { fields: { by: { kind: 'text' } } } } },
    },
  };
  const [size, parts] = typeOwner.valuesOf(stored)['fields'] as readonly {
    readonly [list: string]: readonly object[];
  }[];
  const [width, height] = size?.['fields'] ?? [];
  const [quote] = (parts?.['layouts'] ?? []) as readonly { readonly fields?: readonly object[] }[];
  const added = { id: 'n', name: 'by', kind: 'text' };
  const fields = [
    { ...size, name: 'extent', fields: [{ ...width, name: 'breadth' }, height] },
    { ...parts, layouts: [{ ...quote, fields: [{ ...quote?.fields?.[0], name: 'author' }, added] }] },
  ];
  expect(renamesIn({ fields }, stored, { object: 'post', subtype: 'x' })).toMatchObject([
    { from: 'size', to: 'extent' },
    { from: 'size.width', to: 'extent.breadth' },
    { from: 'parts.quote.by', to: 'parts.quote.author' },
  ]);
});

it('one part of the declarations is put in or replaced; the others stay', () => {
  const all: Declarations = { postTypes: [{ name: 'a' }, { name: 'b' }], taxonomies: [{ name: 't' }], fieldSets: [] };
  expect(withPart(all, 'postTypes', 0, { name: 'c' }).postTypes).toEqual([{ name: 'c' }, { name: 'b' }]);
  expect(withPart(all, 'postTypes', -1, { name: 'c' }).postTypes).toEqual([
    { name: 'a' },
    { name: 'b' },
    { name: 'c' },
  ]);
});

it('what is deleted is not named by others any more', () => {
  const all: Declarations = {
    postTypes: [{ name: 'a', taxonomies: ['t', 'u'] }, { name: 'b' }],
    taxonomies: [{ name: 't', postTypes: ['a'] }, { name: 'u' }],
    fieldSets: [{ object: 'user', fields: {} }],
  };
  expect(withoutPart(all, typeOwner, 'a')).toEqual({
    ...all,
    postTypes: [{ name: 'b' }],
    taxonomies: [{ name: 't', postTypes: [] }, { name: 'u' }],
  });
  expect(withoutPart(all, taxonomyOwner, 't')).toEqual({
    ...all,
    postTypes: [{ name: 'a', taxonomies: ['u'] }, { name: 'b' }],
    taxonomies: [{ name: 'u' }],
  });
  expect(withoutPart(all, fieldSetOwner, 'user')).toEqual({ ...all, fieldSets: [] });
  expect(withoutPart(all, typeOwner, 'gone')).toEqual(all);
});
