import type { Call } from '../../api/call.ts';
import { findPage } from '../../api/resource/list-page.ts';
import { thingsOf } from '../../rules/capabilities.ts';
import { readVisibility } from '../../rules/post-visibility.ts';
import type { PostFilter } from '../../storage/store.ts';
import { addressesOf } from '../posts/content-addresses.ts';
import type { ContentKind } from '../posts/content-kind.ts';
import { searchWords } from '../posts/list/content-search.ts';
import { textContext } from '../posts/text-context.ts';
import type { SearchResult } from './search-result.ts';
import type { Found, Searched, SearchInput } from './searched.ts';

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
  const isEditor = types.every((type) => caller.can(`edit_${thingsOf(type)}`));
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
