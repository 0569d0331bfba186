import { readStoredValue } from '../media/attachment-metadata.ts';
import type { AcfOwner } from '../rules/acf/acf-location.ts';
import { type ContentModel, contentModel, type SourcedDeclarations } from '../rules/content/content-model.ts';
import type { BuiltInContent } from '../rules/content/core-content-types.ts';
import type { FieldSet } from '../rules/content/field-definition.ts';
import type { PostTypeDeclaration } from '../rules/content/post-type-declaration.ts';
import type { ContentDeclarations } from '../rules/content/read-declarations.ts';
import { usableDeclarations } from '../rules/content/usable-declarations.ts';
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
 * @param builtIn what the variant adds to what is built in
 */
export async function readFieldPlugins(
  source: FieldPluginSource,
  declared: readonly ContentDeclarations[],
  builtIn: BuiltInContent = {},
): Promise<SourcedDeclarations> {
  const { store, skipped } = source;
  const acf = await acfRows(store);
  const option = async (name: string) => readStoredValue(await store.options.get(name));
  const groups = joinedGroups(groupsInRows(acf['acf-field-group'], acf['acf-field']), await groupsInFiles(source));
  const stored = {
    postTypes: [
      ...cptuiPostTypes(await option('cptui_post_types')),
      ...settingsOf(acf['acf-post-type']).flatMap((settings) => acfPostType(settings) ?? []),
    ].map((type) => withPlace(type, groups)),
    taxonomies: [
      ...cptuiTaxonomies(await option('cptui_taxonomies')),
      ...settingsOf(acf['acf-taxonomy']).flatMap((settings) => acfTaxonomy(settings) ?? []),
    ],
  };
  const usable = usableDeclarations(stored, {
    declared,
    skipped,
    builtIn,
    adopted: (content) => groupFields(content, groups, skipped),
  });
  const around = { ...shownNames(contentModel([...declared, usable], builtIn)), groups, skipped };
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

/** A type with a place for the fields that groups give it. */
function withPlace(type: PostTypeDeclaration, groups: readonly StoredAcfGroup[]): PostTypeDeclaration {
  const { supports = [] } = type;
  const hasFields = groups.some(({ location }) =>
    location.some((all) => all.some(({ param, value }) => param === 'post_type' && value === type.name)),
  );
  return hasFields && !supports.includes('custom-fields')
    ? { ...type, supports: [...supports, 'custom-fields'] }
    : type;
}

/** The fields of groups, for everything that may have some. */
function groupFields(
  content: ContentModel,
  groups: readonly StoredAcfGroup[],
  skipped: (why: string) => void,
): readonly FieldSet[] {
  const names = shownNames(content);
  const owners: readonly AcfOwner[] = [
    ...names.types.map((subtype) => ({ object: 'post' as const, subtype })),
    ...names.taxonomies.map((subtype) => ({ object: 'term' as const, subtype })),
    { object: 'user', subtype: 'user' },
    { object: 'comment', subtype: 'comment' },
  ];
  return acfFieldSets(owners, { ...names, groups, skipped });
}
