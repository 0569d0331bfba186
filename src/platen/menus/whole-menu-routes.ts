import { refuseParams } from '../../api/arguments.ts';
import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import { pagingReply } from '../../api/resource/paging.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { type Route, route, writing } from '../../api/routing/route.ts';
import { errors } from '../../errors.ts';
import { json } from '../../schema/json-schema.ts';
import { type Members, s } from '../../schema/schema.ts';
import type { Term } from '../../storage/rows.ts';
import { itemResource } from '../../wp/menus/items/item-resource.ts';
import type { MenuContext } from '../../wp/menus/menu-context.ts';
import { removeMenu, writeMenu } from '../../wp/menus/menu-operations.ts';
import { allPlaces } from '../../wp/menus/menu-places.ts';
import { menuResource, refusePlaces } from '../../wp/menus/menu-resource.ts';
import { menuCapability, navMenu } from '../../wp/menus/nav-menu.ts';
import { storedMenu } from '../../wp/menus/whole/items-of-menu.ts';
import { planItems } from '../../wp/menus/whole/save-items.ts';
import { itemsArgument, readItems } from '../../wp/menus/whole/sent-items.ts';
import { knownTerm } from '../../wp/terms/term-permissions.ts';
import { menuFacts, menuFactsSchema, placeSchema, wholeMenu, wholeMenuSchema } from './whole-menu.ts';

const path = '/platen/v1/menus';
const one = `${path}/{id:digits}` as const;

/** `platen/v1/menus`: each menu with all of its items, read and saved as one. */
export function wholeMenus(context: MenuContext): RouteModule {
  return { routes: [...readRoutes(context), ...writeRoutes(context)] };
}

function readRoutes(context: MenuContext): Route[] {
  return [
    route({
      method: 'GET',
      path,
      summary: 'List menus.',
      args: {
        page: s.integer({ description: 'Page of the list.', minimum: 1, default: 1 }),
        per_page: s.integer({ description: 'How many menus a page holds.', minimum: 1, maximum: 100, default: 100 }),
      },
      permit,
      answers: { schema: json.listOf(menuFactsSchema) },
      shareable: false,
      handle: async (input, call) => {
        const { page, per_page: perPage } = input;
        const filter = { taxonomy: navMenu.name };
        const total = await call.store.terms.count(filter);
        const window = { limit: perPage, offset: (page - 1) * perPage };
        const menus = await call.store.terms.find(filter, { by: 'name', direction: 'asc' }, window);
        const paging = pagingReply({ total, perPage, page, path, input }, call);
        return reply(await menuFacts(menus, context, call), paging);
      },
    }),
    route({
      method: 'GET',
      path: `${path}/locations`,
      summary: 'List the places of the site where a menu can be shown.',
      permit,
      answers: { schema: json.listOf(placeSchema) },
      shareable: false,
      handle: async (_input, call) => reply(await allPlaces(context, call)),
    }),
    route({
      method: 'GET',
      path: one,
      summary: 'Show a menu with all of its items.',
      permit: permitOne,
      item: ({ id }) => storedMenu(id),
      answers: { schema: wholeMenuSchema },
      shareable: false,
      handle: async ({ id }, call) => reply(await wholeMenu(await menuAt(id, call), context, call)),
    }),
  ];
}

function writeRoutes(context: MenuContext): Route[] {
  const menu = menuResource(context);
  const items = itemResource(context);
  const { name, description, locations, auto_add } = menu.arguments.update;
  const args = { name, description, locations, auto_add, items: itemsArgument };
  const draftOf = async ({ items: sent, ...own }: { readonly items?: readonly Members[] | undefined }, call: Call) => {
    const draft = await menu.draft(own, call);
    refuseParams(refusePlaces(draft.places, await allPlaces(context, call)), call);
    return sent ? { ...draft, items: await planItems(await readItems(sent, items, call), context, call) } : draft;
  };
  return [
    route({
      method: 'POST',
      path,
      summary: 'Make a menu, with its items if they are sent.',
      args: { ...args, name: menu.arguments.create.name },
      permit,
      answers: { schema: wholeMenuSchema, status: 201 },
      undoable: true,
      handle: async (input, call) => {
        const made = await writeMenu(null, await draftOf(input, call), context, call);
        const headers = { Location: `${call.site.apiUrl}${path}/${made.id}` };
        return reply(await wholeMenu(made, context, call), { status: 201, headers });
      },
    }),
    route({
      method: writing,
      path: one,
      summary: 'Save a menu. Items that are sent replace all of its items at once.',
      args,
      permit: permitOne,
      item: ({ id }) => storedMenu(id),
      answers: { schema: wholeMenuSchema },
      undoable: true,
      handle: async ({ id, ...input }, call) => {
        const before = await menuAt(id, call);
        const saved = await writeMenu(before, await draftOf(input, call), context, call);
        return reply(await wholeMenu(saved, context, call));
      },
    }),
    route({
      method: 'DELETE',
      path: one,
      summary: 'Remove a menu with its items; the answer holds it, so that it can be made again.',
      permit: permitOne,
      item: ({ id }) => storedMenu(id),
      answers: { schema: json.object({ deleted: json.words(true), previous: wholeMenuSchema }) },
      undoable: true,
      handle: async ({ id }, call) => {
        const before = await menuAt(id, call);
        const previous = await wholeMenu(before, context, call);
        await removeMenu(before, context, call);
        return reply({ deleted: true, previous });
      },
    }),
  ];
}

function permit(_input: unknown, { caller }: Call): void {
  if (!caller.can(menuCapability)) throw errors.rest_forbidden();
}

async function permitOne({ id }: { readonly id?: number }, call: Call): Promise<void> {
  permit({}, call);
  await menuAt(id ?? 0, call);
}

const menuAt = (id: number, call: Call): Promise<Term> => knownTerm(navMenu, id, call);
