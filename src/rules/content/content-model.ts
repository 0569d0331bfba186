import type { MetaDefinition } from '../meta-registry.ts';
import type { PostType } from '../post-types.ts';
import type { TaxonomyType } from '../taxonomies.ts';
import { corePostTypes } from './core-post-types.ts';
import { coreTaxonomies } from './core-taxonomies.ts';
import { refuseMeta, refuseSameKey } from './declared-meta.ts';
import { refuseNames } from './declared-names.ts';
import { type MetaDeclaration, metaFrom } from './meta-declaration.ts';
import { postTypeFrom } from './post-type-declaration.ts';
import type { ContentDeclarations } from './read-declarations.ts';
import { type RoleGrants, roleGrants } from './role-grants.ts';
import { taxonomyFrom } from './taxonomy-declaration.ts';

/** Everything a site knows about its content: the built-in types and taxonomies, then the declared ones. */
export interface ContentModel {
  readonly types: readonly PostType[];
  readonly taxonomies: readonly TaxonomyType[];
  readonly meta: readonly MetaDefinition[];
  /** What roles may do besides what is stored for them. */
  readonly grants: RoleGrants;
}

/**
 * Joins declarations with what is built in. Throws a `DeclarationError` where names collide or do not exist.
 *
 * @param more built-in types that only some sites have
 */
export function contentModel(
  declared: readonly ContentDeclarations[] = [],
  more: readonly PostType[] = [],
): ContentModel {
  const postTypes = declared.flatMap((one) => one.postTypes ?? []);
  const taxonomies = declared.flatMap((one) => one.taxonomies ?? []);
  const types = [...corePostTypes, ...more, ...postTypes.map(postTypeFrom)];
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
function joinTypesAndTaxonomies(
  types: readonly PostType[],
  taxonomies: readonly TaxonomyType[],
): Pick<ContentModel, 'types' | 'taxonomies'> {
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

function declaredMeta({ postTypes = [], taxonomies = [], meta = [] }: ContentDeclarations): MetaDeclaration[] {
  const fieldsOf = (object: 'post' | 'term') => (owner: { readonly name: string; readonly meta?: object }) =>
    Object.entries(owner.meta ?? {}).map(([key, field]) => ({ ...field, key, object, subtype: owner.name }));
  return [...postTypes.flatMap(fieldsOf('post')), ...taxonomies.flatMap(fieldsOf('term')), ...meta];
}
