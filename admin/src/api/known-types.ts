import { useSuspenseQuery } from '@tanstack/react-query';
import { builtInTaxonomies, builtInTypes } from './built-in.ts';
import { declaredQuery } from './declared.ts';
import type { Declared } from './description.ts';

/** The types, taxonomies and fields of the site, with those that every site has. */
export function useDeclared(): Declared {
  return useSuspenseQuery({ ...declaredQuery, select: completed }).data;
}

/** Built-in types are always there: what they support is known, and terms are given also by those who may not change them. */
function completed(declared: Declared): Declared {
  return {
    ...declared,
    types: withOwn(declared.types, builtInTypes),
    taxonomies: withOwn(declared.taxonomies, builtInTaxonomies),
  };
}

function withOwn<T extends { readonly name: string; readonly supports?: readonly string[] }>(
  described: readonly T[],
  own: readonly T[],
): T[] {
  const known = own.map((one) => {
    const found = described.find(({ name }) => name === one.name);
    return found ? { ...found, ...(one.supports ? { supports: one.supports } : {}) } : one;
  });
  return [...known, ...described.filter(({ name }) => !own.some((one) => one.name === name))];
}
