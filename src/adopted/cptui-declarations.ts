import type { PostTypeDeclaration } from '../rules/content/post-type-declaration.ts';
import type { TaxonomyDeclaration } from '../rules/content/taxonomy-declaration.ts';
import { isSupport } from '../rules/post-types.ts';
import { isOn, labelsIn, type StoredSettings, settingsIn, settingText, textsIn } from './stored-settings.ts';

/** The types of the option `cptui_post_types` that the interface may show. */
export function cptuiPostTypes(stored: unknown): PostTypeDeclaration[] {
  return shown(stored).map((settings) => {
    const supports = textsIn(settings, 'supports').filter(isSupport);
    return {
      ...common(settings),
      public: isOn(settings, 'public', true),
      supports,
      taxonomies: textsIn(settings, 'taxonomies'),
      hasArchive: isOn(settings, 'has_archive') && (settingText(settings, 'has_archive_string') || true),
      ...capabilityType(settingText(settings, 'capability_type')),
    };
  });
}

/** The taxonomies of the option `cptui_taxonomies` that the interface may show. */
export function cptuiTaxonomies(stored: unknown): TaxonomyDeclaration[] {
  return shown(stored).map((settings) => ({
    ...common(settings),
    postTypes: textsIn(settings, 'object_types'),
    nestedLinks: isOn(settings, 'rewrite_hierarchical'),
  }));
}

const shown = (stored: unknown): StoredSettings[] =>
  Object.values(settingsIn(stored))
    .map(settingsIn)
    .filter((settings) => isOn(settings, 'show_in_rest'));

function common(settings: StoredSettings) {
  const name = settingText(settings, 'name');
  const many = settingText(settings, 'label') || name;
  return {
    name,
    restBase: settingText(settings, 'rest_base') || name,
    labels: { ...labelsIn(settings), name: many, singular_name: settingText(settings, 'singular_label') || many },
    description: settingText(settings, 'description'),
    hierarchical: isOn(settings, 'hierarchical'),
    slug: settingText(settings, 'rewrite_slug') || name,
    withFront: isOn(settings, 'rewrite_withfront', true),
  };
}

/** Stored as one word, or as two that are separated by a comma; roles have these capabilities in the database. */
function capabilityType(text: string): Pick<PostTypeDeclaration, 'capabilityType' | 'roles'> {
  const [one = '', many = ''] = text.split(',').map((word) => word.trim());
  if (one === '' || one === 'post') return {};
  return { capabilityType: many ? [one, many] : one, roles: {} };
}
