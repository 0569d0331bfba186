import type { Call } from '../api/call.ts';
import { errors } from '../errors.ts';
import type { PostFilter, TermGroup } from '../storage/store.ts';
import type { ContentKind } from './content-kind.ts';
import { type ListInput, slugList } from './content-list-arguments.ts';
import { searchWords } from './content-search.ts';
import { readDate } from './post-dates.ts';
import { cleanSlug } from './post-slug.ts';
import { stickyIds } from './post-sticky.ts';

/** States that `any` stands for; the others are found only by those who name them. */
const ordinary = ['publish', 'future', 'draft', 'pending', 'private'];

/** What a list asks for, as a filter within what this caller may see. */
export async function listFilter(kind: ContentKind, input: ListInput, call: Call): Promise<PostFilter> {
  const { caller } = call;
  const statuses = askedStatuses(input);
  refuseStatuses(kind, input, call);
  const sight = input.context === 'edit' ? kind.sights.editable(caller) : kind.sights.readable(caller);
  const slugs = sentSlugs(kind, input);
  return {
    types: [kind.type.name],
    sight,
    statuses: statuses.flatMap((status) => (status === 'any' ? ordinary : [status])),
    ...(await idFilter(kind, input, call)),
    ...authorFilter(input),
    ...parentFilter(input),
    ...dateFilter(input, call),
    ...termFilter(kind, input),
    ...searchFilter(kind, input, call),
    ...(slugs ? { slugs } : {}),
    ...(input.menu_order !== undefined ? { menuOrder: input.menu_order } : {}),
  };
}

function askedStatuses({ status }: Pick<ListInput, 'status'>): readonly string[] {
  return typeof status === 'string' ? [status] : status;
}

/** States beside the public one are for those who write; private ones also for those who may read them. */
export function refuseStatuses(kind: ContentKind, input: Pick<ListInput, 'status'>, { caller }: Call): void {
  const things = `${kind.type.capabilityType}s`;
  const isOpen = (status: string): boolean =>
    status === kind.openStatus ||
    caller.can(`edit_${things}`) ||
    (status === 'private' && caller.can(`read_private_${things}`));
  if (askedStatuses(input).every(isOpen)) return;
  const params = { status: 'status names a state that you may not ask for.' };
  throw errors.rest_invalid_param({ params }, { details: { params } });
}

/** `include` beats `exclude`; being sticky or not narrows what either leaves. */
async function idFilter(
  kind: ContentKind,
  { include, exclude, sticky }: ListInput,
  call: Call,
): Promise<Pick<PostFilter, 'ids' | 'notIds'>> {
  const named = include.length > 0 ? { ids: include } : exclude.length > 0 ? { notIds: exclude } : {};
  if (!kind.sticky || sticky === undefined) return named;
  const onTop = await stickyIds(call.store);
  if (!sticky) return { ...named, notIds: [...(named.notIds ?? []), ...onTop] };
  return { ...named, ids: named.ids ? named.ids.filter((id) => onTop.includes(id)) : onTop };
}

function authorFilter({ author = [], author_exclude: not = [] }: ListInput): Partial<PostFilter> {
  if (not.length > 0) return { notAuthorIds: not };
  return author.length > 0 ? { authorIds: author } : {};
}

function parentFilter({ parent = [], parent_exclude: not = [] }: ListInput): Partial<PostFilter> {
  if (parent.length > 0) return { parentIds: parent };
  return not.length > 0 ? { notParentIds: not } : {};
}

function dateFilter({ after, before }: ListInput, { site }: Call): Partial<PostFilter> {
  const local = (name: string, text: string): string => {
    const date = readDate(text, 'local', site.zone);
    if (date) return date.local;
    const params = { [name]: `${name} lies outside the years that can be stored.` };
    throw errors.rest_invalid_param({ params }, { details: { params } });
  };
  return {
    ...(after ? { after: local('after', after) } : {}),
    ...(before ? { before: local('before', before) } : {}),
  };
}

function termFilter(kind: ContentKind, input: ListInput): Pick<PostFilter, 'withTerms' | 'withoutTerms'> {
  const groups = (suffix: string): TermGroup[] =>
    kind.taxonomies.flatMap(({ name, restBase }) => {
      // The arguments of a kind's taxonomies are lists of numbers by their schema.
      const termIds = (input as unknown as Record<string, readonly number[]>)[restBase + suffix] ?? [];
      return termIds.length > 0 ? [{ taxonomy: name, termIds }] : [];
    });
  const withTerms = groups('');
  const withoutTerms = groups('_exclude');
  return {
    ...(withTerms.length > 0 ? { withTerms } : {}),
    ...(withoutTerms.length > 0 ? { withoutTerms } : {}),
  };
}

/** Who writes nothing here cannot read what a password locks, so searching must not find it either. */
function searchFilter(kind: ContentKind, { search }: ListInput, { caller }: Call): Partial<PostFilter> {
  if (!search?.trim()) return {};
  const { wanted, unwanted } = searchWords(search);
  return {
    ...(wanted.length > 0 ? { search: wanted } : {}),
    ...(unwanted.length > 0 ? { notSearch: unwanted } : {}),
    ...(caller.can(`edit_${kind.type.capabilityType}s`) ? {} : { withoutPassword: true }),
  };
}

/** The slugs asked for, each cleaned like one that is about to be stored; undefined where none were sent. */
export function sentSlugs(kind: ContentKind, { slug }: Pick<ListInput, 'slug'>): string[] | undefined {
  if (slug === undefined || slug === null) return undefined;
  return slugList(slug).map((one) => cleanSlug(kind, one));
}
