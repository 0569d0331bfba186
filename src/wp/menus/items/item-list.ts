import type { Call } from '../../../api/call.ts';
import type { Reply } from '../../../api/reply.ts';
import { contextArgument } from '../../../api/resource/context.ts';
import { findPage, listReply } from '../../../api/resource/list-page.ts';
import type { Variant } from '../../../api/variant.ts';
import { everything } from '../../../rules/visibility.ts';
import { Refusal } from '../../../schema/refusal.ts';
import { type InputOf, s } from '../../../schema/schema.ts';
import type { PostFilter, TermGroup } from '../../../storage/store.ts';
import { slugify } from '../../../text/slugs/slug.ts';
import { contentErrors } from '../../posts/content-errors.ts';
import { listOrder } from '../../posts/list/content-list.ts';
import { ids, moment, slugList } from '../../posts/list/content-list-arguments.ts';
import { dateFilter, ordinaryStatuses } from '../../posts/list/content-list-filter.ts';
import { searchWords } from '../../posts/list/content-search.ts';
import { menuCapability, navMenu, navMenuItem } from '../nav-menu.ts';
import type { ItemResource } from './item-resource.ts';

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
    per_page: s.integer({ default: 100, minimum: 1, maximum: 100, description: 'How many items a page holds.' }),
    search: s.string({ description: 'Words to look for.' }),
    after: moment('Only what was made after this date.'),
    modified_after: moment('Only what was changed after this date.'),
    before: moment('Only what was made before this date.'),
    modified_before: moment('Only what was changed before this date.'),
    exclude: ids('Leave these ids out.'),
    include: ids('Only these ids.'),
    offset: s.integer({ absolute: true, pass: 2, description: 'How many items to skip; replaces page.' }),
    order: s.string({ enum: ['asc', 'desc'], default: 'asc', pass: 2, description: 'Upwards or downwards.' }),
    orderby: s.string({
      enum: [...content.postOrders, 'menu_order'],
      default: 'menu_order',
      pass: 2,
      description: 'What to sort by.',
    }),
    slug: s.words({ pass: 2, description: 'Only these slugs.' }),
    status: s.array(s.string({ enum: content.listStatuses }), {
      default: 'publish',
      pass: 2,
      description: 'Only in these states; others than the default ask for authority.',
    }),
    tax_relation: s.string({ enum: ['AND', 'OR'], pass: 2, description: 'How conditions on menus are joined.' }),
    menus: s.termQuery({
      pass: 2,
      description: 'Only items of these menus.',
      published: { type: ['object', 'array'], oneOf: [idList, idQuery(operator)] },
    }),
    menus_exclude: s.termQuery({
      pass: 2,
      description: 'Leave out items of these menus.',
      published: { type: ['object', 'array'], oneOf: [idList, idQuery({})] },
    }),
    menu_order: s.integer({ pass: 2, description: 'Only with exactly this position.' }),
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
  const order = listOrder(input);
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
  const at = { path: '/wp/v2/menu-items', page: input.page, input: { ...input, ...listedIds(input, call) } };
  return listReply(resource, found, at, call);
}

/** Links to other pages repeat a list of menus as a list, and an object as it was sent. */
function listedIds(input: ItemListInput, { request: { query } }: Call): Record<string, readonly number[]> {
  const isText = (name: 'menus' | 'menus_exclude') => typeof query[name] === 'string';
  return {
    ...(input.menus && isText('menus') ? { menus: input.menus.terms } : {}),
    ...(input.menus_exclude && isText('menus_exclude') ? { menus_exclude: input.menus_exclude.terms } : {}),
  };
}

function itemFilter(input: ItemListInput, call: Call): PostFilter {
  const asked = typeof input.status === 'string' ? [input.status] : input.status;
  const { wanted, unwanted } = searchWords(input.search ?? '');
  const slash = { slash: call.variant.text.slashInSlug };
  return {
    types: [navMenuItem.name],
    visibility: everything,
    statuses: asked.flatMap((status) => (status === 'any' ? ordinaryStatuses : [status])),
    ...(input.include.length > 0 ? { ids: input.include } : input.exclude.length > 0 ? { notIds: input.exclude } : {}),
    ...dateFilter(input, call),
    ...(wanted.length > 0 ? { search: wanted } : {}),
    ...(unwanted.length > 0 ? { notSearch: unwanted } : {}),
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
