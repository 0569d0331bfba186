import { readStoredValue } from '../media/attachment-metadata.ts';
import { DeclarationError } from '../rules/content/check-declaration.ts';
import { contentModel } from '../rules/content/content-model.ts';
import type { BuiltInContent } from '../rules/content/core-content-types.ts';
import type { PostTypeDeclaration } from '../rules/content/post-type-declaration.ts';
import { type ContentDeclarations, readDeclarations } from '../rules/content/read-declarations.ts';
import type { TaxonomyDeclaration } from '../rules/content/taxonomy-declaration.ts';
import type { FieldTable } from '../rules/fields/field-declaration.ts';
import { everything } from '../rules/visibility.ts';
import type { Post } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import {
  acfMeta,
  acfPostType,
  acfTaxonomy,
  cptuiPostTypes,
  cptuiTaxonomies,
  settingsIn,
} from './plugin-declarations.ts';

const most = 5000;
const acfTypes = ['acf-post-type', 'acf-taxonomy', 'acf-field-group', 'acf-field'] as const;

/**
 * Types, taxonomies and meta keys that Custom Post Type UI and Advanced Custom Fields store in an adopted database, as
 * far as their owner has opened them to the interface. What cannot be used, or is declared already, is left out.
 *
 * @param declared what is declared elsewhere and wins
 * @param skipped called with a sentence for everything that is left out
 */
export async function readFieldPlugins(
  store: Store,
  declared: readonly ContentDeclarations[],
  skipped: (why: string) => void,
): Promise<ContentDeclarations> {
  const acf = await acfRows(store);
  const option = async (name: string) => readStoredValue(await store.options.get(name));
  const stored: Stored = {
    postTypes: [
      ...cptuiPostTypes(await option('cptui_post_types')),
      ...settingsOf(acf['acf-post-type']).flatMap((settings) => acfPostType(settings) ?? []),
    ],
    taxonomies: [
      ...cptuiTaxonomies(await option('cptui_taxonomies')),
      ...settingsOf(acf['acf-taxonomy']).flatMap((settings) => acfTaxonomy(settings) ?? []),
    ],
    meta: acf['acf-field-group'].flatMap((group) =>
      acfMeta(
        settingsIn(readStoredValue(group.content)),
        acf['acf-field']
          .filter((field) => field.parentId === group.id)
          .map((field) => ({
            name: field.excerpt,
            label: field.title,
            settings: settingsIn(readStoredValue(field.content)),
          })),
      ),
    ),
  };
  return usableDeclarations(stored, declared, skipped);
}

type AcfRows = Record<(typeof acfTypes)[number], Post[]>;

async function acfRows(store: Store): Promise<AcfRows> {
  const rows = await store.posts.find(
    { types: acfTypes, visibility: everything, statuses: ['publish'] },
    { by: 'id', direction: 'asc' },
    { limit: most, offset: 0 },
  );
  const of = (type: string) => rows.filter((row) => row.type === type);
  return {
    'acf-post-type': of('acf-post-type'),
    'acf-taxonomy': of('acf-taxonomy'),
    'acf-field-group': of('acf-field-group'),
    'acf-field': of('acf-field'),
  };
}

const settingsOf = (rows: readonly Post[]) => rows.map((row) => settingsIn(readStoredValue(row.content)));

type Stored = Required<Omit<ContentDeclarations, 'fieldSets'>> & Pick<ContentDeclarations, 'fieldSets'>;

/**
 * The stored declarations that can be used: each must fit to what is declared and to those before it. Fields are added
 * when all types and taxonomies are there that they may lead to.
 *
 * @param skipped called with a sentence for each of the others
 * @param builtIn what the variant adds to what is built in
 */
export function usableDeclarations(
  stored: Stored,
  declared: readonly ContentDeclarations[],
  skipped: (why: string) => void,
  builtIn: BuiltInContent = {},
): ContentDeclarations {
  let kept: Required<ContentDeclarations> = { postTypes: [], taxonomies: [], meta: [], fieldSets: [] };
  const keep = (more: Required<ContentDeclarations>, tell = skipped): boolean => {
    try {
      contentModel([...declared, readDeclarations({ ...more })], builtIn);
      kept = more;
      return true;
    } catch (error) {
      if (!(error instanceof DeclarationError)) throw error;
      tell(error.message);
      return false;
    }
  };
  /** All fields at once, since they may depend on each other; else each that fits to those before it. */
  const keepFields = (fields: FieldTable, having: (fields: FieldTable) => Required<ContentDeclarations>): void => {
    if (keep(having(fields), () => {})) return;
    let fitting: FieldTable = {};
    for (const [name, field] of Object.entries(fields)) {
      const more = { ...fitting, [name]: field };
      if (keep(having(more))) fitting = more;
    }
  };
  for (const type of stored.postTypes) keep({ ...kept, postTypes: [...kept.postTypes, alone(type, stored)] });
  const types = new Set(contentModel([...declared, kept], builtIn).types.map(({ name }) => name));
  for (const taxonomy of stored.taxonomies)
    keep({ ...kept, taxonomies: [...kept.taxonomies, joined(taxonomy, stored, types)] });
  for (const { name } of kept.postTypes)
    keepFields(fieldsOf(name, stored.postTypes), (fields) => ({
      ...kept,
      postTypes: kept.postTypes.map((one) => (one.name === name ? withFields(one, fields) : one)),
    }));
  for (const { name } of kept.taxonomies)
    keepFields(fieldsOf(name, stored.taxonomies), (fields) => ({
      ...kept,
      taxonomies: kept.taxonomies.map((one) => (one.name === name ? withFields(one, fields) : one)),
    }));
  for (const meta of stored.meta) keep({ ...kept, meta: [...kept.meta, meta] });
  for (const set of stored.fieldSets ?? []) {
    const others = kept.fieldSets;
    keepFields(set.fields, (fields) => ({ ...kept, fieldSets: [...others, { ...set, fields }] }));
  }
  return kept;
}

interface WithFields {
  readonly name: string;
  readonly fields?: FieldTable;
}

const fieldsOf = (name: string, owners: readonly WithFields[]): FieldTable =>
  owners.find((owner) => owner.name === name)?.fields ?? {};

const withFields = <Owner extends WithFields>(owner: Owner, fields: FieldTable): Owner =>
  Object.keys(fields).length > 0 ? { ...owner, fields } : owner;

/** A type without its fields and the stored taxonomies, which follow later, and with a place for its fields. */
function alone({ fields: _later, ...type }: PostTypeDeclaration, { taxonomies, meta }: Stored): PostTypeDeclaration {
  const { supports = [], taxonomies: named = [] } = type;
  const hasFields = meta.some(({ object, subtype }) => object === 'post' && subtype === type.name);
  return {
    ...type,
    ...(hasFields && !supports.includes('custom-fields') ? { supports: [...supports, 'custom-fields'] } : {}),
    taxonomies: named.filter((name) => !taxonomies.some((taxonomy) => taxonomy.name === name)),
  };
}

/** A taxonomy without its fields and with all types that belong to it, as far as there are such types. */
function joined(
  { fields: _later, ...taxonomy }: TaxonomyDeclaration,
  { postTypes }: Stored,
  known: ReadonlySet<string>,
): TaxonomyDeclaration {
  const naming = postTypes.filter((type) => type.taxonomies?.includes(taxonomy.name)).map((type) => type.name);
  const wanted = new Set([...(taxonomy.postTypes ?? []), ...naming]);
  return { ...taxonomy, postTypes: [...wanted].filter((name) => known.has(name)) };
}
