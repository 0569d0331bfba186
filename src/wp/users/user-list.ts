import type { Call } from '../../api/call.ts';
import { contextArgument } from '../../api/resource/context.ts';
import { cursorArgument } from '../../api/resource/list-cursor.ts';
import { type InputOf, Refusal, s } from '../../lib/schema/schema.ts';
import { type Caller, canViewAccounts, capabilityTo } from '../../rules/capabilities.ts';
import { isShownType, supports } from '../../rules/post-types.ts';
import type { RoleTable } from '../../rules/roles.ts';
import type { UserFilter, UserOrder, UserSearchColumn } from '../../storage/store.ts';
import { plainText } from '../../text/plain-text.ts';
import { slugify } from '../../text/slug.ts';
import type { CoreContext } from '../context/core-context.ts';
import { userErrors } from './user-errors.ts';
import { publicTypeNames } from './user-permissions.ts';

const ids = s.integer({ absolute: true });

/**
 * The parameters of the list of users.
 *
 * @param types those that the list of types shows
 */
export function userListArguments({ variant }: Pick<CoreContext, 'variant'>, types: CoreContext['types']) {
  return {
    context: contextArgument,
    ...cursorArgument,
    page: s.integer({ description: 'Page of the list.', default: 1, minimum: 1 }),
    per_page: s.integer({ description: 'Users per page.', default: 10, minimum: 1, maximum: 100 }),
    search: s.string({ clean: plainText, description: 'Limit to users whose names contain this text.' }),
    exclude: s.array(ids, { description: 'Exclude these ids.', default: [], pass: 2 }),
    include: s.array(ids, { description: 'Limit to these ids.', default: [], pass: 2 }),
    offset: s.integer({ description: 'How many users to skip.', absolute: true, pass: 2 }),
    order: s.string({ description: 'Sort direction.', enum: ['asc', 'desc'], default: 'asc', pass: 2 }),
    orderby: s.string({
      description: 'Sort by this field.',
      enum: variant.people.userOrders,
      default: 'name',
      pass: 2,
    }),
    slug: s.array(s.string(), { description: 'Limit to users with these slugs.', pass: 2 }),
    roles: s.array(s.string(), {
      description: 'Limit to users with at least one of these roles.',
      pass: 2,
      whenInvalid: [''],
    }),
    ...(variant.people.userFilters ? filterArguments(types) : {}),
    ...(variant.people.whoParameter ? whoArgument : {}),
  };
}

const searchedColumns = ['email', 'name', 'id', 'username', 'slug'] as const;

const filterArguments = (types: CoreContext['types']) => {
  const names = types.filter(isShownType).map(({ name }) => name);
  return {
    capabilities: s.array(s.string(), {
      description: 'Limit to users whose role has one of these capabilities.',
      pass: 2,
      whenInvalid: [],
    }),
    has_published_posts: s.stringOrList({
      description: 'Limit to authors of published items, of any type or of these.',
      pass: 2,
      check: (sent: string | readonly string[]) =>
        [sent].flat().every((one) => isYesOrNo(one) || names.includes(one))
          ? null
          : new Refusal('has_published_posts must be true, false or names of types.', 'rest_not_in_enum'),
      published: {
        type: ['boolean', 'array'],
        items: { type: 'string', enum: Object.fromEntries(names.map((name) => [name, name])) },
      },
    }),
    search_columns: s.array(s.string({ enum: searchedColumns }), {
      description: 'Search in these columns only.',
      default: [],
      pass: 2,
    }),
  };
};

const isYesOrNo = (text: string): boolean => /^(?:true|false|1|0|)$/i.test(text);

const whoArgument = {
  who: s.string({ description: 'Limit to users who may write posts.', enum: ['authors'] }),
};

/** The typed input of the list; `who` exists only in some variants. */
export type UserListInput = InputOf<ReturnType<typeof userListArguments>>;

