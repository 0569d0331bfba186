import type { WxrItem } from '../wxr/wxr-parts.ts';

const menuItemType = 'nav_menu_item';
const menuTaxonomy = 'nav_menu';

/** The meta key that names the menu item above. */
export const menuParentKey = '_menu_item_menu_item_parent';

/** The slug of the menu that a menu item is in, empty where it is in none; null for other items. */
export function menuOf(item: WxrItem): string | null {
  if (item.type !== menuItemType) return null;
  return item.terms.find(({ taxonomy }) => taxonomy === menuTaxonomy)?.slug ?? '';
}

/** The menu items of a file, by menu: in two menus, one old id may stand for two items. */
export class MenuItems {
  readonly #ids = new Map<string, number>();
  readonly #taken = new Set<number>();

  set(item: WxrItem, id: number): void {
    const menu = menuOf(item);
    if (menu === null) return;
    this.#ids.set(`${menu} ${item.id}`, id);
    this.#taken.add(id);
  }

  /** The id here of a menu item in this menu. */
  get(menu: string, oldId: number): number | undefined {
    return this.#ids.get(`${menu} ${oldId}`);
  }

  /** Whether a row here is a menu item of the file already. */
  has(id: number): boolean {
    return this.#taken.has(id);
  }
}
