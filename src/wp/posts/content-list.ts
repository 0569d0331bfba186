import type { Call } from '../../api/call.ts';
import type { Reply } from '../../api/reply.ts';
import { type CursorInput, type CursorStart, cursorReply, cursorStart } from '../../api/resource/list-cursor.ts';
import { findPage, listReply } from '../../api/resource/list-page.ts';
import { chosenNames } from '../../api/resource/present.ts';
import type { Resource } from '../../api/resource/resource.ts';
import { errors } from '../../lib/errors.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import type { TermQuery } from '../../lib/schema/schema.ts';
import { capabilityTo } from '../../rules/capabilities.ts';
import type { Visibility } from '../../rules/visibility.ts';
import { lightPostColumns, type Post } from '../../storage/rows.ts';
import type {
  Beyond,
  ColumnOrder,
  Page,
  PostExpression,
  PostFilter,
  PostOrder,
  TermGroup,
  TooBroad,
} from '../../storage/store.ts';
import { readableSlug } from '../../text/slug.ts';
import { contentErrors } from './content-errors.ts';
import type { ContentKind } from './content-kind.ts';
import { type ContentListInput, searchWords, slugList } from './content-list-arguments.ts';
import type { ContentView } from './content-view.ts';
import { askedStatuses, ordinaryStatuses } from './list-statuses.ts';
import { readLimit } from './operations/post-draft.ts';
import { stickyIds } from './operations/post-relations.ts';
import { cleanSlug } from './operations/post-slug.ts';
import { metaOrder } from './where/meta-keys.ts';
import { readWhere } from './where/read-where.ts';
import { termsWithBelow } from './where/where-conditions.ts';
import { whereErrors } from './where/where-values.ts';

/** Replies with a page of a list; items and totals include only what this caller may see. */
export async function listContent(
  { kind, path, extraFields }: ContentView,
  resource: Pick<Resource<Post>, 'show'>,
  input: ContentListInput,
  call: Call,
  /** Narrows the filter further, for kinds with their own parameters. */
  narrow: (filter: PostFilter, order: PostOrder) => MaybePromise<PostFilter> = (filter) => filter,
): Promise<Reply> {
  const order = metaOrder(input, [kind], call) ?? listOrder(input, call);
  const filter = await plannedFilter(await narrow(await listFilter(kind, input, call), order), order, call);
  const textual = [...textFields, ...Object.keys(extraFields.get(kind.type.name) ?? {})];
  const walk = cursorWalk(input, order);
  if (walk) {
    const { start, orderedBy, from } = walk;
    const find = (beyond: Beyond | null, limit: number) =>
      findRows({ ...filter, ...from(beyond) }, order, { limit, offset: 0 }, textual, call);
    return cursorReply(start, input, { resource, path, find, orderedBy: (row) => orderedBy(row, call) }, call);
  }
  const offset = input.offset ?? (input.page - 1) * input.per_page;
  const { rows, total } = await findPage(
    { limit: input.per_page, offset },
    {
      find: (page) => findRows(filter, order, page, textual, call),
      count: () => call.store.posts.count(filter),
      countAhead: () => call.store.posts.countAhead(filter),
    },
  );
  const page = startsWithSticky(kind, input) ? await withStickyFirst(rows, filter, order, call) : rows;
  // With an offset past the last row the total is reported as 0.
  const shown = { rows: page, total: input.offset !== undefined && rows.length === 0 ? 0 : total };
  if (isPastTheEnd(input, shown.total) && call.variant.content.pageBeyondLast === 'error') {
    throw contentErrors.rest_post_invalid_page_number();
  }
  const slug = sentSlugs(kind, input, call)?.map(readableSlug);
  return listReply(resource, shown, { path, page: input.page, input: { ...input, ...(slug ? { slug } : {}) } }, call);
}

/** Whether the page begins with the sticky posts: the first page, where the caller asks for that. */
const startsWithSticky = ({ type }: ContentView['kind'], input: ContentListInput): boolean =>
  type.sticky && input.ignore_sticky === false && input.page === 1 && input.offset === undefined;

const mostSticky = 100;

