import { suggestion } from '../../lib/closest-name.ts';
import type { PostType } from '../post-types.ts';
import type { TaxonomyType } from '../taxonomies.ts';
import { DeclarationError, type DeclaredThing } from './check-declaration.ts';
import { corePostTypes, coreTaxonomies } from './core-content-types.ts';
import type { MetaDeclaration } from './meta-declaration.ts';
import type { PostTypeDeclaration } from './post-type-declaration.ts';
import type { TaxonomyDeclaration } from './taxonomy-declaration.ts';

interface Named {
  readonly types: readonly PostType[];
  readonly taxonomies: readonly TaxonomyType[];
  readonly declaredTypes: readonly PostTypeDeclaration[];
  readonly declaredTaxonomies: readonly TaxonomyDeclaration[];
}

/** Refuses names that are malformed, reserved, used twice, or that nobody declares. */
export function refuseNames({ types, taxonomies, declaredTypes, declaredTaxonomies }: Named): void {
  for (const { name } of declaredTypes) refuseName('type', name, 20);
  for (const { name } of declaredTaxonomies) refuseName('taxonomy', name, 32);
  for (const { name, capabilityType } of declaredTypes) refuseCapabilities(name, capabilityType);
  refuseTwice(
    'The type',
    types.map(({ name }) => [name, { kind: 'type', name }]),
  );
  refuseTwice(
    'The taxonomy',
    taxonomies.map(({ name }) => [name, { kind: 'taxonomy', name }]),
  );
  refuseBases([...declaredTypes.map(basesOf('type')), ...declaredTaxonomies.map(basesOf('taxonomy'))].flat());
  refuseSlugs(types, taxonomies, [...declaredTypes, ...declaredTaxonomies]);
  refuseMissing(types, taxonomies);
  refuseFields(taxonomies, declaredTaxonomies);
}

function refuseName(kind: 'type' | 'taxonomy', name: string, longest: number): void {
  const at = `The ${kind} ${JSON.stringify(name)}`;
  const about = { kind, name };
  if (!/^[a-z][a-z0-9_-]*$/.test(name) || name.length > longest)
    throw new DeclarationError(
      `${at} needs another name: lower-case letters, digits, _ and -, at most ${longest}, beginning with a letter.`,
      { about },
    );
  if (reservedNames[kind].has(name))
    throw new DeclarationError(`${at} needs another name: this one is reserved.`, { about });
}

/** Refuses to name capabilities after something else that has such capabilities. */
function refuseCapabilities(name: string, capabilityType: PostTypeDeclaration['capabilityType'] = 'post'): void {
  const [one, many = `${one}s`] = typeof capabilityType === 'string' ? [capabilityType] : capabilityType;
  const taken = [one, many].find((word) => otherCapabilities.has(word));
  if (taken !== undefined)
    throw new DeclarationError(
      `The type ${name} needs another capabilityType: edit_${many} and its like are capabilities of something else.`,
      { about: { kind: 'type', name } },
    );
}

/** A word that belongs to one type or taxonomy. */
type Owned = readonly [word: string, owner: DeclaredThing];

function refuseTwice(what: string, words: readonly Owned[]): void {
  const seen = new Set<string>();
  for (const [word, about] of words) {
    if (seen.has(word)) throw new DeclarationError(`${what} ${JSON.stringify(word)} is declared twice.`, { about });
    seen.add(word);
  }
}

const basesOf =
  (kind: 'type' | 'taxonomy') =>
  ({ name, restBase }: Pick<PostTypeDeclaration, 'name' | 'restBase'>): Owned[] =>
    restBase === null ? [] : [[restBase ?? name, { kind, name }]];

function refuseBases(bases: readonly Owned[]): void {
  refuseTwice('The restBase', bases);
  const [taken, about] = bases.find(([base]) => reservedBases.has(base)) ?? [];
  if (taken !== undefined)
    throw new DeclarationError(`The restBase ${JSON.stringify(taken)} is taken: /wp/v2/${taken} is another route.`, {
      ...(about ? { about } : {}),
    });
}

