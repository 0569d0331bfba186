/**
 * `platen/content`: what a front end shows, read from the interface. It knows what stands at an address, what every page
 * shows, and which requests belong together. On a server without `platen/v1`, such as WordPress, it asks `wp/v2` for as much
 * of it as there is.
 */
import { type ClientOptions, createClient, PlatenError } from '../client/client.ts';
import {
  type Comment,
  commentOf,
  type Entry,
  entryOf,
  inUtc,
  plainName,
  plainText,
  type Term,
  termOf,
  toPath,
} from './content-values.ts';
import type {
  CommentFields,
  ContentClient,
  HeadElement,
  Item,
  ListQuery,
  ListRoutes,
  MenuItem,
  Place,
  SiteFacts,
  WireMenuItem,
} from './content-wire.ts';
import { placeBySlug } from './path-by-slug.ts';

export { imageWidths, type ResizedPictures, resizedSrcset, resizedUrl } from '../client/resized-pictures.ts';
export type { Comment, Entry, Term } from './content-values.ts';
export { commentOf, entryOf, entryOfEmbedded, ownPath, pictureOf, plainText, toPath } from './content-values.ts';
export type {
  CommentFields,
  HeadElement,
  Item,
  ListQuery,
  ListRoutes,
  MenuItem,
  Picture,
  Place,
  SiteFacts,
} from './content-wire.ts';

/** A page of a list. */
export interface EntryPage {
  readonly entries: readonly Entry[];
  readonly page: number;
  readonly pages: number;
}

export interface FoundPage {
  /** `title` and `snippet` are HTML, in which the words are marked. */
  readonly found: readonly { readonly path: string; readonly title: string; readonly snippet: string }[];
  readonly total: number;
}

export type Content = ReturnType<typeof openContent>;

/** Reads a site. Every path that it returns is one of the front end itself, whatever the address of the server. */
export function openContent(options: ClientOptions) {
  const client: ContentClient = createClient(options);
  const lists = createClient<ListRoutes>(options);

  const at = async (path: string): Promise<Place | null> => {
    const told = await orMissing(client.request('GET', '/platen/v1/path', { path }));
    if (told === noRoute) return placeBySlug(client, path);
    if (told === nothing) return null;
    if (told.redirect) {
      const { to, status } = told.redirect;
      return { kind: 'moved', to: within(to, (await site()).url), status };
    }
    const [, base = ''] = /^\/wp\/v2\/([\w-]+)/.exec(told.list ?? told.item ?? '') ?? [];
    if (told.kind === 'item' && told.id) return { kind: 'entry', base, id: told.id, path: toPath(told.link) };
    const query = Object.fromEntries(new URL(told.list ?? '', 'http://site').searchParams);
    const named = told.item ? await item(told.item) : null;
    const title = named ? plainName(named) : told.kind === 'date' ? datesIn(path) : '';
    const description = plainText(named?.description ?? '');
    return { kind: 'list', title, description, base, query, page: told.page ?? 1, path: toPath(told.link) };
  };

  /** Name, language and menus of the site. */
  const site = async (): Promise<SiteFacts> => {
    const told = await orMissing(client.request('GET', '/platen/v1/site', {}));
    if (told === noRoute || told === nothing) return siteByDiscovery(client);
    const { menu, footer_menu: footer, icon, ...facts } = told;
    return { ...facts, icon: icon?.src ?? '', menu: nested(menu, told.url), footerMenu: nested(footer, told.url) };
  };

  const item = (path: string): Promise<Item> => {
    const [, base = '', id = ''] = /^\/wp\/v2\/([\w-]+)\/(\d+)$/.exec(path) ?? [];
    return client.request('GET', '/wp/v2/{base}/{id}', { base, id });
  };

  /** What items refer to, in one request for each kind. */
  const complete = async (items: readonly Item[]): Promise<Entry[]> => {
    const [media, categories, tags, authors] = await Promise.all([
      included(
        'media',
        items.map((one) => one.featured_media),
      ),
      included(
        'categories',
        items.flatMap((one) => one.categories ?? []),
      ),
      included(
        'tags',
        items.flatMap((one) => one.tags ?? []),
      ),
      included(
        'users',
        items.map((one) => one.author),
      ),
    ]);
    return items.map((one) => entryOf(one, { media, categories, tags, authors }));
  };

  const included = async (base: string, ids: readonly (number | undefined)[]): Promise<ReadonlyMap<number, Item>> => {
    const wanted = [...new Set(ids.filter((id) => id !== undefined && id > 0))].sort(
      (one, other) => Number(one) - Number(other),
    );
    if (wanted.length === 0) return new Map();
    const list = client.request('GET', '/wp/v2/{base}', { base, include: wanted.join(), per_page: 100 });
    // A server may keep its authors to itself; the text is shown without them.
    const items = await list.catch((error: unknown) => {
      if (error instanceof PlatenError && error.status >= 400 && error.status < 500) return [];
      throw error;
    });
    return new Map(items.map((one) => [one.id, one]));
  };

  return {
    client,
    at,
    site,
    complete,

    /** The item of a place, with its picture, terms and author; null if it is gone. */
    async entry({ base, id }: { readonly base: string; readonly id: number }): Promise<Entry | null> {
      const found = await orMissing(client.request('GET', '/wp/v2/{base}/{id}', { base, id }));
      if (found === nothing || found === noRoute) return null;
      const [entry] = await complete([found]);
      return entry ?? null;
    },

    /** A page of a list of items; one after the last is empty. */
    async entries(base: string, query: ListQuery = {}): Promise<EntryPage> {
      const page = Number(query['page'] ?? 1);
      const asked = lists.collection(`/wp/v2/${base}`).list({ per_page: 10, ...query });
      const list = await asked.catch((error: unknown) => {
        if (error instanceof PlatenError && error.code === 'rest_post_invalid_page_number') return null;
        throw error;
      });
      return { entries: await complete(list?.items ?? []), page, pages: list?.totalPages ?? page };
    },

    /** Every item of a list with its address and date, for a sitemap. */
    async addresses(base: string): Promise<{ readonly path: string; readonly modified: string }[]> {
      const fields = ['link', 'modified_gmt'] as const;
      const addresses = [];
      for await (const one of lists.collection(`/wp/v2/${base}`).all({ per_page: 100, _fields: fields }))
        addresses.push({ path: toPath(one.link), modified: inUtc(one.modified_gmt) });
      return addresses;
    },

    /** The categories that are used. */
    async categories(): Promise<Term[]> {
      const { items } = await lists.collection('/wp/v2/categories').list({ per_page: 100, hide_empty: true });
      return items.map(termOf);
    },

    /** The elements of the head of the page at a path; null where the server does not say. */
    async head(path: string): Promise<readonly HeadElement[] | null> {
      const told = await orMissing(client.request('GET', '/platen/v1/head', { path }));
      return told === noRoute || told === nothing ? null : told.head;
    },

    async search(words: string): Promise<FoundPage> {
      if (words.trim() === '') return { found: [], total: 0 };
      const told = await orMissing(client.request('GET', '/platen/v1/search', { search: words, per_page: 20 }));
      if (told === nothing) return { found: [], total: 0 };
      if (told !== noRoute) {
        const found = told.items.map(({ link, title, snippet }) => ({ path: toPath(link), title, snippet }));
        return { found, total: told.total };
      }
      const { items, total } = await lists.collection('/wp/v2/posts').list({ search: words, per_page: 20 });
      const found = items.map((one) => ({
        path: toPath(one.link),
        title: one.title?.rendered ?? '',
        snippet: one.excerpt?.rendered ?? '',
      }));
      return { found, total: total ?? found.length };
    },

    /** The approved comments of an entry, oldest first; answers stand after what they answer. */
    async comments(entry: Pick<Entry, 'id' | 'path'>): Promise<Comment[]> {
      const tags = [`comments:${entry.path.replace(/(?<=.)\/+$/, '')}`];
      const list = client.collection('/wp/v2/comments');
      const { items } = await list.list({ post: entry.id, per_page: 100, order: 'asc' }, { init: { next: { tags } } });
      return items.map(commentOf);
    },

    /** Sends a comment; the answer says whether it waits for approval. `address` is that of the visitor. */
    async addComment(fields: CommentFields, address?: string): Promise<{ readonly isWaiting: boolean }> {
      const headers = address === undefined ? {} : { 'x-forwarded-for': address };
      const made = await client.request('POST', '/wp/v2/comments', fields, { headers });
      return { isWaiting: made.status !== 'approved' };
    },
  };
}

