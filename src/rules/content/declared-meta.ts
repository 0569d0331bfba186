import type { PostType } from '../post-types.ts';
import type { TaxonomyType } from '../taxonomies.ts';
import { suggestion } from './closest-name.ts';
import { DeclarationError } from './declaration-error.ts';
import type { MetaDeclaration } from './meta-declaration.ts';

/** Refuses a key that is malformed, or whose type or taxonomy does not exist or cannot show it. */
export function refuseMeta(
  { key, object, subtype, type, items, properties, index }: MetaDeclaration,
  { types, taxonomies }: { readonly types: readonly PostType[]; readonly taxonomies: readonly TaxonomyType[] },
): void {
  const at = `The meta key ${JSON.stringify(key)}`;
  if (key === '' || key.length > 255) throw new DeclarationError(`${at} must have 1 to 255 characters.`);
  if (items && type !== 'array') throw new DeclarationError(`${at} is of type ${type}; only an array has items.`);
  if (properties && type !== 'object')
    throw new DeclarationError(`${at} is of type ${type}; only an object has properties.`);
  if (index && (object !== 'post' || !['string', 'integer', 'number'].includes(type)))
    throw new DeclarationError(`${at} cannot have an index; texts and numbers of posts can.`);
  if (subtype === undefined) return;
  const names = { post: types, term: taxonomies, user: null, comment: null }[object]?.map((one) => one.name);
  if (!names) throw new DeclarationError(`${at} names the subtype ${subtype}, but a ${object} has none.`);
  if (!names.includes(subtype)) {
    const kind = object === 'post' ? 'type' : 'taxonomy';
    throw new DeclarationError(
      `${at} belongs to the ${kind} ${subtype}, which nobody declares.${suggestion(subtype, names)}`,
    );
  }
  const owner = object === 'post' ? types.find((one) => one.name === subtype) : null;
  if (owner && owner.restBase !== null && !owner.supports.includes('custom-fields') && owner.name !== 'attachment')
    throw new DeclarationError(`${at} needs "custom-fields" in the supports of the type ${subtype}.`);
}

/** Refuses a key that is declared twice; one without a subtype belongs to every subtype. */
export function refuseSameKey(declared: readonly MetaDeclaration[]): void {
  const known = new Map<string, (string | undefined)[]>();
  for (const { object, subtype, key } of declared) {
    const same = known.get(`${object} ${key}`) ?? [];
    if (same.some((other) => other === undefined || subtype === undefined || other === subtype))
      throw new DeclarationError(
        `The meta key ${JSON.stringify(key)} of ${subtype ?? `every ${object}`} is declared twice.`,
      );
    known.set(`${object} ${key}`, [...same, subtype]);
  }
}
