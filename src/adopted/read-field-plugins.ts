import { readStoredValue } from '../media/stored-metadata.ts';
import type { ContentDeclarations } from '../rules/content/read-declarations.ts';
import { everything } from '../rules/visibility.ts';
import type { Post } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { acfPostType, acfTaxonomy } from './acf-declarations.ts';
import { acfMeta } from './acf-meta.ts';
import { cptuiPostTypes, cptuiTaxonomies } from './cptui-declarations.ts';
import { settingsIn } from './stored-settings.ts';
import { usableDeclarations } from './usable-declarations.ts';

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
  const stored: Required<ContentDeclarations> = {
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
