import type { PostTypeDeclaration } from '../rules/content/post-type-declaration.ts';
import type { TaxonomyDeclaration } from '../rules/content/taxonomy-declaration.ts';
import { isSupport } from '../rules/post-types.ts';
import { isOn, labelsIn, type StoredSettings, settingsIn, settingText, textsIn } from './stored-settings.ts';

/** The type that the content of an `acf-post-type` describes; null where the interface may not show it. */
export function acfPostType(settings: StoredSettings): PostTypeDeclaration | null {
  if (!isOn(settings, 'show_in_rest')) return null;
  const one = settingText(settings, 'singular_capability_name');
  const many = settingText(settings, 'plural_capability_name');
  const hasOwn = isOn(settings, 'rename_capabilities') && one !== '' && many !== '';
  return {
    ...common(settings, settingText(settings, 'post_type')),
    public: isOn(settings, 'public', true),
    supports: textsIn(settings, 'supports').filter(isSupport),
    taxonomies: textsIn(settings, 'taxonomies'),
    hasArchive: isOn(settings, 'has_archive') && (settingText(settings, 'has_archive_slug') || true),
    // Roles have these capabilities in the database.
    ...(hasOwn ? { capabilityType: [one, many], roles: {} } : {}),
  };
}

/** The taxonomy that the content of an `acf-taxonomy` describes; null where the interface may not show it. */
export function acfTaxonomy(settings: StoredSettings): TaxonomyDeclaration | null {
  if (!isOn(settings, 'show_in_rest')) return null;
  return {
    ...common(settings, settingText(settings, 'taxonomy')),
    postTypes: textsIn(settings, 'object_type'),
    nestedLinks: isOn(settingsIn(settings['rewrite']), 'rewrite_hierarchical'),
  };
}

function common(settings: StoredSettings, name: string) {
  const labels = labelsIn(settings);
  const many = labels['name'] ?? name;
  const rewrite = settingsIn(settings['rewrite']);
  return {
    name,
    restBase: settingText(settings, 'rest_base') || name,
    labels: { ...labels, name: many, singular_name: labels['singular_name'] ?? many },
    description: settingText(settings, 'description'),
    hierarchical: isOn(settings, 'hierarchical'),
    slug: settingText(rewrite, 'slug') || name,
    withFront: isOn(rewrite, 'with_front', true),
  };
}
