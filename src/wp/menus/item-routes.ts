import type { Call } from '../../api/call.ts';
import { type Reply, reply } from '../../api/reply.ts';
import { contextArgument } from '../../api/resource/context.ts';
import { findPage, listReply } from '../../api/resource/list-page.ts';
import { presentBare, presentItem } from '../../api/resource/present.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { created, type Route, route, writing } from '../../api/routing/route.ts';
import type { Variant } from '../../api/variant.ts';
import { type InputOf, Refusal, s } from '../../lib/schema/schema.ts';
import { everything } from '../../rules/visibility.ts';
import type { Post } from '../../storage/rows.ts';
import type { PostFilter, TermGroup } from '../../storage/store.ts';
import { slugify } from '../../text/slug.ts';
import { contentErrors } from '../posts/content-errors.ts';
import { dateFilter, isNarrowSearch, listOrder, searchedColumns } from '../posts/content-list.ts';
import { ids, moment, searchArguments, searchWords, slugList } from '../posts/content-list-arguments.ts';
import { hidden, postById, sentId } from '../posts/content-permissions.ts';
import { contentItem } from '../posts/content-routes.ts';
import { ordinaryStatuses } from '../posts/list-statuses.ts';
import { itemAutosaves } from './item-autosaves.ts';
import { type ItemResource, itemResource } from './item-resource.ts';
import { type MenuContext, mayViewMenus, menuCapability, menuErrors, navMenu, navMenuItem } from './nav-menu.ts';
import { writeItem } from './write-item.ts';

const path = '/wp/v2/menu-items';
const item = `${path}/{id:int}` as const;

/** `/wp/v2/menu-items`: the items of all menus. */
export function menuItems(context: MenuContext): RouteModule {
  const resource = itemResource(context);
  return {
    routes: [...readRoutes(resource, context), ...writeRoutes(resource, context), ...itemAutosaves(resource, context)],
  };
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
      resource: resource,
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
      item: contentItem,
      handle: async (input, call) =>
        reply(await presentItem(resource, await knownItem(input.id, call), call, input.context)),
      resource: resource,
    }),
  ];
}

