import { refuseParams } from '../../api/arguments.ts';
import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import { pagingReply } from '../../api/resource/list-page.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { type Route, route, writing } from '../../api/routing/route.ts';
import { errors } from '../../lib/errors.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { type Members, s } from '../../lib/schema/schema.ts';
import type { Term } from '../../storage/rows.ts';
import { knownTerm } from '../terms/term-permissions.ts';
import { itemResource } from './item-resource.ts';
import { loadTargets } from './item-targets.ts';
import { itemTypes } from './item-values.ts';
import { itemsOfMenu, storedMenu } from './menu-items.ts';
import { allPlaces, readAutoAdded } from './menu-locations.ts';
import { menuResource, refusePlaces } from './menu-resource.ts';
import { type MenuContext, menuCapability, navMenu } from './nav-menu.ts';
import { itemsArgument, planItems, readItems } from './save-items.ts';
import { removeMenu, writeMenu } from './write-menu.ts';

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
        per_page: s.integer({ description: 'Menus per page.', minimum: 1, maximum: 100, default: 100 }),
      },
      permit,
      response: { schema: json.listOf(menuFactsSchema) },
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
      response: { schema: json.listOf(placeSchema) },
      shareable: false,
      handle: async (_input, call) => reply(await allPlaces(context, call)),
    }),
    route({
      method: 'GET',
      path: one,
      summary: 'Show a menu with all of its items.',
      permit: permitOne,
      item: ({ id }) => storedMenu(id),
      response: { schema: wholeMenuSchema },
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
      response: { schema: wholeMenuSchema, status: 201 },
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
      response: { schema: wholeMenuSchema },
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
      response: { schema: json.object({ deleted: json.words(true), previous: wholeMenuSchema }) },
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

export const placeSchema = json.object({ name: json.string, description: json.string, menu: json.integer });

const facts = {
  id: json.integer,
  name: json.string,
  slug: json.string,
  description: json.string,
  // How many items it has.
  count: json.integer,
  locations: json.listOf(json.string),
  auto_add: json.boolean,
};

export const menuFactsSchema = json.object(facts);

const itemSchema = json.object({
  id: json.integer,
  // How deep it stands: 0 at the top, else below the nearest item before it with a smaller level.
  level: json.integer,
  // Its own label; empty where it shows that of what it leads to.
  title: json.string,
  target_title: json.string,
  type: json.words(...itemTypes),
  type_label: json.string,
  object: json.string,
  object_id: json.integer,
  url: json.string,
  attr_title: json.string,
  description: json.string,
  target: json.string,
  classes: json.listOf(json.string),
  xfn: json.listOf(json.string),
  status: json.string,
  // Whether what it leads to is gone.
  invalid: json.boolean,
});

export const wholeMenuSchema = json.object({ ...facts, items: json.listOf(itemSchema) });

/** Menus without their items. */
export async function menuFacts(menus: readonly Term[], context: MenuContext, call: Call) {
  const factsOf = await menuReader(context, call);
  return menus.map(factsOf);
}

async function menuReader(context: MenuContext, call: Call) {
  const [places, added] = await Promise.all([allPlaces(context, call), readAutoAdded(call.store)]);
  return ({ id, name, slug, description, count }: Term) => ({
    id,
    name,
    slug,
    description,
    count,
    locations: places.filter((place) => place.menu === id).map((place) => place.name),
    auto_add: added.has(id),
  });
}

/** A menu with all of its items, in a fixed number of queries. */
export async function wholeMenu(menu: Term, context: MenuContext, call: Call) {
  const rows = await itemsOfMenu(call.store, menu.id);
  const targets = await loadTargets(
    rows.map(({ values }) => values),
    context,
    call,
  );
  const items = rows.map(({ post, values, level }, i) => ({
    id: post.id,
    level,
    title: post.title,
    target_title: targets[i]?.title ?? '',
    type: values.type,
    type_label: targets[i]?.label ?? '',
    object: values.object,
    object_id: values.objectId,
    url: targets[i]?.url ?? '',
    attr_title: post.excerpt,
    description: post.content,
    target: values.target,
    // Stored lists without members have one that is empty.
    classes: values.classes.filter((name) => name !== ''),
    xfn: values.relations.filter((name) => name !== ''),
    status: post.status,
    invalid: targets[i]?.isInvalid ?? true,
  }));
  const factsOf = await menuReader(context, call);
  return { ...factsOf(menu), count: items.length, items };
}
