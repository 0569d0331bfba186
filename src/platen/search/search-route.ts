import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { anyone, route } from '../../api/routing/route.ts';
import { thingsOf } from '../../rules/capabilities.ts';
import { fold } from '../../rules/fold.ts';
import { json } from '../../schema/json-schema.ts';
import { s } from '../../schema/schema.ts';
import type { PostFilter } from '../../storage/store.ts';
import type { Core } from '../../wp/all.ts';
import type { ContentKind } from '../../wp/posts/content-kind.ts';
import { searchWords } from '../../wp/posts/list/content-search.ts';
import { rankedSearchErrors } from './search-errors.ts';
import { searchItemSchema, searchItems } from './search-items.ts';

/** As many of the newest matches are ranked; more are not looked at. */
const mostRanked = 1_000;
const longestSearch = 200;

/** A search over all types of content: ranked, with the places where the words occur. */
export function rankedSearch(core: Core): RouteModule {
  const names = [...core.kinds].map(({ type }) => type.name);
  return {
    routes: [
      route({
        method: 'GET',
        path: '/platen/v1/search',
        summary: 'Search all content, best matches first, with highlights.',
        args: {
          search: s.string({
            required: true,
            description: 'Words, phrases in double quotes, and words with a dash before them that must not occur.',
            check: (text: string) =>
              text.length > longestSearch ? `search has at most ${longestSearch} characters.` : null,
          }),
          type: s.array(s.string({ enum: names }), { description: 'Only these types of content; all by default.' }),
          page: s.integer({ default: 1, minimum: 1, description: 'Page of the results.' }),
          per_page: s.integer({ default: 10, minimum: 1, maximum: 50, description: 'How many results a page holds.' }),
        },
        answers: {
          schema: json.object({
            total: json.integer,
            total_is: json.words('exact', 'at least'),
            items: json.listOf(searchItemSchema),
          }),
        },
        permit: anyone,
        handle: async ({ search, type, page, per_page: limit }, call) => {
          const kinds = [...core.kinds].filter((kind) => type?.includes(kind.type.name) ?? true);
          const words = searchWords(search.isWellFormed() ? search.replaceAll('\0', '') : '');
          if (words.wanted.length === 0) throw rankedSearchErrors.platen_no_words();
          const filter = searchFilter(kinds, words, call);
          const { ids, isComplete } = await call.store.posts.newestMatches(filter, mostRanked);
          const rows = await call.store.posts.find(
            { ...filter, ids },
            { by: 'relevance', direction: 'desc' },
            { limit, offset: (page - 1) * limit },
          );
          return reply({
            total: ids.length,
            total_is: isComplete ? 'exact' : 'at least',
            items: await searchItems(rows, words.wanted.map(fold), core, call),
          });
        },
      }),
    ],
  };
}

/** What everybody may list of these kinds. The words must not tell of a protected text to those who may not read it. */
function searchFilter(
  kinds: readonly ContentKind[],
  { wanted, unwanted }: ReturnType<typeof searchWords>,
  { caller }: Call,
): PostFilter {
  const isEditor = kinds.every(({ type }) => caller.can(`edit_others_${thingsOf(type)}`));
  return {
    types: kinds.map(({ type }) => type.name),
    statuses: [...new Set(kinds.map(({ type }) => type.openStatus))],
    visibility: { anyOf: kinds.flatMap(({ visibility }) => visibility.readable(caller).anyOf) },
    search: wanted,
    ...(unwanted.length > 0 ? { notSearch: unwanted } : {}),
    ...(isEditor ? {} : { withoutPassword: true }),
  };
}
