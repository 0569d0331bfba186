import type { Call } from '../../../api/call.ts';
import { errors } from '../../../errors.ts';
import { thingsOf } from '../../../rules/capabilities.ts';
import { Refusal } from '../../../schema/refusal.ts';
import type { PostFilter, TermGroup } from '../../../storage/store.ts';
import type { ContentKind } from '../content-kind.ts';
import { readLimit } from '../operations/post-dates.ts';
import { cleanSlug } from '../operations/post-slug.ts';
import { stickyIds } from '../operations/sticky-posts.ts';
import { readWhere } from '../where/read-where.ts';
import { type ContentListInput, slugList } from './content-list-arguments.ts';
import { searchWords } from './content-search.ts';

/** The statuses that `any` includes; others must be requested by name. */
export const ordinaryStatuses: readonly string[] = ['publish', 'future', 'draft', 'pending', 'private'];

/** The filter of a list request, limited to what this caller may see. */
export async function listFilter(kind: ContentKind, input: ContentListInput, call: Call): Promise<PostFilter> {
  const { caller } = call;
  const statuses = askedStatuses(input);
  const visibility = input.context === 'edit' ? kind.visibility.editable(caller) : kind.visibility.readable(caller);
  const slugs = sentSlugs(kind, input);
  return {
    types: [kind.type.name],
    visibility,
    statuses: statuses.flatMap((status) => (status === 'any' ? ordinaryStatuses : [status])),
    ...(await idFilter(kind, input, call)),
    ...authorFilter(input),
    ...parentFilter(input),
    ...dateFilter(input, call),
    ...termFilter(kind, input),
    ...searchFilter(kind, input, call),
    ...(slugs ? { slugs } : {}),
    ...(input.menu_order !== undefined ? { menuOrder: input.menu_order } : {}),
    ...(input.where === undefined ? {} : { where: await readWhere(input.where, [kind], call) }),
  };
}

function askedStatuses({ status }: Pick<ContentListInput, 'status'>): readonly string[] {
  return typeof status === 'string' ? [status] : status;
}

/** Only callers who can edit may request statuses other than `publish`; `private` needs only permission to read it. */
export function refuseStatuses(
  kind: ContentKind,
  { status = [] }: Partial<Pick<ContentListInput, 'status'>>,
  { caller }: Call,
): { status: Refusal } | null {
  const things = thingsOf(kind.type);
  const isOpen = (status: string): boolean =>
    status === kind.type.openStatus ||
    caller.can(`edit_${things}`) ||
    (status === 'private' && caller.can(`read_private_${things}`));
  if (askedStatuses({ status }).every(isOpen)) return null;
  const why = 'status names a state that you may not ask for.';
  return { status: new Refusal(why, 'rest_forbidden_status', { status: caller.userId === 0 ? 401 : 403 }) };
}

/** `include` overrides `exclude`; `sticky` then narrows the result. */
async function idFilter(
  kind: ContentKind,
  { include, exclude, sticky }: ContentListInput,
  call: Call,
): Promise<Pick<PostFilter, 'ids' | 'notIds'>> {
  const named = include.length > 0 ? { ids: include } : exclude.length > 0 ? { notIds: exclude } : {};
  if (!kind.type.sticky || sticky === undefined) return named;
  const onTop = await stickyIds(call.store);
  if (!sticky) return { ...named, notIds: [...(named.notIds ?? []), ...onTop] };
  return { ...named, ids: named.ids ? named.ids.filter((id) => onTop.includes(id)) : onTop };
}

function authorFilter({ author = [], author_exclude: not = [] }: ContentListInput): Partial<PostFilter> {
  if (not.length > 0) return { notAuthorIds: not };
  return author.length > 0 ? { authorIds: author } : {};
}

function parentFilter({ parent = [], parent_exclude: not = [] }: ContentListInput): Partial<PostFilter> {
  if (parent.length > 0) return { parentIds: parent };
  return not.length > 0 ? { notParentIds: not } : {};
}

export function dateFilter(
  input: Pick<ContentListInput, 'after' | 'before' | 'modified_after' | 'modified_before'>,
  { site }: Call,
): Partial<PostFilter> {
  const { after, before, modified_after: changedAfter, modified_before: changedBefore } = input;
  const local = (name: string, text: string): string => {
    const date = readLimit(text, site.zone);
    if (date) return date.local;
    const params = { [name]: `${name} lies outside the years that can be stored.` };
    throw errors.rest_invalid_param({ params }, { details: { params } });
  };
  return {
    ...(after ? { after: local('after', after) } : {}),
    ...(before ? { before: local('before', before) } : {}),
    ...(changedAfter ? { modifiedAfter: local('modified_after', changedAfter) } : {}),
    ...(changedBefore ? { modifiedBefore: local('modified_before', changedBefore) } : {}),
  };
}

function termFilter(kind: ContentKind, input: ContentListInput): Pick<PostFilter, 'withTerms' | 'withoutTerms'> {
  const groups = (suffix: string): TermGroup[] =>
    kind.taxonomies.flatMap(({ name, restBase }) => {
      const termIds = numbersIn(input, restBase + suffix);
      return termIds.length > 0 ? [{ taxonomy: name, termIds }] : [];
    });
  const withTerms = groups('');
  const withoutTerms = groups('_exclude');
  return {
    ...(withTerms.length > 0 ? { withTerms } : {}),
    ...(withoutTerms.length > 0 ? { withoutTerms } : {}),
  };
}

/** The arguments of a kind's taxonomies are named at run time, so they are not part of the input type. */
function numbersIn(input: object, name: string): number[] {
  const value: unknown = Reflect.get(input, name);
  return Array.isArray(value) ? value.filter((one) => typeof one === 'number') : [];
}

/** Callers who cannot edit cannot read protected texts, so their searches must not match them. */
function searchFilter(kind: ContentKind, { search }: ContentListInput, { caller }: Call): Partial<PostFilter> {
  if (!search?.trim()) return {};
  const { wanted, unwanted } = searchWords(search);
  return {
    ...(wanted.length > 0 ? { search: wanted } : {}),
    ...(unwanted.length > 0 ? { notSearch: unwanted } : {}),
    ...(caller.can(`edit_${thingsOf(kind.type)}`) ? {} : { withoutPassword: true }),
  };
}

/** The requested slugs, cleaned as they would be for storing; undefined if none were sent. */
export function sentSlugs(kind: ContentKind, { slug }: Pick<ContentListInput, 'slug'>): string[] | undefined {
  if (slug === undefined) return undefined;
  return slugList(slug).map((one) => cleanSlug(kind, one));
}