function refuseSlugs(
  types: readonly PostType[],
  taxonomies: readonly TaxonomyType[],
  declared: readonly { readonly name: string }[],
): void {
  const names = new Set(declared.map(({ name }) => name));
  const slugs: readonly Owned[] = [
    ...types
      .filter((type) => names.has(type.name) && type.linkStyle === 'named')
      .map(({ name, linkBase }): Owned => [linkBase, { kind: 'type', name }]),
    ...taxonomies
      .filter((taxonomy) => names.has(taxonomy.name))
      .map(({ name, linkBase }): Owned => [linkBase ?? '', { kind: 'taxonomy', name }]),
  ];
  refuseTwice('The slug', slugs);
  const [taken, about] = slugs.find(([slug]) => reservedSlugs.has(slug.split('/').find(Boolean) ?? '')) ?? [];
  if (taken !== undefined)
    throw new DeclarationError(`The slug ${JSON.stringify(taken)} is reserved. Give another one.`, {
      ...(about ? { about } : {}),
    });
}

function refuseMissing(types: readonly PostType[], taxonomies: readonly TaxonomyType[]): void {
  const typeNames = types.map((type) => type.name);
  const taxonomyNames = taxonomies.map((taxonomy) => taxonomy.name);
  for (const { name, taxonomies: named } of types) {
    const missing = named.find((one) => !taxonomyNames.includes(one));
    if (missing)
      throw new DeclarationError(
        `The type ${name} names the taxonomy ${missing}, which nobody declares.${suggestion(missing, taxonomyNames)}`,
        { about: { kind: 'type', name } },
      );
  }
  for (const { name, types: named } of taxonomies) {
    const missing = named.find((one) => !typeNames.includes(one));
    if (missing)
      throw new DeclarationError(
        `The taxonomy ${name} names the type ${missing}, which nobody declares.${suggestion(missing, typeNames)}`,
        { about: { kind: 'taxonomy', name } },
      );
  }
}

/** The terms of a taxonomy are a field of its types under its base. */
function refuseFields(taxonomies: readonly TaxonomyType[], declared: readonly TaxonomyDeclaration[]): void {
  for (const { name } of declared) {
    const base = taxonomies.find((taxonomy) => taxonomy.name === name)?.restBase;
    if (base && reservedFields.has(base))
      throw new DeclarationError(`The taxonomy ${name} needs another restBase: items have a field ${base} already.`, {
        about: { kind: 'taxonomy', name },
      });
  }
}

/** A key, as `meta` or `fields` declare it. */
type DeclaredKey = Pick<MetaDeclaration, 'key' | 'object' | 'subtype' | 'items' | 'properties' | 'index'> & {
  readonly type: string;
};

/** Refuses a key that is malformed, or whose type or taxonomy does not exist or cannot show it. */
export function refuseMeta(
  { key, object, subtype, type, items, properties, index }: DeclaredKey,
  { types, taxonomies }: { readonly types: readonly PostType[]; readonly taxonomies: readonly TaxonomyType[] },
): void {
  const at = `The meta key ${JSON.stringify(key)}`;
  const refuse = (why: string) =>
    new DeclarationError(`${at} ${why}`, { about: { kind: 'key', key, object, subtype } });
  if (key === '' || key.length > 255) throw refuse(`must have 1 to 255 characters.`);
  if (object === 'user' && accountKeys.test(key)) throw refuse(`is taken: it decides what an account may do.`);
  if (items && type !== 'array') throw refuse(`is of type ${type}; only an array has items.`);
  if (properties && type !== 'object') throw refuse(`is of type ${type}; only an object has properties.`);
  if (index && (object !== 'post' || !['string', 'integer', 'number'].includes(type)))
    throw refuse(`cannot have an index; texts and numbers of posts can.`);
  if (subtype === undefined) return;
  const names = { post: types, term: taxonomies, user: null, comment: null }[object]?.map((one) => one.name);
  if (!names) throw refuse(`names the subtype ${subtype}, but a ${object} has none.`);
  if (!names.includes(subtype)) {
    const kind = object === 'post' ? 'type' : 'taxonomy';
    throw refuse(`belongs to the ${kind} ${subtype}, which nobody declares.${suggestion(subtype, names)}`);
  }
  const owner = object === 'post' ? types.find((one) => one.name === subtype) : null;
  if (owner && owner.restBase !== null && !owner.supports.includes('custom-fields') && owner.name !== 'attachment')
    throw refuse(`needs "custom-fields" in the supports of the type ${subtype}.`);
}

