import type { OptionPage } from '../acf/option-page.ts';
import type { FieldTable } from '../fields/field-declaration.ts';
import type { MetaDefinition } from '../meta-registry.ts';
import { type ContentSource, isShownType, type PostType } from '../post-types.ts';
import type { Role, RoleTable } from '../roles.ts';
import { isShownTaxonomy, type TaxonomyType } from '../taxonomies.ts';
import { type BuiltInContent, corePostTypes, coreTaxonomies } from './core-content-types.ts';
import { refuseMeta, refuseNames, refuseSameKey } from './declaration-conflicts.ts';
import { definitionsIn, type FieldSet, refuseTargets } from './field-definition.ts';
import { isMediaTaxonomy } from './media-taxonomies.ts';
import { type MetaDeclaration, metaFrom } from './meta-declaration.ts';
import { type PostTypeDeclaration, postTypeFrom, type RoleGrant } from './post-type-declaration.ts';
import type { ContentDeclarations } from './read-declarations.ts';
import { taxonomyFrom } from './taxonomy-declaration.ts';

/** Everything a site knows about its content: the built-in types and taxonomies, then the declared ones. */
export interface ContentModel {
  readonly types: readonly PostType[];
  readonly taxonomies: readonly TaxonomyType[];
  readonly meta: readonly MetaDefinition[];
  readonly optionPages: readonly OptionPage[];
  /** What roles may do besides what is stored for them. */
  readonly grants: RoleGrants;
}

/** Declarations, and where they stand. */
export interface SourcedDeclarations extends ContentDeclarations {
  /** Default: the configuration. */
  readonly source?: ContentSource;
  /** Pages of settings that another program stored; no owner declares them. */
  readonly optionPages?: readonly OptionPage[];
}

/**
 * Joins declarations with what is built in. Throws a `DeclarationError` where names collide or do not exist.
 *
 * @param more what is built in for some variants only
 */
export function contentModel(declared: readonly SourcedDeclarations[] = [], more: BuiltInContent = {}): ContentModel {
  const postTypes = declared.flatMap((one) => one.postTypes ?? []);
  const taxonomies = declared.flatMap((one) => one.taxonomies ?? []);
  const types = [...corePostTypes, ...(more.types ?? []), ...declared.flatMap(typesIn)];
  const names = new Set(taxonomies.map(({ name }) => name));
  const builtIn = (more.taxonomies ?? []).filter(({ name }) => !(isMediaTaxonomy(name) && names.has(name)));
  const known = [...coreTaxonomies, ...builtIn, ...declared.flatMap(taxonomiesIn)];
  refuseNames({ types, taxonomies: known, declaredTypes: postTypes, declaredTaxonomies: taxonomies });
  const joined = joinTypesAndTaxonomies(types, known);
  const meta = declared.flatMap(declaredMeta);
  const fields = declared.flatMap(fieldSetsIn).flatMap(definitionsIn);
  for (const one of [...meta, ...fields]) refuseMeta(one, joined);
  refuseSameKey([...meta, ...fields]);
  for (const one of fields) refuseTargets(one, shownNames(joined));
  return {
    ...joined,
    meta: [...(more.meta ?? []), ...meta.filter((one) => one.showInRest !== false).map(metaFrom), ...fields],
    optionPages: declared.flatMap((one) => one.optionPages ?? []),
    grants: roleGrants(postTypes),
  };
}

const typesIn = ({ postTypes = [], source = 'configuration' }: SourcedDeclarations): PostType[] =>
  postTypes.map((one) => postTypeFrom(one, source));

const taxonomiesIn = ({ taxonomies = [], source = 'configuration' }: SourcedDeclarations): TaxonomyType[] =>
  taxonomies.map((one) => taxonomyFrom(one, source));

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

function fieldSetsIn({ postTypes = [], taxonomies = [], fieldSets = [] }: ContentDeclarations): FieldSet[] {
  const setOf =
    (object: 'post' | 'term') =>
    ({ name, fields }: { readonly name: string; readonly fields?: FieldTable }): FieldSet[] =>
      fields ? [{ object, subtype: name, fields }] : [];
  return [...postTypes.flatMap(setOf('post')), ...taxonomies.flatMap(setOf('term')), ...fieldSets];
}

/** Every key that is declared, of items, terms, users and comments. */
export const declaredKeys = (declared: ContentDeclarations): MetaDefinition[] => [
  ...declaredMeta(declared).map(metaFrom),
  ...fieldSetsIn(declared).flatMap(definitionsIn),
];

const shownNames = ({ types, taxonomies }: Pick<ContentModel, 'types' | 'taxonomies'>) => ({
  posts: types.filter(isShownType).map(({ name }) => name),
  terms: taxonomies.filter(isShownTaxonomy).map(({ name }) => name),
});

/** Role → capabilities that declarations give it. */
export type RoleGrants = ReadonlyMap<string, readonly string[]>;

const usualRoles: Readonly<Record<string, RoleGrant>> = { administrator: 'all', editor: 'all' };

/** The capabilities of types with a `capabilityType` of their own, by role. */
export function roleGrants(declarations: readonly PostTypeDeclaration[]): RoleGrants {
  const grants = new Map<string, string[]>();
  for (const { capabilityType = 'post', roles } of declarations) {
    const [one, many = `${one}s`] = typeof capabilityType === 'string' ? [capabilityType] : capabilityType;
    const isOwn = one !== 'post' && one !== 'page';
    for (const [role, grant] of Object.entries(roles ?? (isOwn ? usualRoles : {}))) {
      grants.set(role, [...(grants.get(role) ?? []), ...capabilitiesOf(grant, many)]);
    }
  }
  return grants;
}

function capabilitiesOf(grant: RoleGrant, things: string): string[] {
  const drafts = [`edit_${things}`, `delete_${things}`];
  const own = [...drafts, `publish_${things}`, `edit_published_${things}`, `delete_published_${things}`];
  const others = ['edit_others', 'delete_others', 'read_private', 'edit_private', 'delete_private'];
  return { drafts, own, all: [...own, ...others.map((act) => `${act}_${things}`)] }[grant];
}

/** The roles with what declarations give them. What is stored for a role, be it granted or denied, stays as it is. */
export function withGrants(table: RoleTable, grants: RoleGrants): RoleTable {
  if (grants.size === 0) return table;
  return new Map([...table].map(([name, role]) => [name, grantedRole(role, grants.get(name) ?? [])]));
}

function grantedRole(role: Role, capabilities: readonly string[]): Role {
  const given = Object.fromEntries(capabilities.map((capability) => [capability, true]));
  return { ...role, capabilities: { ...given, ...role.capabilities } };
}
