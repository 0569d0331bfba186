import type { Call } from '../../api/call.ts';
import { defineErrors } from '../../lib/errors.ts';
import { capabilityTo } from '../../rules/capabilities.ts';
import { postTypeFrom } from '../../rules/content/post-type-declaration.ts';
import { taxonomyFrom } from '../../rules/content/taxonomy-declaration.ts';
import { isShownType, type PostType, type ShownPostType } from '../../rules/post-types.ts';
import type { ShownTaxonomy, TaxonomyType } from '../../rules/taxonomies.ts';
import type { CoreContext } from '../context/core-context.ts';
import type { ContentKinds } from '../posts/content-kind.ts';
import type { ContentDisplay } from '../posts/content-view.ts';

/** The capability to make and change menus. */
export const menuCapability = 'edit_theme_options';

const all = { manage: menuCapability, edit: menuCapability, delete: menuCapability, assign: menuCapability };

/** Menus are terms; the later routes show their taxonomy. */
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

/** The entries of menus are rows of this type; the later routes show it. */
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
  const writes = types.filter(isShownType).some((type) => caller.can(capabilityTo('edit', type)));
  return writes || caller.can(menuCapability);
}

/** The types of the site, with the one of menu items shown. */
export const withMenuItems = (types: readonly PostType[]): readonly PostType[] =>
  types.map((type) => (type.name === navMenuItem.name ? navMenuItem : type));

/** The taxonomies of the site, with the one of menus shown. */
export const withMenus = (taxonomies: readonly TaxonomyType[]): readonly TaxonomyType[] =>
  taxonomies.map((taxonomy) => (taxonomy.name === navMenu.name ? navMenu : taxonomy));

/** The dependencies of menus and their items. */
export interface MenuContext extends CoreContext {
  readonly kinds: ContentKinds;
  readonly display: ContentDisplay;
}

/** The errors of menus, their items and their places. */
export const menuErrors = defineErrors({
  rest_cannot_view: { status: 'denied', message: () => 'You may not see menus.' },
  menu_exists: { status: 400, message: () => 'There is a menu of this name already. Choose another name.' },
  invalid_menu_id: { status: 400, message: () => 'There is no menu with this id.' },
  rest_menu_location_invalid: { status: 404, message: () => 'There is no such place for a menu.' },
  rest_title_required: { status: 400, message: () => 'An item with an address of its own needs a title.' },
  rest_url_required: { status: 400, message: () => 'An item with an address of its own needs the address in url.' },
  rest_post_invalid_type: { status: 400, message: () => 'There is no such type of content.' },
  rest_post_invalid_id: { status: 400, message: () => 'There is nothing with the id in object_id.' },
  rest_term_invalid_id: { status: 400, message: () => 'There is no term with the id in object_id.' },
  rest_trash_not_supported: {
    status: 501,
    message: () => 'Menus and their items have no trash. Send force=true to delete one permanently.',
  },
});