/** Refuses arguments that would reveal more about users than their public names. */
export function permitUserList(input: Partial<UserListInput>, { caller, variant }: Call, context: CoreContext): void {
  const writers = context.types.filter((type) => isShownType(type) && supports(type, 'author'));
  const mayAskForAuthors = writers.some((type) => caller.can(capabilityTo('edit', type)));
  if (!canViewAccounts(caller)) {
    if (isAsked(input.roles, variant) || input.capabilities !== undefined) throw userErrors.rest_user_cannot_view();
    if (input.context === 'edit') throw userErrors.rest_forbidden_context();
    if (input.orderby === 'email' || input.orderby === 'registered_date') throw userErrors.rest_forbidden_orderby();
  }
  if (input.who === 'authors' && !mayAskForAuthors) throw userErrors.rest_forbidden_who();
}

/** Whether a list was sent that limits; an empty one does in some variants. */
const isAsked = (list: readonly string[] | undefined, { protocol }: CoreContext['variant']): boolean =>
  list !== undefined && (list.length > 0 || !protocol.emptyMeansNone);

/** Callers who cannot list users see only authors of published content, and search only public names. */
export function userFilter(input: UserListInput, call: Call, context: CoreContext, table: RoleTable): UserFilter {
  const mayList = call.caller.can('list_users');
  // Some clients add `*` as a wildcard at either end; the search matches anywhere in any case.
  const search = input.search?.replace(/^\*+|\*+$/g, '');
  const slugs = context.variant.text.slugs;
  const able = input.capabilities?.length ? rolesWith(table, input.capabilities) : undefined;
  const named = isAsked(input.roles, context.variant) ? input.roles : undefined;
  const asked = named && able ? able.filter((name) => named.includes(name)) : (able ?? named);
  const roles = input.who === 'authors' ? writingRoles(table, asked) : asked;
  const published = publishedTypes(input, context);
  const isOpen = mayList || input.who === 'authors';
  return {
    ...(input.include.length > 0 ? { ids: input.include } : input.exclude.length > 0 ? { notIds: input.exclude } : {}),
    ...(input.slug && isAsked(input.slug, context.variant)
      ? { slugs: input.slug.map((slug) => slugify(slug, slugs)) }
      : {}),
    ...(search ? { search: { text: search, columns: columnsOf(input, call.caller) } } : {}),
    ...(roles ? { roles } : {}),
    ...(published || !isOpen ? { withPublished: published ?? publicTypeNames(context) } : {}),
  };
}

/** The types of which a user must have published something; undefined where that is not asked for. */
function publishedTypes(
  { has_published_posts: sent }: UserListInput,
  context: CoreContext,
): readonly string[] | undefined {
  const [first = '', ...others] = sent === undefined ? [] : [sent].flat();
  if (first === '' || /^(?:false|0)$/i.test(first)) return undefined;
  return isYesOrNo(first) ? publicTypeNames(context) : [first, ...others];
}

/** What a search looks through. Only those who may see e-mail addresses find users by them. */
function columnsOf({ search_columns: asked = [] }: UserListInput, caller: Caller): UserSearchColumn[] {
  const mayList = canViewAccounts(caller);
  const open: readonly UserSearchColumn[] = mayList ? [...publicColumns, 'email'] : publicColumns;
  const chosen = asked.flatMap((name) => columnNames[name]).filter((name) => open.includes(name));
  return chosen.length > 0 || (asked.length > 0 && mayList) ? chosen : [...open];
}

const publicColumns = ['username', 'url', 'slug', 'name'] as const;
const columnNames = {
  email: ['email'],
  name: ['name'],
  id: ['id'],
  username: ['username'],
  slug: ['slug'],
} as const satisfies Record<string, readonly UserSearchColumn[]>;

function rolesWith(table: RoleTable, capabilities: readonly string[]): string[] {
  const has = ({ capabilities: held }: { readonly capabilities: Readonly<Record<string, boolean>> }) =>
    capabilities.some((one) => held[one] === true);
  return [...table].filter(([, role]) => has(role)).map(([name]) => name);
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
