import { corePostTypes } from './core-post-types.ts';
import { coreTaxonomies } from './core-taxonomies.ts';
import { refuseMeta, refuseSameKey } from './declared-meta.ts';
import { refuseNames } from './declared-names.ts';
import { metaFrom } from './meta-declaration.ts';
import { postTypeFrom } from './post-type-declaration.ts';
import { roleGrants } from './role-grants.ts';
import { taxonomyFrom } from './taxonomy-declaration.ts';
/** Joins declarations with what is built in. Throws a `DeclarationError` where names collide or do not exist. */
export function contentModel(declared = []) {
  const postTypes = declared.flatMap((one) => one.postTypes ?? []);
  const taxonomies = declared.flatMap((one) => one.taxonomies ?? []);
  const types = [...corePostTypes, ...postTypes.map(postTypeFrom)];
  const known = [...coreTaxonomies, ...taxonomies.map(taxonomyFrom)];
  refuseNames({ types, taxonomies: known, declaredTypes: postTypes, declaredTaxonomies: taxonomies });
  const joined = joinTypesAndTaxonomies(types, known);
  const meta = declared.flatMap(declaredMeta);
  for (const one of meta) refuseMeta(one, joined);
  refuseSameKey(meta);
  return {
    ...joined,
    meta: meta.filter((one) => one.showInRest !== false).map(metaFrom),
    grants: roleGrants(postTypes),
  };
}
/** A type and a taxonomy belong together if either of them says so. */
function joinTypesAndTaxonomies(types, taxonomies) {
  const joined = taxonomies.map((taxonomy) => {
    const naming = types.filter((type) => type.taxonomies.includes(taxonomy.name)).map((type) => type.name);
    return { ...taxonomy, types: [...new Set([...taxonomy.types, ...naming])] };
  });
  const shown = joined.filter((taxonomy) => taxonomy.restBase !== null);
  return {
    taxonomies: joined,
    types: types.map((type) => ({
      ...type,
      taxonomies: shown.filter((taxonomy) => taxonomy.types.includes(type.name)).map((taxonomy) => taxonomy.name),
    })),
  };
}
function declaredMeta({ postTypes = [], taxonomies = [], meta = [] }) {
  const fieldsOf = (object) => (owner) =>
    Object.entries(owner.meta ?? {}).map(([key, field]) => ({ ...field, key, object, subtype: owner.name }));
  return [...postTypes.flatMap(fieldsOf('post')), ...taxonomies.flatMap(fieldsOf('term')), ...meta];
}
