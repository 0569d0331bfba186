import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import { contextArgument } from '../../api/resource/context.ts';
import { fieldsOf } from '../../api/resource/field.ts';
import type { Embedder } from '../../api/resource/link.ts';
import { linksOf } from '../../api/resource/link.ts';
import { presentEmbedded, presentItem } from '../../api/resource/present.ts';
import { defineResource } from '../../api/resource/resource.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { inCurrentForm, route } from '../../api/routing/route.ts';
import { s } from '../../schema/schema.ts';
import type { MenuContext } from './menu-context.ts';
import { menuErrors } from './menu-errors.ts';
import { readPlaces } from './menu-settings.ts';
import { menuCapability } from './nav-menu.ts';

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
    routes: inCurrentForm([
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
        shows: placeResource,
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
        shows: placeResource,
      }),
    ]),
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
      schema: s.string({ description: 'Name of the place.' }),
      contexts: everywhere,
      readonly: true,
      read: (place) => place.name,
    }),
    description: field({
      schema: s.string({ description: 'What the place is for.' }),
      contexts: everywhere,
      readonly: true,
      read: (place) => place.description,
    }),
    menu: field({
      schema: s.integer({ description: 'Number of the menu there, 0 for none.' }),
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
