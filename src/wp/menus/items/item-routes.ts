import type { Call } from '../../../api/call.ts';
import { reply } from '../../../api/reply.ts';
import { contextArgument } from '../../../api/resource/context.ts';
import { presentBare, presentItem } from '../../../api/resource/present.ts';
import type { RouteModule } from '../../../api/routing/registry.ts';
import { created, inCurrentForm, type Route, route, writing } from '../../../api/routing/route.ts';
import { s } from '../../../schema/schema.ts';
import type { Post } from '../../../storage/rows.ts';
import { contentErrors } from '../../posts/content-errors.ts';
import { hidden, postById, sentId } from '../../posts/content-permissions.ts';
import type { MenuContext } from '../menu-context.ts';
import { menuErrors } from '../menu-errors.ts';
import { mayViewMenus, menuCapability, navMenuItem } from '../nav-menu.ts';
import { itemListArguments, listItems, refuseItemStatuses } from './item-list.ts';
import { type ItemResource, itemResource } from './item-resource.ts';
import { writeItem } from './write-item.ts';

const path = '/wp/v2/menu-items';
const item = `${path}/{id:int}` as const;

/** `/wp/v2/menu-items`: the items of all menus. */
export function menuItems(context: MenuContext): RouteModule {
  const resource = itemResource(context);
  return { routes: inCurrentForm([...readRoutes(resource, context), ...writeRoutes(resource, context)]) };
}

function readRoutes(resource: ItemResource, context: MenuContext): Route[] {
  const mayView = (shown: string | undefined, call: Call): void => {
    if (shown === 'edit' && !call.caller.can(menuCapability)) throw contentErrors.rest_forbidden_context();
    if (!mayViewMenus(context.types, call)) throw menuErrors.rest_cannot_view();
  };
  return [
    route({
      method: 'GET',
      path,
      summary: 'List items of menus.',
      args: itemListArguments(context.variant),
      refuse: refuseItemStatuses,
      batched: true,
      permit: ({ context: shown }, call) => mayView(shown, call),
      handle: (input, call) => listItems(resource, input, call),
      shows: resource,
    }),
    route({
      method: 'GET',
      path: item,
      summary: 'Show an item of a menu.',
      args: { context: contextArgument },
      batched: true,
      permit: async ({ id, context: shown }, call) => {
        const post = await knownItem(id, call);
        mayView(shown, call);
        if (post.status !== 'publish' && !call.caller.can(menuCapability)) throw hidden(call);
      },
      handle: async (input, call) =>
        reply(await presentItem(resource, await knownItem(input.id, call), call, input.context)),
      shows: resource,
    }),
  ];
}

function writeRoutes(resource: ItemResource, context: MenuContext): Route[] {
  return [
    route({
      method: 'POST',
      path,
      summary: 'Make an item of a menu.',
      answers: created,
      args: resource.arguments.create,
      batched: true,
      permit: async (input, call) => {
        if (await sentId(call)) throw contentErrors.rest_post_exists();
        if (!call.caller.can(menuCapability)) throw contentErrors.rest_cannot_create();
        refuseNoMenu(input);
      },
      handle: async (input, call) => {
        const post = await writeItem(null, await resource.draft(input, call), context, call);
        const headers = { Location: `${call.site.apiUrl}${path}/${post.id}` };
        return reply(await presentItem(resource, post, call, 'edit'), { status: 201, headers });
      },
    }),
    route({
      method: writing,
      path: item,
      summary: 'Change an item of a menu.',
      args: resource.arguments.update,
      batched: true,
      permit: async (input, call) => {
        await knownItem(input.id, call);
        if (!call.caller.can(menuCapability)) throw contentErrors.rest_cannot_edit();
        refuseNoMenu(input);
      },
      handle: async (input, call) => {
        const before = await knownItem(input.id, call);
        const post = await writeItem(before, await resource.draft(input, call), context, call);
        return reply(await presentItem(resource, post, call, 'edit'));
      },
    }),
    route({
      method: 'DELETE',
      path: item,
      summary: 'Remove an item of a menu.',
      args: { force: s.boolean({ default: false, description: 'Must be true: items have no trash.' }) },
      batched: true,
      permit: async ({ id }, call) => {
        await knownItem(id, call);
        if (!call.caller.can(menuCapability)) throw contentErrors.rest_cannot_delete();
      },
      handle: async (input, call) => {
        const post = await knownItem(input.id, call);
        if (!input.force) throw menuErrors.rest_trash_not_supported();
        const [previous] = await presentBare(resource, [post], call, 'view');
        await call.store.posts.remove(post.id);
        return reply({ deleted: true, previous });
      },
    }),
  ];
}

/** The item a request is about; loaded once for permission check and handler. */
async function knownItem(id: number | undefined, call: Call): Promise<Post> {
  const post = id === undefined ? null : await postById(id, call);
  if (post?.type !== navMenuItem.name) throw contentErrors.rest_post_invalid_id();
  return post;
}

/** Id 0 is no menu, so nobody may assign it. */
function refuseNoMenu(input: object): void {
  if (Reflect.get(input, 'menus') === 0) throw contentErrors.rest_cannot_assign_term();
}
