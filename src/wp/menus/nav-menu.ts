import type { Call } from '../../api/call.ts';
import { thingsOf } from '../../rules/capabilities.ts';
import { postTypeFrom } from '../../rules/content/post-type-declaration.ts';
import { taxonomyFrom } from '../../rules/content/taxonomy-declaration.ts';
import { isShownType, type PostType, type ShownPostType } from '../../rules/post-types.ts';
import type { ShownTaxonomy, TaxonomyType } from '../../rules/taxonomies.ts';

/** The capability to make and change menus. */
export const menuCapability = 'edit_theme_options';

const all = { manage: menuCapability, edit: menuCapability, delete: menuCapability, assign: menuCapability };

/** Menus are terms; the extended interface shows their taxonomy. */
export const navMenu: ShownTaxonomy = {
  ...taxonomyFrom({
    name: 'nav_menu',
    labels: { name: 'Menus', singular_name: 'Menu' },
    postTypes: ['nav_menu_item'],
    capabilities: all,
    showCloud: false,
  }),
  restBase: 'menus',
};

/** The entries of menus are rows of this type; the extended interface shows it. */
export const navMenuItem: ShownPostType = {
  ...postTypeFrom({
    name: 'nav_menu_item',
    labels: { name: 'Menu items', singular_name: 'Menu item' },
    public: false,
    taxonomies: ['nav_menu'],
    capabilityType: ['theme_option', 'theme_options'],
  }),
  restBase: 'menu-items',
};

/** Menus are for those who write something on the site, and for those who make them. */
export function mayViewMenus(types: readonly PostType[], { caller }: Pick<Call, 'caller'>): boolean {
  const writes = types.filter(isShownType).some((type) => caller.can(`edit_${thingsOf(type)}`));
  return writes || caller.can(menuCapability);
}

/** The types of the site, with the one of menu items shown. */
export const withMenuItems = (types: readonly PostType[]): readonly PostType[] =>
  types.map((type) => (type.name === navMenuItem.name ? navMenuItem : type));

/** The taxonomies of the site, with the one of menus shown. */
export const withMenus = (taxonomies: readonly TaxonomyType[]): readonly TaxonomyType[] =>
  taxonomies.map((taxonomy) => (taxonomy.name === navMenu.name ? navMenu : taxonomy));
