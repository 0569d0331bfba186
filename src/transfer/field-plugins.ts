import { readStoredValue } from '../media/attachment-metadata.ts';
import type { AcfOwner } from '../rules/acf/acf-location.ts';
import { DeclarationError } from '../rules/content/check-declaration.ts';
import { type ContentModel, contentModel, type SourcedDeclarations } from '../rules/content/content-model.ts';
import type { FieldSet } from '../rules/content/field-definition.ts';
import type { PostTypeDeclaration } from '../rules/content/post-type-declaration.ts';
import { type ContentDeclarations, readDeclarations } from '../rules/content/read-declarations.ts';
import type { TaxonomyDeclaration } from '../rules/content/taxonomy-declaration.ts';
import { isShownType } from '../rules/post-types.ts';
import { isShownTaxonomy } from '../rules/taxonomies.ts';
import { everything } from '../rules/visibility.ts';
import type { Post } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { acfFieldSets } from './acf-field-sets.ts';
import { groupsInFolder, groupsInRows, joinedGroups, type StoredAcfGroup } from './acf-groups.ts';
import { acfOptionPages } from './acf-option-pages.ts';
import { acfPostType, acfTaxonomy, cptuiPostTypes, cptuiTaxonomies, settingsIn } from './plugin-declarations.ts';

const most = 10_000;
const acfTypes = ['acf-post-type', 'acf-taxonomy', 'acf-field-group', 'acf-field', 'acf-ui-options-page'] as const;

/** Where plugins stored what they declare, and who is told of what cannot be used. */
export interface FieldPluginSource {
  readonly store: Store;
  /** A folder of groups of ACF as files; empty for none. */
  readonly acfJson?: string;
  /** Called with a sentence for everything that is left out. */
  readonly skipped: (why: string) => void;
}

/**
 * Types, taxonomies and fields that Custom Post Type UI and Advanced Custom Fields store in an adopted database. Types
 * and taxonomies only as far as their owner has opened them to the interface. What cannot be used, or is declared
 * already, is left out.
 *
 * @param declared what is declared elsewhere and wins
 */
export async function readFieldPlugins(
  source: FieldPluginSource,
  declared: readonly ContentDeclarations[],
): Promise<SourcedDeclarations> {
  const { store, skipped } = source;
  const acf = await acfRows(store);
  const option = async (name: string) => readStoredValue(await store.options.get(name));
  const groups = joinedGroups(groupsInRows(acf['acf-field-group'], acf['acf-field']), await groupsInFiles(source));
  const stored = {
    postTypes: [
      ...cptuiPostTypes(await option('cptui_post_types')),
      ...settingsOf(acf['acf-post-type']).flatMap((settings) => acfPostType(settings) ?? []),
    ],
    taxonomies: [
      ...cptuiTaxonomies(await option('cptui_taxonomies')),
      ...settingsOf(acf['acf-taxonomy']).flatMap((settings) => acfTaxonomy(settings) ?? []),
    ],
  };
  const usable = usableDeclarations(stored, groups, declared, skipped);
  const around = { ...shownNames(contentModel([...declared, usable])), groups, skipped };
  return { ...usable, optionPages: acfOptionPages(acf['acf-ui-options-page'], around) };
}

const shownNames = ({ types, taxonomies }: ContentModel) => ({
  types: types.filter(isShownType).map(({ name }) => name),
  taxonomies: taxonomies.filter(isShownTaxonomy).map(({ name }) => name),
});

async function groupsInFiles({ acfJson = '', skipped }: FieldPluginSource): Promise<readonly StoredAcfGroup[]> {
  return acfJson === '' ? [] : groupsInFolder(acfJson, skipped);
}

type AcfRows = Record<(typeof acfTypes)[number], Post[]>;

async function acfRows(store: Store): Promise<AcfRows> {
  const rows = await store.posts.find(
    { types: acfTypes, visibility: everything, statuses: ['publish', 'acf-disabled'] },
    { by: 'id', direction: 'asc' },
    { limit: most, offset: 0 },
  );
  const of = (type: string) => rows.filter((row) => row.type === type);
  const inUse = (type: string) => of(type).filter(({ status }) => status === 'publish');
  return {
    'acf-post-type': inUse('acf-post-type'),
    'acf-taxonomy': inUse('acf-taxonomy'),
    'acf-field-group': of('acf-field-group'),
    'acf-field': inUse('acf-field'),
    'acf-ui-options-page': inUse('acf-ui-options-page'),
  };
}

