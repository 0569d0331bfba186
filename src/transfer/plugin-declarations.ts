import type { PostTypeDeclaration } from '../rules/content/post-type-declaration.ts';
import type { TaxonomyDeclaration } from '../rules/content/taxonomy-declaration.ts';
import { isSupport } from '../rules/post-types.ts';

/** The type that the content of an `acf-post-type` describes; null where the interface may not show it. */
export function acfPostType(settings: StoredSettings): PostTypeDeclaration | null {
  if (!isOn(settings, 'show_in_rest')) return null;
  const one = settingText(settings, 'singular_capability_name');
  const many = settingText(settings, 'plural_capability_name');
  const hasOwn = isOn(settings, 'rename_capabilities') && one !== '' && many !== '';
  return {
    ...acfCommon(settings, settingText(settings, 'post_type')),
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
    ...acfCommon(settings, settingText(settings, 'taxonomy')),
    postTypes: textsIn(settings, 'object_type'),
    nestedLinks: isOn(settingsIn(settings['rewrite']), 'rewrite_hierarchical'),
  };
}

function acfCommon(settings: StoredSettings, name: string) {
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

/** The types of the option `cptui_post_types` that the interface may show. */
export function cptuiPostTypes(stored: unknown): PostTypeDeclaration[] {
  return shown(stored).map((settings) => {
    const supports = textsIn(settings, 'supports').filter(isSupport);
    return {
      ...cptuiCommon(settings),
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
    ...cptuiCommon(settings),
    postTypes: textsIn(settings, 'object_types'),
    nestedLinks: isOn(settings, 'rewrite_hierarchical'),
  }));
}

const shown = (stored: unknown): StoredSettings[] =>
  Object.values(settingsIn(stored))
    .map(settingsIn)
    .filter((settings) => isOn(settings, 'show_in_rest'));

function cptuiCommon(settings: StoredSettings) {
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

/** Settings that a plugin of the other system stored: untrusted, with flags and numbers spelt in several ways. */
export type StoredSettings = Readonly<Record<string, unknown>>;

export function settingsIn(value: unknown): StoredSettings {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export const settingText = (settings: StoredSettings, name: string): string => {
  const value = settings[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
};

/** Flags are stored as booleans, numbers, `1` or `true`. */
export const isOn = (settings: StoredSettings, name: string, otherwise = false): boolean => {
  const value = settings[name];
  if (value === undefined || value === null || value === '') return otherwise;
  return value === true || value === 1 || value === '1' || value === 'true';
};

/** The values of a stored list, whatever its keys. */
export const valuesIn = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : Object.values(settingsIn(value));

export const textsIn = (settings: StoredSettings, name: string): string[] =>
  valuesIn(settings[name]).filter((item) => typeof item === 'string');

/** Labels that are set; a plugin stores all of them, most of them empty. */
export const labelsIn = (settings: StoredSettings): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settingsIn(settings['labels'])).flatMap(([name, text]) =>
      typeof text === 'string' && text !== '' ? [[name, text]] : [],
    ),
  );
