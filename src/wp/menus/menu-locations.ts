import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import { contextArgument } from '../../api/resource/context.ts';
import { fieldsOf } from '../../api/resource/field.ts';
import { type Embedder, linksOf } from '../../api/resource/links.ts';
import { presentEmbedded, presentItem } from '../../api/resource/present.ts';
import { defineResource } from '../../api/resource/resource.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route } from '../../api/routing/route.ts';
import { s } from '../../lib/schema/schema.ts';
import { decodePhp, encodePhp, type PhpArray } from '../../storage/options/php-serialized.ts';
import { readOption } from '../../storage/options/site-options.ts';
import type { Store } from '../../storage/store.ts';
import { type MenuContext, menuCapability, menuErrors } from './nav-menu.ts';

/** A place of the site where a menu can be shown; `menu` is 0 where there is none. */
export interface MenuPlace {
  readonly name: string;
  readonly description: string;
  readonly menu: number;
}

const path = '/wp/v2/menu-locations';

/** The declared places, and those that the theme of an existing site uses, in a fixed order. */
export async function allPlaces({ menuLocations }: MenuContext, { store, once }: Call): Promise<readonly MenuPlace[]> {
  const used = await once('menu places', () => readPlaces(store));
  const names = new Set([...Object.keys(menuLocations), ...used.keys()]);
  return [...names].map((name) => ({
    name,
    description: menuLocations[name] ?? name,
    menu: used.get(name) ?? 0,
  }));
}

/** The key by which a link to a place embeds it. */
export const placeKey = (places: readonly MenuPlace[], name: string): number =>
  places.findIndex((place) => place.name === name);

/** `/wp/v2/menu-locations`: the places for menus. */
export function menuPlaces(context: MenuContext): RouteModule {
  const permit = (_input: object, { caller }: Call): void => {
    if (!caller.can(menuCapability)) throw menuErrors.rest_cannot_view();
  };
  const embedder: Embedder = async (keys, call) => {
    if (!call.caller.can(menuCapability)) return keys.map(() => menuErrors.rest_cannot_view());
    const places = await allPlaces(context, call);
    const items = await presentEmbedded(placeResource, places, call);
    return keys.map((key) => items[key] ?? menuErrors.rest_menu_location_invalid());
  };
  return {
    routes: [
      route({
        method: 'GET',
        path,
        summary: 'List the places for menus.',
        args: { context: contextArgument },
        permit,
        handle: async ({ context: shown }, call) => {
          const places = await allPlaces(context, call);
          const view = { context: shown, names: null, links: true, embed: false };
          const items = await placeResource.show(places, call, view);
          return reply(Object.fromEntries(places.map(({ name }, i) => [name, items[i]])));
        },
        resource: placeResource,
      }),
      route({
        method: 'GET',
        path: `${path}/{location:word}`,
        summary: 'Show a place for a menu.',
        args: { context: contextArgument },
        permit,
        handle: async ({ location, context: shown }, call) => {
          const place = (await allPlaces(context, call)).find((one) => one.name === location);
          if (!place) throw menuErrors.rest_menu_location_invalid();
          return reply(await presentItem(placeResource, place, call, shown));
        },
        resource: placeResource,
      }),
    ],
    embedders: { 'menu-location': embedder },
  };
}

const field = fieldsOf<MenuPlace>();
const link = linksOf<MenuPlace>();
const everywhere = ['embed', 'view', 'edit'] as const;

const placeResource = defineResource({
  title: 'menu-location',
  fields: {
    name: field({
      schema: s.string({ description: 'Name of the menu location.' }),
      contexts: everywhere,
      readonly: true,
      read: (place) => place.name,
    }),
    description: field({
      schema: s.string({ description: 'Description of the menu location.' }),
      contexts: everywhere,
      readonly: true,
      read: (place) => place.description,
    }),
    menu: field({
      schema: s.integer({ description: 'Id of the menu there, 0 for none.' }),
      contexts: everywhere,
      readonly: true,
      read: (place) => place.menu,
    }),
  },
  links: [
    { rel: 'self', to: ({ name }) => ({ href: `${path}/${name}` }) },
    { rel: 'collection', to: () => ({ href: path }) },
    link({
      rel: 'wp:menu',
      embeds: ['term:nav_menu'],
      to: ({ menu }) =>
        menu > 0 ? { href: `/wp/v2/menus/${menu}`, embed: { from: 'term:nav_menu', key: menu } } : null,
    }),
  ],
  load: (places: readonly MenuPlace[]) => places,
});

const locationsKey = 'nav_menu_locations';
const optionsName = 'nav_menu_options';
const autoAddKey = 'auto_add';

/** The option with the settings of the site's theme; the other system keeps the places of menus there too. */
export async function themeOption(store: Store): Promise<string> {
  return `theme_mods_${await readOption(store, 'stylesheet')}`;
}

/** Place → id of its menu, for the places that have one. */
export async function readPlaces(store: Store): Promise<ReadonlyMap<string, number>> {
  const places = arrayIn(arrayOf(await store.options.get(await themeOption(store))), locationsKey);
  const pairs = [...places].map(([name, menu]) => [String(name), Number(menu) || 0] as const);
  return new Map(pairs.filter(([, menu]) => menu > 0));
}

/** Puts a menu at these places, and takes it away from all others. */
export async function placeMenu(store: Store, menuId: number, names: readonly string[]): Promise<void> {
  await store.options.change(await themeOption(store), (value) => {
    const settings = arrayOf(value);
    const places = arrayIn(settings, locationsKey);
    const others = [...places].filter(([name, menu]) => Number(menu) !== menuId && !names.includes(String(name)));
    if (names.length === 0 && others.length === places.size) return value;
    const changed: PhpArray = new Map([...others, ...names.map((name) => [name, menuId] as const)]);
    return encodePhp(new Map([...settings, [locationsKey, changed]]));
  });
}

/** The menus to which new pages at the top are added. */
export async function readAutoAdded(store: Store): Promise<ReadonlySet<number>> {
  return new Set([...arrayIn(arrayOf(await store.options.get(optionsName)), autoAddKey).values()].map(Number));
}

export function autoAdd(store: Store, menuId: number, isOn: boolean): Promise<void> {
  return store.options.change(optionsName, (value) => {
    const options = arrayOf(value);
    const others = [...arrayIn(options, autoAddKey).values()].map(Number).filter((id) => id !== menuId);
    const ids = isOn ? [...others, menuId] : others;
    if (value === null && ids.length === 0) return value;
    return encodePhp(new Map([...options, [autoAddKey, new Map(ids.map((id, i) => [i, id]))]]));
  });
}

/** A stored array; empty where there is none. Members that this program does not know are kept. */
function arrayOf(value: string | null): PhpArray {
  const decoded = value === null ? null : decodePhp(value);
  return decoded?.ok && decoded.value instanceof Map ? decoded.value : new Map();
}

function arrayIn(array: PhpArray, key: string): PhpArray {
  const member = array.get(key);
  return member instanceof Map ? member : new Map();
}
