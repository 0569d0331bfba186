import { type BenchRequest, htmlWith, isItem, isItemWith, listOf, type ReadKind, someOf } from '../lib/peer.ts';

/** The requests to a server that speaks the `wp/v2` interface: the same for all of them. */
export type WordpressRequests = Readonly<Record<ReadKind | 'create', BenchRequest>> & {
  readonly items: readonly BenchRequest[];
  readonly update: readonly BenchRequest[];
};

/** How many posts are read and updated in turn. */
const severalPosts = 20;
/** How far from the newest post they begin, so that posts created meanwhile do not move them into the list. */
const firstOffset = 50;

export async function wordpressRequests(api: string, login: string): Promise<WordpressRequests> {
  const ask = async (path: string) => (await (await fetch(`${api}${path}`)).json()) as { id: number; link: string }[];
  const several = await ask(`/wp/v2/posts?offset=${firstOffset}&per_page=${severalPosts}`);
  const post50 = several[0];
  const origin = new URL(api).origin;
  const site = api.replace(/\/wp-json$/, '');
  const category = (await ask('/wp/v2/categories?slug=section-7'))[0]?.id;
  const tags = (await ask('/wp/v2/tags?per_page=2')).map((tag) => tag.id);
  const headers = {
    authorization: `Basic ${Buffer.from(login).toString('base64')}`,
    'content-type': 'application/json',
  };
  const list: BenchRequest = { url: `${api}/wp/v2/posts`, isRight: listOf(10) };
  const items = several.map(({ id }): BenchRequest => ({ url: `${api}/wp/v2/posts/${id}`, isRight: isItemWith(id) }));
  const item: BenchRequest = { url: `${api}/wp/v2/posts/${post50?.id}`, isRight: isItemWith(post50?.id) };
  const accepting = (request: BenchRequest, encoding: string): BenchRequest => ({
    ...request,
    headers: { 'accept-encoding': encoding },
  });
  const content = `<p>${'It was written while somebody counted. '.repeat(50)}</p>`;
  const created = { title: 'A post that is new @@', content, status: 'publish', categories: [category], tags };
  const updated = { title: 'A post that was changed @@', content: `${content}<p>@@</p>` };
  return {
    list,
    'list-gzip': accepting(list, 'gzip'),
    'list-br': accepting(list, 'br'),
    'list-edit': { url: `${api}/wp/v2/posts?context=edit`, headers, isRight: listOf(10) },
    embed: { url: `${api}/wp/v2/posts?_embed`, isRight: listOf(10) },
    item,
    'item-gzip': accepting(item, 'gzip'),
    'item-br': accepting(item, 'br'),
    items,
    filtered: { url: `${api}/wp/v2/posts?categories=${category}`, isRight: listOf(10) },
    search: { url: `${api}/wp/v2/posts?search=lighthouse+walnut`, isRight: someOf },
    front: { url: `${site}/`, isRight: htmlWith(/<h2[ >]/g, 10) },
    page: { url: origin + pathOf(post50?.link ?? '/'), isRight: htmlWith(/<h1[ >]/g, 1) },
    feed: { url: `${site}/feed/`, isRight: htmlWith(/<item>/g, 10) },
    update: items.map((one) => ({ ...one, headers, body: JSON.stringify(updated) })),
    create: { url: `${api}/wp/v2/posts`, headers, body: JSON.stringify(created), isRight: isItem },
  };
}

/** The address of a page on the server that is measured, whatever host the site is set to. */
function pathOf(link: string): string {
  const { pathname, search } = new URL(link);
  return pathname + search;
}
