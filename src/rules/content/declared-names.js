import { suggestion } from './closest-name.ts';
import { DeclarationError } from './declaration-error.ts';
import { reservedBases, reservedFields, reservedNames, reservedSlugs } from './reserved-names.ts';
/** Refuses names that are malformed, reserved, used twice, or that nobody declares. */
export function refuseNames({ types, taxonomies, declaredTypes, declaredTaxonomies }) {
  for (const { name } of declaredTypes) refuseName('type', name, 20);
  for (const { name } of declaredTaxonomies) refuseName('taxonomy', name, 32);
  refuseTwice(
    'The type',
    types.map((type) => type.name),
  );
  refuseTwice(
    'The taxonomy',
    taxonomies.map((taxonomy) => taxonomy.name),
  );
  refuseBases([...declaredTypes, ...declaredTaxonomies]);
  refuseSlugs(types, taxonomies, [...declaredTypes, ...declaredTaxonomies]);
  refuseMissing(types, taxonomies);
  refuseFields(taxonomies, declaredTaxonomies);
}
function refuseName(kind, name, longest) {
  const at = `The ${kind} ${JSON.stringify(name)}`;
  if (!/^[a-z][a-z0-9_-]*$/.test(name) || name.length > longest)
    throw new DeclarationError(
      `${at} needs another name: lower-case letters, digits, _ and -, at most ${longest}, beginning with a letter.`,
    );
  if (reservedNames[kind].has(name)) throw new DeclarationError(`${at} needs another name: this one is reserved.`);
}
function refuseTwice(what, names) {
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice) throw new DeclarationError(`${what} ${JSON.stringify(twice)} is declared twice.`);
}
function refuseBases(declared) {
  const bases = declared.flatMap(({ name, restBase }) => (restBase === undefined ? name : (restBase ?? [])));
  refuseTwice('The restBase', bases);
  const taken = bases.find((base) => reservedBases.has(base));
  if (taken)
    throw new DeclarationError(`The restBase ${JSON.stringify(taken)} is taken: /wp/v2/${taken} is another route.`);
}
function refuseSlugs(types, taxonomies, declared) {
  const names = new Set(declared.map(({ name }) => name));
  const slugs = [
    ...types.filter((type) => names.has(type.name) && type.linkStyle === 'named').map((type) => type.linkBase),
    ...taxonomies.filter((taxonomy) => names.has(taxonomy.name)).map((taxonomy) => taxonomy.linkBase ?? ''),
  ];
  refuseTwice('The slug', slugs);
  const taken = slugs.find((slug) => reservedSlugs.has(slug.split('/').find(Boolean) ?? ''));
  if (taken) throw new DeclarationError(`The slug ${JSON.stringify(taken)} is reserved. Give another one.`);
}
function refuseMissing(types, taxonomies) {
  const typeNames = types.map((type) => type.name);
  const taxonomyNames = taxonomies.map((taxonomy) => taxonomy.name);
  for (const { name, taxonomies: named } of types) {
    const missing = named.find((one) => !taxonomyNames.includes(one));
    if (missing)
      throw new DeclarationError(
        `The type ${name} names the taxonomy ${missing}, which nobody declares.${suggestion(missing, taxonomyNames)}`,
      );
  }
  for (const { name, types: named } of taxonomies) {
    const missing = named.find((one) => !typeNames.includes(one));
    if (missing)
      throw new DeclarationError(
        `The taxonomy ${name} names the type ${missing}, which nobody declares.${suggestion(missing, typeNames)}`,
      );
  }
}
/** The terms of a taxonomy are a field of its types under its base. */
function refuseFields(taxonomies, declared) {
  for (const { name } of declared) {
    const base = taxonomies.find((taxonomy) => taxonomy.name === name)?.restBase;
    if (base && reservedFields.has(base))
      throw new DeclarationError(`The taxonomy ${name} needs another restBase: items have a field ${base} already.`);
  }
}
