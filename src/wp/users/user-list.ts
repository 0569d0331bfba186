import type { Call } from '../../api/call.ts';
import { contextArgument } from '../../api/resource/context.ts';
import { cursorArgument } from '../../api/resource/list-cursor.ts';
import type { Variant } from '../../api/variant.ts';
import { thingsOf } from '../../rules/capabilities.ts';
import { isShownType, supports } from '../../rules/post-types.ts';
import type { RoleTable } from '../../rules/roles.ts';
import { type InputOf, s } from '../../schema/schema.ts';
import type { UserFilter, UserOrder } from '../../storage/store.ts';
import { slugify } from '../../text/slugs/slug.ts';
import type { CoreContext } from '../context/core-context.ts';
import { userErrors } from './user-errors.ts';
import { publicTypeNames } from './user-visibility.ts';

const ids = s.integer({ absolute: true });

/** The parameters of the list of users. */
export function userListArguments(variant: Variant) {
  return {
    context: contextArgument,
    ...cursorArgument,
    page: s.integer({ description: 'Which page of the list.', default: 1, minimum: 1 }),
    per_page: s.integer({ description: 'Most users on a page.', default: 10, minimum: 1, maximum: 100 }),
    search: s.string({ description: 'Only users whose names hold this text.' }),
    exclude: s.array(ids, { description: 'Leave these ids out.', default: [], pass: 2 }),
    include: s.array(ids, { description: 'Only these ids.', default: [], pass: 2 }),
    offset: s.integer({ description: 'How many users to skip.', absolute: true, pass: 2 }),
    order: s.string({ description: 'Upwards or downwards.', enum: ['asc', 'desc'], default: 'asc', pass: 2 }),
    orderby: s.string({
      description: 'What to sort by.',
      enum: variant.people.userOrders,
      default: 'name',
      pass: 2,
    }),
    slug: s.array(s.string(), { description: 'Only users with these slugs.', pass: 2 }),
    roles: s.array(s.string(), {
      description: 'Only users with at least one of these roles.',
      pass: 2,
      refusedAs: [],
    }),
    ...(variant.people.whoParameter ? whoArgument : {}),
  };
}

const whoArgument = {
  who: s.string({ description: 'Only users who may write.', enum: ['authors'] }),
};

/** The typed input of the list; `who` exists only in some variants. */
export type UserListInput = InputOf<ReturnType<typeof userListArguments>>;

/** Refuses arguments that would reveal more about users than their public names. */
export function permitUserList(input: Partial<UserListInput>, { caller }: Call, context: CoreContext): void {
  const writers = context.types.filter((type) => isShownType(type) && supports(type, 'author'));
  const mayAskForAuthors = writers.some((type) => caller.can(`edit_${thingsOf(type)}`));
  if (!caller.can('list_users')) {
    if (input.roles !== undefined) throw userErrors.rest_user_cannot_view();
    if (input.context === 'edit') throw userErrors.rest_forbidden_context();
    if (input.orderby === 'email' || input.orderby === 'registered_date') throw userErrors.rest_forbidden_orderby();
  }
  if (input.who === 'authors' && !mayAskForAuthors) throw userErrors.rest_forbidden_who();
}

/** Callers who cannot list users see only authors of published content, and search only public names. */
export function userFilter(input: UserListInput, call: Call, context: CoreContext, table: RoleTable): UserFilter {
  const mayList = call.caller.can('list_users');
  // Some clients add `*` as a wildcard at either end; the search matches anywhere in any case.
  const search = input.search?.trim().replace(/^\*+|\*+$/g, '');
  const slugs = { slash: context.variant.text.slashInSlug };
  const roles = input.who === 'authors' ? writingRoles(table, input.roles) : input.roles;
  return {
    ...(input.include.length > 0 ? { ids: input.include } : input.exclude.length > 0 ? { notIds: input.exclude } : {}),
    ...(input.slug ? { slugs: input.slug.map((slug) => slugify(slug, slugs)) } : {}),
    ...(search ? { search: { text: search, email: mayList } } : {}),
    ...(roles ? { roles } : {}),
    ...(mayList || input.who === 'authors' ? {} : { withPublished: publicTypeNames(context) }),
  };
}

/** The roles of authors: those with the capability `level_1`, as clients of this interface expect. */
function writingRoles(table: RoleTable, among: readonly string[] | undefined): string[] {
  const writing = [...table].filter(([, role]) => role.capabilities['level_1'] === true).map(([name]) => name);
  return among ? writing.filter((name) => among.includes(name)) : writing;
}

const orders: Readonly<Record<string, UserOrder['by']>> = {
  id: 'id',
  name: 'name',
  registered_date: 'registered',
  slug: 'slug',
  email: 'email',
  url: 'url',
};

export function userOrder(input: UserListInput): UserOrder {
  const direction = input.order === 'desc' ? 'desc' : 'asc';
  if (input.orderby === 'include' && input.include.length > 0) return { by: 'include', direction };
  if (input.orderby === 'include_slugs' && input.slug?.length) return { by: 'includeSlugs', direction };
  return { by: orders[input.orderby] ?? 'name', direction };
}
