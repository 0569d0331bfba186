import { readStoredValue } from '../media/attachment-metadata.ts';
import { DeclarationError } from '../rules/content/check-declaration.ts';
import { contentModel } from '../rules/content/content-model.ts';
import type { PostTypeDeclaration } from '../rules/content/post-type-declaration.ts';
import { type ContentDeclarations, readDeclarations } from '../rules/content/read-declarations.ts';
import type { TaxonomyDeclaration } from '../rules/content/taxonomy-declaration.ts';
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

type Stored = Required<Omit<ContentDeclarations, 'fieldSets'>>;

/**
 * The stored declarations that can be used: each must fit to what is declared and to those before it.
 *
 * @param skipped called with a sentence for each of the others
 */
export function usableDeclarations(
  stored: Stored,
  declared: readonly ContentDeclarations[],
  skipped: (why: string) => void,
): ContentDeclarations {
  const fits = (all: Stored): boolean => {
    try {
      contentModel([...declared, readDeclarations({ ...all })]);
      return true;
    } catch (error) {
      if (!(error instanceof DeclarationError)) throw error;
      skipped(error.message);
      return false;
    }
  };
  let kept: Stored = { postTypes: [], taxonomies: [], meta: [] };
  const keep = (more: Stored): void => {
    if (fits(more)) kept = more;
  };
  for (const type of stored.postTypes) keep({ ...kept, postTypes: [...kept.postTypes, alone(type, stored)] });
  const types = new Set(contentModel([...declared, kept]).types.map(({ name }) => name));
  for (const taxonomy of stored.taxonomies)
    keep({ ...kept, taxonomies: [...kept.taxonomies, joined(taxonomy, stored, types)] });
  for (const meta of stored.meta) keep({ ...kept, meta: [...kept.meta, meta] });
  return kept;
}

/** A type without the stored taxonomies, which name it themselves later, and with a place for its fields. */
function alone(type: PostTypeDeclaration, { taxonomies, meta }: Stored): PostTypeDeclaration {
  const { supports = [], taxonomies: named = [] } = type;
  const hasFields = meta.some(({ object, subtype }) => object === 'post' && subtype === type.name);
  return {
    ...type,
    supports: hasFields && !supports.includes('custom-fields') ? [...supports, 'custom-fields'] : supports,
    taxonomies: named.filter((name) => !taxonomies.some((taxonomy) => taxonomy.name === name)),
  };
}

/** A taxonomy with all types that belong to it, as far as there are such types. */
function joined(taxonomy: TaxonomyDeclaration, { postTypes }: Stored, known: ReadonlySet<string>): TaxonomyDeclaration {
  const naming = postTypes.filter((type) => type.taxonomies?.includes(taxonomy.name)).map((type) => type.name);
  const wanted = new Set([...(taxonomy.postTypes ?? []), ...naming]);
  return { ...taxonomy, postTypes: [...wanted].filter((name) => known.has(name)) };
}