function writeRoutes(resource: ItemResource, context: MenuContext): Route[] {
  return [
    route({
      method: 'POST',
      path,
      summary: 'Make an item of a menu.',
      response: created,
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
      item: contentItem,
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
      item: contentItem,
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

const idList = { title: 'List of ids', type: 'array', items: { type: 'integer' } };
const idQuery = (more: object) => ({
  title: 'Ids with conditions',
  type: 'object',
  properties: { terms: { type: 'array', items: { type: 'integer' }, default: [] }, ...more },
  additionalProperties: false,
});
const operator = { operator: { type: 'string', enum: ['AND', 'OR'], default: 'OR' } };

/** The arguments of the list of items. */
export function itemListArguments({ content }: Variant) {
  return {
    context: contextArgument,
    page: s.integer({ default: 1, minimum: 1, description: 'Page of the list.' }),
    per_page: s.integer({ default: 100, minimum: 1, maximum: 100, description: 'Items per page.' }),
    search: s.string({ description: 'Limit to items that contain these words.' }),
    ...(content.fullListFilters ? searchArguments : {}),
    after: moment('Only what was made after this date.'),
    modified_after: moment('Only what was changed after this date.'),
    before: moment('Only what was made before this date.'),
    modified_before: moment('Only what was changed before this date.'),
    exclude: ids('Leave these ids out.'),
    include: ids('Only these ids.'),
    offset: s.integer({ absolute: true, pass: 2, description: 'How many items to skip; replaces page.' }),
    order: s.string({ enum: ['asc', 'desc'], default: 'asc', pass: 2, description: 'Sort direction.' }),
    orderby: s.string({
      enum: [...content.postOrders, 'menu_order'],
      default: 'menu_order',
      pass: 2,
      description: 'Sort by this field.',
    }),
    slug: s.stringOrList({ pass: 2, description: 'Limit to these slugs.' }),
    status: s.array(s.string({ enum: content.listStatuses }), {
      default: 'publish',
      pass: 2,
      description: 'Limit to these statuses; statuses other than the default need permission.',
    }),
    tax_relation: s.string({
      enum: ['AND', 'OR'],
      pass: 2,
      description: 'Whether an item must be in all of the menus or in one of them.',
    }),
    menus: s.termQuery({
      pass: 2,
      description: 'Limit to items of these menus.',
      published: { type: ['object', 'array'], oneOf: [idList, idQuery(operator)] },
    }),
    menus_exclude: s.termQuery({
      pass: 2,
      description: 'Exclude items of these menus.',
      published: { type: ['object', 'array'], oneOf: [idList, idQuery({})] },
    }),
    menu_order: s.integer({ pass: 2, description: 'Limit to items with this position.' }),
  };
}

export type ItemListInput = InputOf<ReturnType<typeof itemListArguments>>;

/** Only those who make menus may ask for items that are not published. */
export function refuseItemStatuses(
  { status }: Partial<Pick<ItemListInput, 'status'>>,
  { caller }: Call,
): { status: Refusal } | null {
  const asked = typeof status === 'string' ? [status] : (status ?? []);
  if (caller.can(menuCapability) || asked.every((one) => one === 'publish')) return null;
  const why = 'status names a state that you may not ask for.';
  return { status: new Refusal(why, 'rest_forbidden_status', { status: caller.userId === 0 ? 401 : 403 }) };
}

/** Replies with a page of items; whoever may see menus sees all of their published items. */
export async function listItems(resource: ItemResource, input: ItemListInput, call: Call): Promise<Reply> {
  const filter = itemFilter(input, call);
  const order = listOrder(input, call);
  const offset = input.offset ?? (input.page - 1) * input.per_page;
  const found = await findPage(
    { limit: input.per_page, offset },
    {
      find: (page) => call.store.posts.find(filter, order, page),
      count: () => call.store.posts.count(filter),
    },
  );
  if (found.total > 0 && input.page > Math.ceil(found.total / input.per_page))
    throw contentErrors.rest_post_invalid_page_number();
  const at = { path: '/wp/v2/menu-items', page: input.page, input };
  return listReply(resource, found, at, call);
}

function itemFilter(input: ItemListInput, call: Call): PostFilter {
  const asked = typeof input.status === 'string' ? [input.status] : input.status;
  const { wanted, unwanted } = searchWords(isNarrowSearch(input) ? '' : (input.search ?? ''));
  const slash = call.variant.text.slugs;
  return {
    types: [navMenuItem.name],
    visibility: everything,
    statuses: asked.flatMap((status) => (status === 'any' ? ordinaryStatuses : [status])),
    ...(input.include.length > 0 ? { ids: input.include } : input.exclude.length > 0 ? { notIds: input.exclude } : {}),
    ...dateFilter(input, call),
    ...(wanted.length > 0 ? { search: wanted } : {}),
    ...(unwanted.length > 0 ? { notSearch: unwanted } : {}),
    ...searchedColumns(input, everything),
    ...(input.slug === undefined ? {} : { slugs: slugList(input.slug).map((slug) => slugify(slug, slash)) }),
    ...(input.menu_order === undefined ? {} : { menuOrder: input.menu_order }),
    ...(input.menus ? { withTerms: groupsOf(input.menus) } : {}),
    ...(input.menus_exclude ? { withoutTerms: [{ taxonomy: navMenu.name, termIds: input.menus_exclude.terms }] } : {}),
  };
}

/** `AND`: one group for each menu, and all of them must match. */
function groupsOf({ terms, operator: joined }: NonNullable<ItemListInput['menus']>): TermGroup[] {
  const groups = joined === 'AND' ? terms.map((id) => [id]) : [terms];
  return groups.map((termIds) => ({ taxonomy: navMenu.name, termIds }));
}
