import { postTypeFrom } from '../../rules/content/post-type-declaration.ts';
import type { PostType } from '../../rules/post-types.ts';
import type { TaxonomyType } from '../../rules/taxonomies.ts';
import { themeCapability } from './editor-access.ts';

type Described = Pick<PostType, 'restBase'> & Partial<PostType>;

const words = (name: string, one: string) => postTypeFrom({ name: '', labels: { name, singular_name: one } }).labels;

/** Types that the list of types describes although their rows have no collection like those of content. */
const described: Readonly<Record<string, Described>> = {
  nav_menu_item: { restBase: 'menu-items', labels: words('Navigation Menu Items', 'Navigation Menu Item') },
  wp_template: {
    restBase: 'templates',
    description: 'Whole pages of a theme, made of blocks.',
    labels: words('Templates', 'Template'),
    supports: ['title', 'excerpt', 'editor', 'revisions', 'author'],
    hasScreen: true,
  },
  wp_template_part: {
    restBase: 'template-parts',
    description: 'Parts that the templates of a theme share.',
    labels: words('Template Parts', 'Template Part'),
    supports: ['title', 'excerpt', 'editor', 'revisions', 'author'],
    hasScreen: true,
  },
  wp_global_styles: {
    restBase: 'global-styles',
    description: 'Styles that apply to all of the site.',
    labels: words('Global Styles', 'Global Style'),
    supports: ['title', 'editor', 'revisions'],
  },
  wp_font_family: { restBase: 'font-families', labels: words('Font Families', 'Font Family'), supports: ['title'] },
  wp_font_face: {
    restBase: 'font-families/(?P<font_family_id>[\\d]+)/font-faces',
    labels: words('Font Faces', 'Font Face'),
    supports: ['title'],
  },
};

/** The types of the site as editors read about them: those of themes are for whoever may change the theme. */
export function withEditorTypes(types: readonly PostType[]): readonly PostType[] {
  return types.map((type) => {
    const more = described[type.name];
    return more ? { ...type, soleCapability: themeCapability, ...more } : type;
  });
}

/** The taxonomies of the site as editors read about them: menus have screens of their own. */
export function withEditorTaxonomies(taxonomies: readonly TaxonomyType[]): readonly TaxonomyType[] {
  return taxonomies.map((taxonomy) =>
    taxonomy.name === 'nav_menu'
      ? {
          ...taxonomy,
          labels: { ...taxonomy.labels, name: 'Navigation Menus', singular_name: 'Navigation Menu' },
          public: false,
          screens: { own: false, column: false },
        }
      : taxonomy,
  );
}
