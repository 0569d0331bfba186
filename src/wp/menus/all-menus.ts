import type { RouteModule } from '../../api/routing/registry.ts';
import { menuItems } from './items/item-routes.ts';
import type { MenuContext } from './menu-context.ts';
import { menuPlaces } from './menu-places.ts';
import { menus } from './menu-routes.ts';

/** Menus, their items and their places: part of the extended interface. */
export function menuModules(context: MenuContext): RouteModule[] {
  return [menuItems(context), menus(context), menuPlaces(context)];
}