/** The sticky posts of the list, in its order, then the rows of the page that are not sticky. */
async function withStickyFirst(
  rows: readonly Post[],
  filter: PostFilter,
  order: PostOrder,
  { store }: Call,
): Promise<Post[]> {
  const onTop = await stickyIds(store);
  const ids = filter.ids ? filter.ids.filter((id) => onTop.includes(id)) : onTop;
  if (ids.length === 0) return [...rows];
  const sticky = await store.posts.find({ ...filter, ids }, order, { limit: mostSticky, offset: 0 });
  const first = new Set(sticky.map(({ id }) => id));
  return [...sticky, ...rows.filter(({ id }) => !first.has(id))];
}

/** The fields that need the long texts; those of extensions may. */
export const textFields = ['content', 'excerpt', 'description', 'caption', 'blocks'];

/** Does not load the long texts if `_fields` selects none of the fields that need them. */
export async function findRows(
  filter: PostFilter,
  order: PostOrder,
  page: Page,
  textual: readonly string[],
  call: Call,
): Promise<Post[]> {
  const names = chosenNames(call);
  const showsTexts = !names || textual.some((name) => names.has(name));
  if (showsTexts) return call.store.posts.find(filter, order, page);
  const rows = await call.store.posts.find(filter, order, page, lightPostColumns);
  return rows.map((row) => ({ ...row, content: '', excerpt: '' }));
}

/** The page number must exist even if an offset, which overrides it, was sent. */
function isPastTheEnd({ page, per_page }: ContentListInput, total: number): boolean {
  return total > 0 && page > Math.ceil(total / per_page);
}

type OrderInput = Pick<ContentListInput, 'orderby' | 'order' | 'include' | 'search' | 'slug'>;

const orders: Readonly<Record<string, ColumnOrder['by']>> = {
  author: 'author',
  date: 'date',
  id: 'id',
  include: 'include',
  modified: 'modified',
  parent: 'parent',
  relevance: 'relevance',
  slug: 'slug',
  include_slugs: 'includeSlugs',
  title: 'title',
  menu_order: 'menuOrder',
};

/** The order that a list asks for. */
export function listOrder(input: OrderInput, { variant }: Pick<Call, 'variant'>): ColumnOrder {
  if (input.orderby === 'include' && input.include.length === 0) {
    throw contentErrors.rest_orderby_include_missing_include();
  }
  if (input.orderby === 'relevance' && !input.search) throw contentErrors.rest_no_search_term_defined();
  if (input.orderby === 'include_slugs' && input.slug === undefined)
    return variant.content.fullListFilters ? { by: 'id', direction: 'asc' } : { by: 'date', direction: input.order };
  return { by: orders[input.orderby] ?? 'date', direction: input.order };
}

/** A list of content that is walked with a cursor. */
export interface CursorWalk {
  readonly start: CursorStart;
  /** The member of the filter that begins after a row. */
  from(beyond: Beyond | null): Pick<PostFilter, 'beyond'>;
  /** The value of a row that the list is ordered by; empty for the id. */
  orderedBy(row: Post, call: Call): string | Promise<string>;
}

/** How a list is walked in its order; null where the request asks for a page by its number. */
export function cursorWalk(input: CursorInput, order: PostOrder): CursorWalk | null {
  if (order.by === 'meta') {
    const start = cursorStart(input, [input.orderby]);
    const { key } = order;
    return (
      start && {
        start,
        from: (beyond) => (beyond ? { beyond: { ...beyond, by: 'meta', key } } : {}),
        orderedBy: async ({ id }, { store }) => String((await store.posts.metaValues([id], key)).get(id) ?? ''),
      }
    );
  }
  const start = cursorStart(input, ['id', 'date', 'modified']);
  if (!start) return null;
  const by = order.by === 'date' || order.by === 'modified' ? order.by : 'id';
  return {
    start,
    from: (beyond) => (beyond ? { beyond: { ...beyond, by } } : {}),
    orderedBy: (row) => (by === 'id' ? '' : row[by]),
  };
}

