import { readStoredValue, writeStoredValue } from '../media/attachment-metadata.ts';
import type { AcfField } from '../rules/acf/acf-field.ts';
import { type AcfOwner, type AcfPlace, eitherPlace, placeAmong } from '../rules/acf/acf-location.ts';
import { acfStorage, longestKey } from '../rules/acf/acf-storage.ts';
import type { AdoptedFacts, FieldSet } from '../rules/content/field-definition.ts';
import type { FieldDeclaration } from '../rules/fields/field-declaration.ts';
import type { MetaCodec } from '../rules/meta-values.ts';
import { type AcfSurroundings, type DeclaredAcfField, declaredFields } from './acf-declarations.ts';

/** Lists and objects as existing sites store them. */
export const phpCodec: MetaCodec = { decode: readStoredValue, encode: writeStoredValue };

/** The longest key that the tables of meta hold. */
const longest = 255;

interface Found extends DeclaredAcfField {
  readonly owner: AcfOwner;
  readonly place: AcfPlace;
}

/** The fields of all groups for each of their owners, each in a set of its own. */
export function acfFieldSets(owners: readonly AcfOwner[], around: AcfSurroundings): FieldSet[] {
  const found = new Map<string, Found>();
  for (const group of around.groups) {
    const places = owners.flatMap((owner) => {
      const place = placeAmong(group.location, owner);
      return place ? [{ owner, place: { ...place, isShown: place.isShown && group.showInRest } }] : [];
    });
    if (places.length === 0) continue;
    for (const one of declaredFields(group, around)) {
      if (longestKey(one.field) > longest) {
        around.skipped(`The field ${one.field.name} is left out: the keys of its rows are too long.`);
        continue;
      }
      for (const { owner, place } of places) addField(found, { ...one, owner, place }, around.skipped);
    }
  }
  return [...found.values()].map(fieldSetOf);
}

/** Groups may have fields of the same name, each for other items; they share one where they store the same. */
function addField(found: Map<string, Found>, one: Found, skipped: (why: string) => void): void {
  const { object, subtype } = one.owner;
  const id = `${object} ${subtype} ${one.field.name}`;
  const other = found.get(id);
  if (!other) found.set(id, one);
  else if (isSame(other.field, one.field)) found.set(id, { ...other, place: eitherPlace(other.place, one.place) });
  else
    skipped(`The field ${one.field.name} of ${subtype} is left out: another group has a different one of this name.`);
}

const isSame = (one: AcfField, other: AcfField): boolean =>
  one.type === other.type && JSON.stringify(one.schema) === JSON.stringify(other.schema);

function fieldSetOf({ owner: { object, subtype }, field, place, declaration }: Found): FieldSet {
  const isGuarded = !place.isShown || field.type === 'password';
  const adopted: AdoptedFacts = {
    storage: acfStorage(field, phpCodec),
    acf: { field, place },
    // What its owner has not opened is for those who edit the item.
    ...(isGuarded ? { contexts: ['edit'], mayRead: ({ userId }) => userId > 0 } : {}),
  };
  return {
    object,
    ...(object === 'post' || object === 'term' ? { subtype } : {}),
    // It was made by its kind with the members of that kind, and is checked with all declarations.
    fields: { [field.name]: declaration as FieldDeclaration },
    adopted: { [field.name]: adopted },
  };
}
