import { type BenchRequest, htmlWith, isItem, listOf, type RequestKind, someOf } from '../lib/peer.ts';

/** The requests to a server that speaks the `wp/v2` interface: the same for all of them. */
export async function wordpressRequests(
  api: string,
  login: string,
): Promise<Readonly<Record<RequestKind, BenchRequest>>> {
  const ask = async (path: string) => (await (await fetch(`${api}${path}`)).json()) as { id: number; link: string }[];
  const [post50] = await ask('/wp/v2/posts?offset=50&per_page=1');
  const id = post50?.id;
  const origin = new URL(api).origin;
  const site = api.replace(/\/wp-json$/, '');
  const category = (await ask('/wp/v2/categories?slug=section-7'))[0]?.id;
  const tags = (await ask('/wp/v2/tags?per_page=2')).map((tag) => tag.id);
  const post = {
    title: 'A post that is new @@',
    content: `<p>${'It was written while somebody counted. '.repeat(50)}</p>`,
    status: 'publish',
    categories: [category],
    tags,
  };
  return {
    list: { url: `${api}/wp/v2/posts`, isRight: listOf(10) },
    embed: { url: `${api}/wp/v2/posts?_embed`, isRight: listOf(10) },
    item: { url: `${api}/wp/v2/posts/${id}`, isRight: isItem },
    filtered: { url: `${api}/wp/v2/posts?categories=${category}`, isRight: listOf(10) },
    compressed: { url: `${api}/wp/v2/posts`, headers: { 'accept-encoding': 'gzip' }, isRight: listOf(10) },
    front: { url: `${site}/`, isRight: htmlWith(/<h2[ >]/g, 10) },
    page: { url: origin + pathOf(post50?.link ?? '/'), isRight: htmlWith(/<h1[ >]/g, 1) },
    feed: { url: `${site}/feed/`, isRight: htmlWith(/<item>/g, 10) },
    search: { url: `${api}/wp/v2/posts?search=lighthouse+walnut`, isRight: someOf },
    create: {
      url: `${api}/wp/v2/posts`,
      headers: {
        authorization: `Basic ${Buffer.from(login).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(post),
      isRight: isItem,
    },
  };
}

/** The address of a page on the server that is measured, whatever host the site is set to. */
function pathOf(link: string): string {
  const { pathname, search } = new URL(link);
  return pathname + search;
}
