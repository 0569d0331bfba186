import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import { findPage, pagingReply } from '../../api/resource/list-page.ts';
import { presentList } from '../../api/resource/present.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { anyone, route } from '../../api/routing/route.ts';
import { defineErrors } from '../../lib/errors.ts';
import { s } from '../../lib/schema/schema.ts';
import { capabilityTo } from '../../rules/capabilities.ts';
import { termLink } from '../../rules/permalinks.ts';
import { readVisibility } from '../../rules/post-visibility.ts';
import { isPublicTaxonomy } from '../../rules/taxonomies.ts';
import type { Term } from '../../storage/rows.ts';
import type { PostFilter } from '../../storage/store.ts';
import { plainText } from '../../text/plain-text.ts';
import { addressesOf } from '../posts/content-addresses.ts';
import type { ContentKind } from '../posts/content-kind.ts';
import { ids, searchWords } from '../posts/content-list-arguments.ts';
import { postFormats } from '../posts/fields/extra-fields.ts';
import { formatTaxonomy } from '../posts/operations/post-relations.ts';
import { textContext } from '../posts/text-context.ts';
import { ancestorsOf, loadAncestors } from '../terms/term-lookup.ts';
import {
  type Found,
  type SearchContext,
  type Searched,
  type SearchInput,
  type SearchResult,
  searchedKinds,
  searchResource,
} from './search-result.ts';

/** Errors of searches. */
export const searchErrors = defineErrors({
  rest_search_invalid_page_number: {
    status: 400,
    message: () => 'The page number is larger than the number of pages.',
  },
});

const path = '/wp/v2/search';

/** `/wp/v2/search`: public content, terms and formats in one list. */
export function search({ kinds, display, taxonomies, textWork }: SearchContext): RouteModule {
  const open = [...kinds].filter(({ type }) => type.public && !type.inheritsFromParent);
  const shown = taxonomies.filter(isPublicTaxonomy);
  const types = open.map((kind) => kind.type);
  const resource = searchResource(types, shown);
  const source = { ...display, textWork, kinds: open, taxonomies: shown };
  const find = { post: searchContent, term: searchTerms, 'post-format': findFormats };
  const namesOf: Readonly<Record<string, readonly string[]>> = {
    post: types.map(({ name }) => name),
    term: shown.map(({ name }) => name),
  };
  const subtypes = [...types, ...shown].map(({ name }) => name);
  const routes = [
    route({
      method: 'GET',
      path,
      summary: 'Search content, terms and formats.',
      args: {
        context: s.string({
          description: 'Scope of the response: `view` for readers, `embed` inside another response.',
          enum: ['view', 'embed'],
          default: 'view',
        }),
        page: s.integer({ default: 1, minimum: 1, description: 'Page of the list.' }),
        per_page: s.integer({ default: 10, minimum: 1, maximum: 100, description: 'Items per page.' }),
        search: s.string({ description: 'Limit to items that contain these words.' }),
        type: s.string({ enum: searchedKinds, default: 'post', description: 'Text to search for.' }),
        subtype: s.array(s.string({ enum: [...subtypes, 'any'] }), {
          default: 'any',
          description: 'Limit to these types of content or taxonomies.',
        }),
        exclude: ids('Leave these ids out.'),
        include: ids('Only these ids.'),
      },
      permit: anyone,
      handle: async (input, call) => {
        const asked = typeof input.subtype === 'string' ? [input.subtype] : input.subtype;
        const known = asked.filter((name) => namesOf[input.type]?.includes(name));
        // Where all that was asked for belongs to another kind of result, posts stand for content, and any term is found.
        const wanted = known.length > 0 || input.type !== 'post' ? known : ['post'];
        const isAsked = (name: string) => asked.includes('any') || wanted.length === 0 || wanted.includes(name);
        const { results, total } = await find[input.type](input, { ...source, isAsked }, call);
        if (total > 0 && input.page > Math.ceil(total / input.per_page))
          throw searchErrors.rest_search_invalid_page_number();
        const items = await presentList(resource, results, call, input.context);
        const { page, per_page: perPage } = input;
        return reply(items, pagingReply({ total, perPage, page, path, input, back: 'one' }, call));
      },
      resource: resource,
    }),
  ];
  return { routes };
}

const findFormats = (input: SearchInput, _searched: Searched, call: Call): Promise<Found> => searchFormats(input, call);

/** Every column that a title and an address need. */
const columns = ['id', 'title', 'type', 'status', 'slug', 'date', 'parentId', 'authorId', 'password'] as const;