const nothing = Symbol('nothing is there');
const noRoute = Symbol('the server has no such route');

/** Answers that say that something is missing, as values. */
async function orMissing<Answer>(asked: Promise<Answer>): Promise<Answer | typeof nothing | typeof noRoute> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof PlatenError)) throw error;
    if (error.code === 'rest_no_route') return noRoute;
    if (error.code === 'platen_no_words') return nothing;
    if (error.status === 404 || error.status === 410 || error.status === 401 || error.status === 403) return nothing;
    throw error;
  }
}

/** What WordPress says of itself, with the pages at the top as a menu: its menus are not public. */
async function siteByDiscovery(client: ContentClient): Promise<SiteFacts> {
  const [told, pages] = await Promise.all([
    client.request('GET', '/', { _fields: 'name,description,home,site_icon_url' }),
    client.request('GET', '/wp/v2/{base}', {
      base: 'pages',
      parent: 0,
      per_page: 12,
      orderby: 'menu_order',
      order: 'asc',
    }),
  ]);
  const menu = pages.map((page) => ({ label: plainName(page), url: toPath(page.link), children: [] }));
  return {
    title: told.name,
    tagline: told.description,
    url: told.home,
    language: 'en',
    direction: 'ltr',
    logo: null,
    icon: told.site_icon_url ?? '',
    menu,
    footerMenu: [],
  };
}

/** An address of the site as a path; one of another site as it is. */
const within = (address: string, home: string): string =>
  URL.parse(address, home)?.origin === new URL(home).origin ? toPath(address) : address;

/** The items of one level, with those that follow each of them on deeper levels. */
function nested(items: readonly WireMenuItem[], home: string, level = 0): MenuItem[] {
  const starts = items.flatMap((one, at) => (one.level === level ? [at] : []));
  return starts.flatMap((start, n) => {
    const [first, ...below] = items.slice(start, starts[n + 1]);
    return first
      ? [{ label: first.label, url: within(first.url, home), children: nested(below, home, level + 1) }]
      : [];
  });
}

/** The year, month and day in the path of an archive. */
const datesIn = (path: string): string => (path.match(/\d+/g) ?? []).slice(0, 3).join('-');