/** The filter as the store reads it at a bounded cost; refused where there is no such way. */
export async function plannedFilter(filter: PostFilter, order: PostOrder, { store }: Call): Promise<PostFilter> {
  if (filter.among || (!filter.where && order.by !== 'meta')) return filter;
  const planned = await store.posts.plan(filter, order);
  if (!isTooBroad(planned)) return planned;
  const { missing: keys, most } = planned;
  throw keys.length > 0
    ? whereErrors.platen_missing_index({ keys, most }, { details: { keys } })
    : whereErrors.platen_too_broad({ most });
}

export const isTooBroad = (planned: PostFilter | TooBroad): planned is TooBroad => 'missing' in planned;

/** The filter of a list request, limited to what this caller may see. */
async function listFilter(kind: ContentKind, input: ContentListInput, call: Call): Promise<PostFilter> {
  const { caller } = call;
  const asked = askedStatuses(input);
  // An empty list asks for what is public, and for the private items that the caller may read.
  const statuses = asked.length > 0 ? asked : [kind.type.openStatus, 'private'];
  const visibility = input.context === 'edit' ? kind.visibility.editable(caller) : kind.visibility.readable(caller);
  const slugs = sentSlugs(kind, input, call);
  return {
    types: [kind.type.name],
    visibility,
    statuses: statuses.flatMap((status) => (status === 'any' ? ordinaryStatuses : [status])),
    ...(await idFilter(kind, input, call)),
    ...authorFilter(input),
    ...parentFilter(input),
    ...dateFilter(input, call),
    ...searchFilter(kind, input, call),
    ...(slugs ? { slugs } : {}),
    ...(input.menu_order !== undefined ? { menuOrder: input.menu_order } : {}),
    ...joinedConditions([
      await termFilter(kind, input, call),
      await formatFilter(input, call),
      searchedColumns(input, kind.visibility.editable(call.caller)),
      input.where === undefined ? {} : { where: await readWhere(input.where, [kind], call) },
    ]),
  };
}

type Conditions = Pick<PostFilter, 'withTerms' | 'withoutTerms' | 'where'>;

