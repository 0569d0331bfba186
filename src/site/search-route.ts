import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Call } from '../api/call.ts';
import { reply } from '../api/reply.ts';
import type { RouteModule } from '../api/routing/registry.ts';
import { anyone, route } from '../api/routing/route.ts';
import { defineErrors } from '../lib/errors.ts';
import { json } from '../lib/schema/json-schema.ts';
import { s } from '../lib/schema/schema.ts';
import { capabilityTo } from '../rules/capabilities.ts';
import { fold } from '../rules/fold.ts';
import type { Post } from '../storage/rows.ts';
import type { PostFilter } from '../storage/store.ts';
import { highlight } from '../text/highlight.ts';
import { removeShortcodes } from '../text/shortcodes/run-shortcodes.ts';
import type { Core } from '../wp/core.ts';
import type { ContentKind } from '../wp/posts/content-kind.ts';
import { searchWords } from '../wp/posts/content-list-arguments.ts';
import { plainOf } from './pages/html-to-text.ts';
import { pageLinks } from './pages/visible-posts.ts';

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
          type: s.array(s.string({ enum: names }), { description: 'Limit to these types of content; all by default.' }),
          page: s.integer({ default: 1, minimum: 1, description: 'Page of the results.' }),
          per_page: s.integer({ default: 10, minimum: 1, maximum: 50, description: 'Results per page.' }),
        },
        response: {
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
  const isEditor = kinds.every(({ type }) => caller.can(capabilityTo('edit_others', type)));
  return {
    types: kinds.map(({ type }) => type.name),
    statuses: [...new Set(kinds.map(({ type }) => type.openStatus))],
    visibility: { anyOf: kinds.flatMap(({ visibility }) => visibility.readable(caller).anyOf) },
    search: wanted,
    ...(unwanted.length > 0 ? { notSearch: unwanted } : {}),
    ...(isEditor ? {} : { withoutPassword: true }),
  };
}

/** The beginning of a text that is searched for the words to show; longer ones would take long. */
const longestShown = 50_000;
const snippetLength = 200;
const titleLength = 300;

/** A result as clients see it. */
export interface SearchItem {
  readonly id: number;
  readonly type: string;
  readonly item: string;
  readonly link: string;
  readonly date: string;
  readonly title: string;
  readonly snippet: string;
}

/** The exact form of a result. */
export const searchItemSchema = json.object({
  id: json.integer,
  type: json.string,
  item: json.string,
  link: json.string,
  date: json.dateTime,
  title: json.string,
  snippet: json.string,
});

/** Shows rows with their highlights, each in a turn of its own, so that other requests do not wait for a page. */
export async function searchItems(
  rows: readonly Post[],
  words: readonly string[],
  core: Core,
  call: Call,
): Promise<SearchItem[]> {
  const links = await pageLinks({ core, call }, rows);
  const items: SearchItem[] = [];
  for (const row of rows) {
    items.push({
      id: row.id,
      type: row.type,
      item: `/wp/v2/${core.kinds.of(row.type).type.restBase}/${row.id}`,
      link: links.get(row.id) ?? '',
      date: row.date.replace(' ', 'T'),
      title: highlight(plainOf(row.title), words, { most: titleLength, fold }).html,
      snippet: snippetOf(row, words, core),
    });
    await nextTurn();
  }
  return items;
}

/** The part of excerpt or content with the most occurrences; the excerpt where both have none. */
function snippetOf({ excerpt, content }: Post, words: readonly string[], { display }: Core): string {
  const shown = (raw: string) => {
    const text = plainOf(removeShortcodes(raw.slice(0, longestShown), display.shortcodes));
    return highlight(text, words, { most: snippetLength, fold });
  };
  const short = shown(excerpt);
  if (short.found > 0) return short.html;
  const long = shown(content);
  return long.found > 0 || short.html === '' ? long.html : short.html;
}

export const rankedSearchErrors = defineErrors({
  platen_no_words: { status: 400, message: () => 'Send at least one word to look for in search.' },
});