/** Finds published content of public types, whoever asks. */
export async function searchContent(input: SearchInput, searched: Searched, call: Call): Promise<Found> {
  const kinds = searched.kinds.filter(({ type }) => searched.isAsked(type.name));
  const filter = postFilter(input, kinds, call);
  const order = { by: filter.search ? 'relevance' : 'date', direction: 'desc' } as const;
  const { rows, total } = await findPage(
    { limit: input.per_page, offset: (input.page - 1) * input.per_page },
    {
      find: (page) => call.store.posts.find(filter, order, page, columns),
      count: () => call.store.posts.count(filter),
    },
  );
  const text = textContext(searched, call);
  const urls = new Map<number, string>();
  for (const kind of kinds) {
    const own = rows.filter((row) => row.type === kind.type.name);
    const addresses = await addressesOf(kind, own, call);
    for (const [i, row] of own.entries()) urls.set(row.id, addresses[i] ?? '');
  }
  const bases = new Map(kinds.map(({ type }) => [type.name, type.restBase]));
  const results = rows.map(
    (row): SearchResult => ({
      id: row.id,
      title: searched.render.title(row.title, { ...text, postId: row.id }),
      url: urls.get(row.id) ?? '',
      type: 'post',
      subtype: row.type,
      item: {
        path: `/wp/v2/${bases.get(row.type)}/${row.id}`,
        about: `/wp/v2/types/${row.type}`,
        embed: { from: 'post', key: row.id },
      },
    }),
  );
  // Past the last page there is nothing to count, as clients of this interface expect.
  return { results, total: rows.length > 0 ? total : 0 };
}

function postFilter(input: SearchInput, kinds: readonly ContentKind[], { caller }: Call): PostFilter {
  const types = kinds.map((kind) => kind.type);
  const { wanted, unwanted } = searchWords(input.search ?? '');
  const isEditor = types.every((type) => caller.can(capabilityTo('edit', type)));
  return {
    types: types.map((type) => type.name),
    visibility: readVisibility(caller, types),
    statuses: ['publish'],
    ...(input.include.length > 0 ? { ids: input.include } : {}),
    ...(input.exclude.length > 0 ? { notIds: input.exclude } : {}),
    ...(wanted.length > 0 ? { search: wanted } : {}),
    ...(unwanted.length > 0 ? { notSearch: unwanted } : {}),
    // Whoever cannot read a protected text must not find out what it contains.
    ...(wanted.length + unwanted.length > 0 && !isEditor ? { withoutPassword: true } : {}),
  };
}

const byName = { by: 'name', direction: 'asc' } as const;

/** Finds terms of public taxonomies by name and slug. */
export async function searchTerms(input: SearchInput, searched: Searched, call: Call): Promise<Found> {
  const asked = searched.taxonomies.filter(({ name }) => searched.isAsked(name));
  const [first, ...others] = asked;
  if (!first) return { results: [], total: 0 };
  const search = plainText(input.search ?? '');
  const filter = {
    taxonomy: first.name,
    otherTaxonomies: others.map(({ name }) => name),
    ...(search ? { search } : {}),
    ...(input.include.length > 0 ? { ids: input.include } : {}),
    ...(input.exclude.length > 0 ? { notIds: input.exclude } : {}),
  };
  const { rows, total } = await findPage(
    { limit: input.per_page, offset: (input.page - 1) * input.per_page },
    {
      find: (page) => call.store.terms.find(filter, byName, page),
      count: () => call.store.terms.count(filter),
    },
  );
  const shown = new Map<number, SearchResult>();
  for (const taxonomy of asked) {
    const own = rows.filter((term) => term.taxonomy === taxonomy.name);
    const known = taxonomy.nestedLinks ? await loadAncestors(call.store, taxonomy.name, own) : null;
    for (const term of own) {
      const above = known ? ancestorsOf(term, known).map(({ slug }) => slug) : [];
      const url = termLink(call.site, term, above, taxonomy.linkBase);
      shown.set(term.taxonomyRowId, termResult(term, url, taxonomy.restBase));
    }
  }
  return { results: rows.flatMap((term) => shown.get(term.taxonomyRowId) ?? []), total };
}

function termResult({ id, name, taxonomy }: Term, url: string, base: string): SearchResult {
  return {
    id,
    title: name,
    url,
    type: taxonomy,
    item: {
      path: `/wp/v2/${base}/${id}`,
      about: `/wp/v2/taxonomies/${taxonomy}`,
      embed: { from: `term:${taxonomy}`, key: id },
    },
  };
}

/** Finds the formats of posts that are in use. */
export async function searchFormats(input: SearchInput, { store, site }: Call): Promise<Found> {
  const named = postFormats.filter((name) => name !== 'standard' && name.includes((input.search ?? '').toLowerCase()));
  const slugs = named.map((name) => `post-format-${name}`);
  // One that only drafts have is not in use.
  const filter = { taxonomy: formatTaxonomy, slugs, hideEmpty: true };
  const terms = await store.terms.find(filter, byName, { limit: postFormats.length, offset: 0 });
  const used = named.filter((name) => terms.some(({ slug }) => slug === `post-format-${name}`));
  const results = used.map((name) => ({
    id: name,
    title: name.charAt(0).toUpperCase() + name.slice(1),
    url: termLink(site, { id: 0, slug: name, taxonomy: formatTaxonomy }, [], 'type'),
    type: 'post-format',
  }));
  const from = (input.page - 1) * input.per_page;
  return { results: results.slice(from, from + input.per_page), total: results.length };
}