const settingsOf = (rows: readonly Post[]) => rows.map((row) => settingsIn(readStoredValue(row.content)));

interface StoredTypes {
  readonly postTypes: readonly PostTypeDeclaration[];
  readonly taxonomies: readonly TaxonomyDeclaration[];
}

interface Kept extends StoredTypes {
  readonly fieldSets: readonly FieldSet[];
}

/**
 * The stored declarations that can be used: each must fit to what is declared and to those before it.
 *
 * @param skipped called with a sentence for each of the others
 */
export function usableDeclarations(
  stored: StoredTypes,
  groups: readonly StoredAcfGroup[],
  declared: readonly ContentDeclarations[],
  skipped: (why: string) => void,
): ContentDeclarations {
  const refusal = (all: Kept): string | null => {
    try {
      contentModel([...declared, readDeclarations({ ...all, fieldSets: all.fieldSets.map(checkedSet) })]);
      return null;
    } catch (error) {
      if (!(error instanceof DeclarationError)) throw error;
      return error.message;
    }
  };
  let kept: Kept = { postTypes: [], taxonomies: [], fieldSets: [] };
  const keep = (more: Kept): void => {
    const why = refusal(more);
    if (why === null) kept = more;
    else skipped(why);
  };
  // Mostly all of them fit: those that do not are found by halves.
  const keepSets = (sets: readonly FieldSet[]): void => {
    const more = { ...kept, fieldSets: [...kept.fieldSets, ...sets] };
    if (sets.length <= 1 || refusal(more) === null) {
      keep(more);
      return;
    }
    keepSets(sets.slice(0, sets.length >> 1));
    keepSets(sets.slice(sets.length >> 1));
  };
  for (const type of stored.postTypes) keep({ ...kept, postTypes: [...kept.postTypes, alone(type, stored, groups)] });
  const types = new Set(contentModel([...declared, kept]).types.map(({ name }) => name));
  for (const taxonomy of stored.taxonomies)
    keep({ ...kept, taxonomies: [...kept.taxonomies, joined(taxonomy, stored, types)] });
  const names = shownNames(contentModel([...declared, kept]));
  const owners: readonly AcfOwner[] = [
    ...names.types.map((subtype) => ({ object: 'post' as const, subtype })),
    ...names.taxonomies.map((subtype) => ({ object: 'term' as const, subtype })),
    { object: 'user', subtype: 'user' },
    { object: 'comment', subtype: 'comment' },
  ];
  keepSets(acfFieldSets(owners, { ...names, groups, skipped }));
  return kept;
}

/** What is checked of a set. It has one field, whose conditions name others of its group. */
function checkedSet({ adopted: _adopted, fields, ...set }: FieldSet): FieldSet {
  const alone = Object.entries(fields).map(([name, { showWhen: _conditions, ...field }]) => [name, field]);
  return { ...set, fields: Object.fromEntries(alone) };
}

/** A type without the stored taxonomies, which name it themselves later, and with a place for its fields. */
function alone(
  type: PostTypeDeclaration,
  { taxonomies }: StoredTypes,
  groups: readonly StoredAcfGroup[],
): PostTypeDeclaration {
  const { supports = [], taxonomies: named = [] } = type;
  const hasFields = groups.some(({ location }) =>
    location.some((all) => all.some(({ param, value }) => param === 'post_type' && value === type.name)),
  );
  return {
    ...type,
    supports: hasFields && !supports.includes('custom-fields') ? [...supports, 'custom-fields'] : supports,
    taxonomies: named.filter((name) => !taxonomies.some((taxonomy) => taxonomy.name === name)),
  };
}

/** A taxonomy with all types that belong to it, as far as there are such types. */
function joined(
  taxonomy: TaxonomyDeclaration,
  { postTypes }: StoredTypes,
  known: ReadonlySet<string>,
): TaxonomyDeclaration {
  const naming = postTypes.filter((type) => type.taxonomies?.includes(taxonomy.name)).map((type) => type.name);
  const wanted = new Set([...(taxonomy.postTypes ?? []), ...naming]);
  return { ...taxonomy, postTypes: [...wanted].filter((name) => known.has(name)) };
}
