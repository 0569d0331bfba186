import { type BenchRequest, isItem, listOf, type RequestKind, someOf } from '../lib/peer.ts';

/** The requests to a server that speaks the `wp/v2` interface: the same for all of them. */
export async function wordpressRequests(
  api: string,
  login: string,
): Promise<Readonly<Record<RequestKind, BenchRequest>>> {
  const ask = async (path: string) => (await (await fetch(`${api}${path}`)).json()) as { id: number }[];
  const id = (await ask('/wp/v2/posts?offset=50&per_page=1'))[0]?.id;
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
