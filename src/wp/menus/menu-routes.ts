import { refuseParams } from '../../api/arguments.ts';
import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import { contextArgument } from '../../api/resource/context.ts';
import { presentBare, presentItem } from '../../api/resource/present.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { created, type Route, route, writing } from '../../api/routing/route.ts';
import { s } from '../../lib/schema/schema.ts';
import { storedTerm } from '../context/stored-items.ts';
import { termErrors } from '../terms/term-errors.ts';
import { termListArguments } from '../terms/term-list.ts';
import { knownTerm } from '../terms/term-permissions.ts';
import { termEmbedders } from '../terms/term-resource.ts';
import { listTerms } from '../terms/term-routes.ts';
import { menuItems } from './item-routes.ts';
import { allPlaces, menuPlaces } from './menu-locations.ts';
import { type MenuDraft, type MenuResource, menuResource, refusePlaces } from './menu-resource.ts';
import { type MenuContext, mayViewMenus, menuCapability, menuErrors, navMenu, navMenuItem } from './nav-menu.ts';
import { removeMenu, writeMenu } from './write-menu.ts';

/** Menus, their items and their places: routes that came later. */
export function menuModules(context: MenuContext): RouteModule[] {
  return [menuItems(context), menus(context), menuPlaces(context)];
}

const path = '/wp/v2/menus';
const item = `${path}/{id:int}` as const;

/** `/wp/v2/menus`. */
export function menus(context: MenuContext): RouteModule {
  const resource = menuResource(context);
  return {
    routes: [...readRoutes(resource, context), ...writeRoutes(resource, context)],
    embedders: termEmbedders(navMenu, resource),
  };
}

function readRoutes(resource: MenuResource, context: MenuContext): Route[] {
  const mayView = (shown: string | undefined, call: Call): void => {
    if (shown === 'edit' && !call.caller.can(menuCapability)) throw termErrors.rest_forbidden_context();
    if (!mayViewMenus(context.types, call)) throw menuErrors.rest_cannot_view();
  };
  return [
    route({
      method: 'GET',
      path,
      summary: 'List menus.',
      args: termListArguments(navMenu, context.variant),
      batched: true,
      permit: async ({ context: shown, post: id }, call) => {
        mayView(shown, call);
        if (id) await holdsMenus(id, call);
      },
      handle: (input, call) => listTerms(navMenu, resource, input, context.variant, call),
      resource: resource,
    }),
    route({
      method: 'GET',
      path: item,
      summary: 'Show a menu.',
      args: { context: contextArgument },
      batched: true,
      permit: async ({ id, context: shown }, call) => {
        await knownTerm(navMenu, id, call);
        mayView(shown, call);
      },
      item: ({ id }, call) => storedTerm(id, navMenu.name, () => knownTerm(navMenu, id, call)),
      handle: async (input, call) =>
        reply(await presentItem(resource, await knownTerm(navMenu, input.id, call), call, input.context)),
      resource: resource,
    }),
  ];
}

async function holdsMenus(id: number, call: Call): Promise<void> {
  const post = await call.once(`post ${id}`, () => call.store.posts.byId(id));
  if (!post) throw termErrors.rest_post_invalid_id();
  if (post.type !== navMenuItem.name) throw termErrors.rest_forbidden_context();
}

function writeRoutes(resource: MenuResource, context: MenuContext): Route[] {
  const draftOf = async (input: Readonly<Record<string, unknown>>, call: Call): Promise<MenuDraft> => {
    const draft = await resource.draft(input, call);
    refuseParams(refusePlaces(draft.places, await allPlaces(context, call)), call);
    return draft;
  };
  return [
    route({
      method: 'POST',
      path,
      summary: 'Make a menu.',
      response: created,
      args: resource.arguments.create,
      batched: true,
      permit: (_input, { caller }) => {
        if (!caller.can(menuCapability)) throw termErrors.rest_cannot_create();
      },
      handle: async (input, call) => {
        const menu = await writeMenu(null, await draftOf(input, call), context, call);
        const headers = { Location: `${call.site.apiUrl}${path}/${menu.id}` };
        return reply(await presentItem(resource, menu, call, 'view'), { status: 201, headers });
      },
    }),
    route({
      method: writing,
      path: item,
      summary: 'Change a menu.',
      args: resource.arguments.update,
      batched: true,
      permit: async ({ id }, call) => {
        await knownTerm(navMenu, id, call);
        if (!call.caller.can(menuCapability)) throw termErrors.rest_cannot_update();
      },
      item: ({ id }) => storedTerm(id, navMenu.name),
      handle: async (input, call) => {
        const before = await knownTerm(navMenu, input.id, call);
        const menu = await writeMenu(before, await draftOf(input, call), context, call);
        return reply(await presentItem(resource, menu, call, 'view'));
      },
    }),
    route({
      method: 'DELETE',
      path: item,
      summary: 'Remove a menu with its items.',
      args: { force: s.boolean({ description: 'Must be true: menus have no trash.', default: false }) },
      batched: true,
      permit: async ({ id }, call) => {
        await knownTerm(navMenu, id, call);
        if (!call.caller.can(menuCapability)) throw termErrors.rest_cannot_delete();
      },
      item: ({ id }) => storedTerm(id, navMenu.name),
      handle: async (input, call) => {
        const menu = await knownTerm(navMenu, input.id, call);
        if (!input.force) throw menuErrors.rest_trash_not_supported();
        const [previous] = await presentBare(resource, [menu], call, 'view');
        await removeMenu(menu, context, call);
        return reply({ deleted: true, previous });
      },
    }),
  ];
}
