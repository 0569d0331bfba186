import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import { pagingReply } from '../../api/resource/paging.ts';
import { presentList } from '../../api/resource/present.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { anyone, inCurrentForm, route } from '../../api/routing/route.ts';
import { defineErrors } from '../../errors.ts';
import { isShownTaxonomy } from '../../rules/taxonomies.ts';
import { s } from '../../schema/schema.ts';
import { ids } from '../posts/list/content-list-arguments.ts';
import { searchContent } from './search-content.ts';
import { searchedKinds, searchResource } from './search-result.ts';
import { searchFormats, searchTerms } from './search-terms.ts';
import type { Found, SearchContext, Searched, SearchInput } from './searched.ts';

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
  const shown = taxonomies.filter(isShownTaxonomy);
  const types = open.map((kind) => kind.type);
  const resource = searchResource(types, shown);
  const source = { ...display, textWork, kinds: open, taxonomies: shown };
  const find = { post: searchContent, term: searchTerms, 'post-format': findFormats };
  const subtypes = [...types, ...shown].map(({ name }) => name);
  const routes = inCurrentForm([
    route({
      method: 'GET',
      path,
      summary: 'Search content, terms and formats.',
      args: {
        context: s.string({
          description: 'How much to show: to readers, or inside another answer.',
          enum: ['view', 'embed'],
          default: 'view',
        }),
        page: s.integer({ default: 1, minimum: 1, description: 'Page of the list.' }),
        per_page: s.integer({ default: 10, minimum: 1, maximum: 100, description: 'How many items a page holds.' }),
        search: s.string({ description: 'Words to look for.' }),
        type: s.string({ enum: searchedKinds, default: 'post', description: 'What to look for.' }),
        subtype: s.array(s.string({ enum: [...subtypes, 'any'] }), {
          default: 'any',
          description: 'Only these types of content or taxonomies.',
        }),
        exclude: ids('Leave these ids out.'),
        include: ids('Only these ids.'),
      },
      permit: anyone,
      handle: async (input, call) => {
        const asked = typeof input.subtype === 'string' ? [input.subtype] : input.subtype;
        const isAsked = (name: string) => asked.includes('any') || asked.includes(name);
        const { results, total } = await find[input.type](input, { ...source, isAsked }, call);
        if (total > 0 && input.page > Math.ceil(total / input.per_page))
          throw searchErrors.rest_search_invalid_page_number();
        const items = await presentList(resource, results, call, input.context);
        return reply(items, pagingReply({ total, perPage: input.per_page, page: input.page, path, input }, call));
      },
      shows: resource,
    }),
  ]);
  return { routes };
}

const findFormats = (input: SearchInput, _searched: Searched, call: Call): Promise<Found> => searchFormats(input, call);
