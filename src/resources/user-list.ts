import type { Call } from '../api/call.ts';
import type { Variant } from '../api/variant.ts';
import { isShown, supports } from '../content/post-types.ts';
import type { RoleTable } from '../content/roles.ts';
import { slugify } from '../content/text/slug.ts';
import { type Args, s } from '../schema/schema.ts';
import type { UserFilter, UserOrder } from '../storage/store.ts';
import type { CoreParts } from './parts.ts';
import { userErrors } from './user-errors.ts';

export const contextArgument = s.string({
  description: 'How much to show: to readers, inside another answer, or to editors.',
  enum: ['view', 'embed', 'edit'],
  default: 'view',
});

const ids = s.integer({ absolute: true });

/** The parameters of the list of users. */
export function userListArguments(variant: Variant) {
  return {
    context: contextArgument,
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
    roles: s.array(s.string(), { description: 'Only users with at least one of these roles.', pass: 2 }),
    ...(variant.people.whoParameter ? whoArgument : {}),
  } satisfies Args;
}

const whoArgument = {
  who: s.string({ description: 'Only users who may write.', enum: ['authors'] }),
};

/** A list's typed parameters; `who` is there only where the variant has it. */
export interface UserListInput {
  readonly context: string;
  readonly page: number;
  readonly per_page: number;
  readonly search?: string | undefined;
  readonly exclude: readonly number[];
  readonly include: readonly number[];
  readonly offset?: number | undefined;
  readonly order: string;
  readonly orderby: string;
  readonly slug?: readonly string[] | undefined;
  readonly roles?: readonly string[] | undefined;
  readonly who?: string | undefined;
}

/** Refuses what would tell more of users than their public names. */
export function permitUserList(input: Partial<UserListInput>, { caller }: Call, parts: CoreParts): void {
  const writers = parts.types.filter((type) => isShown(type) && supports(type, 'author'));
  const mayAskForAuthors = writers.some((type) => caller.can(`edit_${type.capabilityType}s`));
  if (!caller.can('list_users')) {
    if (input.roles !== undefined) throw userErrors.rest_user_cannot_view();
    if (input.context === 'edit') throw userErrors.rest_forbidden_context();
    if (input.orderby === 'email' || input.orderby === 'registered_date') throw userErrors.rest_forbidden_orderby();
  }
  if (input.who === 'authors' && !mayAskForAuthors) throw userErrors.rest_forbidden_who();
}

/** Those who may not list users see the authors of what is published, and search by public names alone. */
export function userFilter(input: UserListInput, call: Call, parts: CoreParts, table: RoleTable): UserFilter {
  const mayList = call.caller.can('list_users');
  const search = input.search?.trim();
  const slugs = { slash: parts.variant.text.slashInSlug };
  const roles = input.who === 'authors' ? writingRoles(table, input.roles) : input.roles;
  return {
    ...(input.include.length > 0 ? { ids: input.include } : input.exclude.length > 0 ? { notIds: input.exclude } : {}),
    ...(input.slug ? { slugs: input.slug.map((slug) => slugify(slug, slugs)) } : {}),
    ...(search ? { search: { text: search, email: mayList } } : {}),
    ...(roles ? { roles } : {}),
    ...(mayList || input.who === 'authors' ? {} : { withPublished: publicTypes(parts) }),
  };
}

/** The types whose published rows make their author public. */
export const publicTypes = (parts: CoreParts): string[] =>
  parts.types.filter((type) => isShown(type) && type.public).map((type) => type.name);

/** Roles above the level of mere readers, as clients of this interface have always told writers apart. */
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

/** Where in the list the page begins, and which page the links take it for. */
export function userListPlace(input: UserListInput): { skip: number; page: number } {
  if (input.offset === undefined) return { skip: (input.page - 1) * input.per_page, page: input.page };
  return { skip: input.offset, page: Math.ceil(input.offset / input.per_page) + 1 };
}
