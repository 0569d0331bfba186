import { type BenchRequest, htmlWith, listOf, someOf } from '../lib/peer.ts';
import { wordpressRequests } from './wordpress-requests.ts';

/** A word that generated posts do not have. */
export const madeUpWord = 'zyxquorple';
/** How many posts have it. */
export const madeUpPosts = 20;

interface Known {
  readonly id: number;
  readonly author: number;
  readonly slug: string;
  readonly date: string;
  readonly modified: string;
}

/** The requests whose cost should not follow the size of a site. Created posts change the size, so creating comes last. */
export async function growthRequests(url: string, login: string, posts: number): Promise<Record<string, BenchRequest>> {
  const api = `${url}/wp-json`;
  const { list, embed, item, filtered, update, create, front, feed } = await wordpressRequests(api, login);
  const headers = { authorization: `Basic ${Buffer.from(login).toString('base64')}` };
  const ask = async <Row>(path: string): Promise<Row[]> =>
    (await (await fetch(`${api}/wp/v2/${path}`)).json()) as Row[];
  const pages = Math.floor(posts / 10);
  const middle = Math.floor(pages / 2);
  const [newest, central] = [
    (await ask<Known>('posts?per_page=1'))[0],
    (await ask<Known>(`posts?per_page=1&offset=${middle * 10}`))[0],
  ];
  const [category, tag] = [
    (await ask<{ id: number; count: number }>('categories?slug=section-7'))[0],
    (await ask<{ id: number; count: number }>('tags?orderby=count&order=desc&per_page=1'))[0],
  ];
  const byAuthor = await fetch(`${api}/wp/v2/posts?author=${newest?.author}&per_page=1`);
  const ofAuthor = Number(byAuthor.headers.get('x-wp-total'));
  const at = (query: string, isRight = listOf(10)): BenchRequest => ({ url: `${api}/wp/v2/posts?${query}`, isRight });
  const asEditor = (query: string): BenchRequest => ({ ...at(query), headers });
  const from = (path: string, isRight = someOf): BenchRequest => ({ url: `${api}/wp/v2/${path}`, isRight });
  const deep = (name: string, query: string, total: number, order: string): Record<string, BenchRequest> => {
    const last = Math.max(1, Math.floor(total / 10));
    return {
      [`${name}, middle page`]: at(`${query}&page=${Math.max(1, Math.floor(last / 2))}${order}`),
      [`${name}, last page`]: at(`${query}&page=${last}${order}`),
    };
  };
  const month = newest?.date.slice(0, 7).replace('-', '/');
  return {
    'list of 10': list,
    'list of 10 with _embed': embed,
    item,
    slug: { url: `${api}/wp/v2/posts?slug=${newest?.slug}`, isRight: listOf(1) },
    'list of a category': filtered,
    'list of an author': at(`author=${newest?.author}`),
    'page 50': at('page=50'),
    'middle page': at(`page=${middle}`),
    'last page': at(`page=${pages}`),
    'oldest first, middle page': at(`page=${middle}&order=asc`),
    'a total alone': { url: `${api}/wp/v2/posts?per_page=1&_fields=id`, isRight: listOf(1) },
    'by title': at('orderby=title&order=asc'),
    ...deep('by title', 'orderby=title', posts, '&order=asc'),
    ...deep('by id', 'orderby=id', posts, ''),
    ...deep('by slug', 'orderby=slug', posts, ''),
    ...deep('by change', 'orderby=modified', posts, ''),
    ...deep('of a category', `categories=${category?.id}`, category?.count ?? 0, ''),
    ...deep('of a category by title', `categories=${category?.id}`, category?.count ?? 0, '&orderby=title'),
    ...deep('of a tag', `tags=${tag?.id}`, tag?.count ?? 0, ''),
    ...deep('of an author', `author=${newest?.author}`, ofAuthor, ''),
    'after a date in the middle': at(`after=${central?.date}`),
    'before a date in the middle': at(`before=${central?.date}`),
    'changed after a moment': at(`modified_after=${central?.modified}`),
    'without some posts': at(`exclude=${newest?.id},${central?.id}`),
    'offset in the middle': at(`offset=${middle * 10}`),
    'not sticky': at('sticky=false'),
    'without a category': at(`categories_exclude=${category?.id}`),
    'of a category and a tag': at(`categories=${category?.id}&tags=${tag?.id}`, someOf),
    'of two categories': at(`categories=${category?.id},${(category?.id ?? 0) + 1}`),
    'in any state, as an editor': asEditor('status=any&context=edit'),
    'in any state, middle page': asEditor(`status=any&context=edit&page=${middle}`),
    'users with posts': from('users', listOf(10)),
    'categories by count': from('categories?orderby=count&order=desc&hide_empty=true'),
    'tags, page 9': from('tags?page=9'),
    'pages by order': from('pages?orderby=menu_order&order=asc'),
    'pages without parent': from('pages?parent=0'),
    'comments of all posts': from('comments'),
    'comments, as an editor': { ...from('comments?status=approve&context=edit'), headers },
    'content of platen/v1': { url: `${api}/platen/v1/content?types=post,page`, headers, isRight: () => true },
    'counts by state': { url: `${api}/platen/v1/counts?by=status`, headers, isRight: () => true },
    'front page': front,
    'front page, page 50': { ...front, url: `${url}/page/50/` },
    'archive of a category': { url: `${url}/category/section-7/`, isRight: htmlWith(/<h2[ >]/g, 1) },
    'archive of a month': { url: `${url}/${month}/`, isRight: htmlWith(/<h2[ >]/g, 1) },
    'archive of an author': { url: `${url}/?author=${newest?.author}`, isRight: () => true },
    feed,
    sitemap: { url: `${url}/wp-sitemap.xml`, isRight: htmlWith(/<sitemap>/g, 1) },
    'search, word in few posts': at(`search=${madeUpWord}`),
    'search, common word': at('search=morning'),
    'search, short word': at('search=of'),
    'search, five words': at('search=badger+walnut+anchor+frost+violin'),
    'search, phrase': at(`search=${encodeURIComponent('"of the garden"')}`),
    update: update[0] ?? item,
    create,
  };
}