/** Conditions of which all must hold. */
function joinedConditions(parts: readonly Conditions[]): Conditions {
  const withTerms = parts.flatMap((part) => part.withTerms ?? []);
  const withoutTerms = parts.flatMap((part) => part.withoutTerms ?? []);
  const conditions = parts.flatMap((part) => part.where ?? []);
  const [only, ...others] = conditions;
  const where: PostExpression | undefined = others.length > 0 ? { kind: 'and', of: conditions } : only;
  return {
    ...(withTerms.length > 0 ? { withTerms } : {}),
    ...(withoutTerms.length > 0 ? { withoutTerms } : {}),
    ...(where ? { where } : {}),
  };
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

async function termFilter(kind: ContentKind, input: ContentListInput, call: Call): Promise<Conditions> {
  const withTerms: TermGroup[] = [];
  const withoutTerms: TermGroup[] = [];
  const either: PostExpression[] = [];
  for (const { name, restBase } of kind.taxonomies) {
    const wanted = queryIn(input, restBase);
    if (wanted.terms.length > 0) {
      const groups = await groupsOf(name, restBase, wanted, call);
      withTerms.push(...groups);
      either.push({ kind: 'and', of: groups.map((group) => ({ kind: 'terms', group })) });
    }
    const unwanted = queryIn(input, `${restBase}_exclude`);
    if (unwanted.terms.length > 0)
      withoutTerms.push(...(await groupsOf(name, restBase, { ...unwanted, operator: 'OR' }, call)));
  }
  const isEither = Reflect.get(input, 'tax_relation') === 'OR' && either.length > 1;
  return {
    ...(isEither ? { where: { kind: 'or', of: either } } : withTerms.length > 0 ? { withTerms } : {}),
    ...(withoutTerms.length > 0 ? { withoutTerms } : {}),
  };
}

/** The groups of which each must match: one for each term where all are wanted. */
async function groupsOf(taxonomy: string, name: string, query: TermQuery, call: Call): Promise<TermGroup[]> {
  const { terms, operator, includeChildren } = query;
  const sets = operator === 'AND' ? [...new Set(terms)].map((id) => [id]) : [terms];
  const below = (ids: readonly number[]) =>
    includeChildren ? termsWithBelow(taxonomy, name, ids, call) : Promise.resolve(ids);
  return Promise.all(sets.map(async (ids) => ({ taxonomy, termIds: await below(ids) })));
}

/** The arguments of a kind's taxonomies are named at run time, so they are not part of the input type. */
function queryIn(input: object, name: string): TermQuery {
  const value: unknown = Reflect.get(input, name);
  if (Array.isArray(value))
    return { terms: value.filter((one) => typeof one === 'number'), operator: 'OR', includeChildren: false };
  return isTermQuery(value) ? value : { terms: [], operator: 'OR', includeChildren: false };
}

const isTermQuery = (value: unknown): value is TermQuery =>
  typeof value === 'object' && value !== null && 'terms' in value && 'includeChildren' in value;

/** The formats that are asked for; a post without one is a standard post. */
async function formatFilter({ format }: ContentListInput, { store }: Call): Promise<Conditions> {
  if (!format?.length) return {};
  const page = { limit: 100, offset: 0 };
  const terms = await store.terms.find({ taxonomy: formatTaxonomy }, { by: 'id', direction: 'asc' }, page);
  const isAsked = ({ slug }: { readonly slug: string }) =>
    format.some((one) => slug === `${formatTaxonomy.replace('_', '-')}-${one}`);
  const [asked, others] = [terms.filter(isAsked), terms.filter((term) => !isAsked(term))];
  if (!format.includes('standard'))
    return { withTerms: [{ taxonomy: formatTaxonomy, termIds: asked.map(({ id }) => id) }] };
  return others.length > 0 ? { withoutTerms: [{ taxonomy: formatTaxonomy, termIds: others.map(({ id }) => id) }] } : {};
}

const formatTaxonomy = 'post_format';

const searchable = { post_title: 'title', post_content: 'content', post_excerpt: 'excerpt' } as const;
const allColumns = ['title', 'content', 'excerpt'] as const;

type SearchInput = Pick<ContentListInput, 'search' | 'search_columns' | 'search_semantics'>;

/** A search in some columns only, or for words that are all that a column holds; `open` are the rows with open texts. */
export function searchedColumns(input: SearchInput, open: Visibility): Pick<PostFilter, 'where'> {
  if (!isNarrowSearch(input)) return {};
  const { wanted, unwanted } = searchWords(input.search ?? '');
  const chosen = (input.search_columns ?? []).map((name) => searchable[name]);
  const columns = chosen.length > 0 ? chosen : allColumns;
  const is = input.search_semantics === 'exact' ? 'whole' : 'contained';
  const inColumns = (word: string): PostExpression => ({ kind: 'textIn', columns, word, is });
  const parts: PostExpression[] = [
    ...(wanted.length > 0 ? [{ kind: 'text', words: wanted, open } as const] : []),
    ...wanted.map(inColumns),
    ...unwanted.map((word): PostExpression => ({ kind: 'not', of: inColumns(word) })),
  ];
  return parts.length > 0 ? { where: { kind: 'and', of: parts } } : {};
}

export const isNarrowSearch = (input: SearchInput): boolean =>
  Boolean(input.search) && ((input.search_columns ?? []).length > 0 || input.search_semantics !== undefined);

/** Callers who cannot edit cannot read protected texts, so their searches must not match them. */
function searchFilter(kind: ContentKind, input: ContentListInput, { caller }: Call): Partial<PostFilter> {
  const { search } = input;
  if (!search || isNarrowSearch(input)) return {};
  const { wanted, unwanted } = searchWords(search);
  return {
    ...(wanted.length > 0 ? { search: wanted } : {}),
    ...(unwanted.length > 0 ? { notSearch: unwanted } : {}),
    ...(caller.can(capabilityTo('edit', kind.type)) ? {} : { withoutPassword: true }),
  };
}

/** The requested slugs, cleaned as they would be for storing; undefined if none were sent. */
function sentSlugs(
  kind: ContentKind,
  { slug }: Pick<ContentListInput, 'slug'>,
  { variant }: Pick<Call, 'variant'>,
): string[] | undefined {
  if (slug === undefined || (slug === '' && variant.content.fullListFilters)) return undefined;
  return slugList(slug).map((one) => cleanSlug(kind, one));
}