/** Under these keys the rights, sessions and passwords of an account are stored, the first two with the prefix of the tables. */
const accountKeys = /(?:^|_)(?:capabilities|user_level)$|^session_tokens$|^_application_passwords$|^_platen_/i;

/** Refuses a key that is declared twice; one without a subtype belongs to every subtype. */
export function refuseSameKey(declared: readonly DeclaredKey[]): void {
  const known = new Map<string, (string | undefined)[]>();
  for (const { object, subtype, key } of declared) {
    const same = known.get(`${object} ${key}`) ?? [];
    if (same.some((other) => other === undefined || subtype === undefined || other === subtype))
      throw new DeclarationError(
        `The meta key ${JSON.stringify(key)} of ${subtype ?? `every ${object}`} is declared twice.`,
        { about: { kind: 'key', key, object, subtype } },
      );
    known.set(`${object} ${key}`, [...same, subtype]);
  }
}

const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

/** Types of the system that shares the tables, and words that its addresses use. */
const otherTypes = words(`
  wp_block wp_template wp_template_part wp_global_styles wp_navigation wp_font_family wp_font_face
  action author order theme`);

/** Words that the addresses of the system that shares the tables use as parameters. */
const parameters = words(`
  attachment attachment_id author author_name calendar cat category category__and category__in category__not_in
  category_name comments_per_page comments_popup customize_messenger_channel customized cpage day debug embed error
  exact feed fields hour include_tree link_category m minute monthnum more name nav_menu nonce nopaging offset order
  orderby p page page_id paged pagename pb perm post post_format post_mime_type post_status post_tag post_type posts
  posts_per_archive_page posts_per_page preview robots s search second sentence showposts static status subpost
  subpost_id tag tag__and tag__in tag__not_in tag_id tag_slug__and tag_slug__in taxonomy tb term terms theme title type
  types w withcomments withoutcomments year`);

/** What else there are capabilities to edit, delete or publish of. */
const otherCapabilities: ReadonlySet<string> = new Set(
  words(
    'user users comment comments theme themes plugin plugins file files option options dashboard theme_options term terms',
  ),
);

/** Names that a declared type or taxonomy cannot have, because something else has them. */
export const reservedNames = {
  type: new Set([...corePostTypes.map((type) => type.name), ...otherTypes]),
  taxonomy: new Set([...coreTaxonomies.map((taxonomy) => taxonomy.name), ...parameters]),
};

/** Last segments of paths in `wp/v2` that are taken, or that the interface may take. */
export const reservedBases: ReadonlySet<string> = new Set(
  words(`
  posts pages media types statuses taxonomies categories tags users comments settings search blocks block-types
  block-renderer block-directory block-patterns pattern-directory menus menu-items menu-locations navigation
  templates template-parts global-styles themes plugins sidebars widgets widget-types font-families font-collections`),
);

/** Names that fields and parameters of content have; the terms of a taxonomy are shown under another one. */
export const reservedFields: ReadonlySet<string> = new Set(
  words(`
  id date date_gmt guid slug type link modified modified_gmt status password title content excerpt author
  featured_media parent menu_order comment_status ping_status sticky template format meta class_list context page
  per_page search after before author_exclude exclude include offset order orderby parent_exclude modified_after
  modified_before tax_relation force acf acf_format head yoast_head yoast_head_json blocks where cursor preview
  preview_link search_columns search_semantics ignore_sticky _fields _embed _envelope _method _locale _jsonp
  _links _embedded permalink_template generated_slug lang translations categories_exclude tags_exclude media_type mime_type alt_text
  caption description media_details source_url excerpt_length missing_image_sizes filename filesize exif_orientation
  image_quality image_output_format image_save_progressive`),
);

/** First segments of addresses that are taken. */
export const reservedSlugs: ReadonlySet<string> = new Set(
  words('wp-json wp-admin wp-content wp-includes feed embed page author search attachment comments trackback'),
);
