import { getCollection, getEntry } from 'astro:content';
import {
  type Comment,
  commentOf,
  type Entry,
  entryOf,
  type HeadElement,
  plainText,
  type SiteFacts,
  toPath,
} from 'platen/content';

/** Posts that belong together: all of them, or those of a category, a tag or an author. */
export interface List {
  readonly title: string;
  readonly description: string;
  readonly path: string;
  /** Newest first. */
  readonly entries: readonly FullEntry[];
  readonly head: readonly HeadElement[] | undefined;
}

/** A post or page with its comments, and the head that the server has for it. */
export interface FullEntry extends Entry {
  readonly comments: readonly Comment[];
  readonly head: readonly HeadElement[] | undefined;
}

export interface Collections {
  readonly site: SiteFacts;
  /** Newest first. */
  readonly posts: readonly FullEntry[];
  readonly pages: readonly FullEntry[];
  readonly archives: readonly List[];
}

const dataOf = <T>(entries: readonly { readonly data: T }[]): T[] => entries.map(({ data }) => data);
const byId = <T extends { readonly id: number }>(items: readonly T[]): Map<number, T> =>
  new Map(items.map((item) => [item.id, item]));

/** What every page shows. */
export async function siteEntry(): Promise<SiteFacts> {
  const entry = await getEntry('site', 'site');
  if (!entry) throw new Error('The collection "site" is empty.');
  return entry.data;
}

/** Everything that the collections have, joined. */
export async function loadCollections(): Promise<Collections> {
  const site = await siteEntry();
  const [posts, pages] = [dataOf(await getCollection('posts')), dataOf(await getCollection('pages'))];
  const [categories, tags] = [dataOf(await getCollection('categories')), dataOf(await getCollection('tags'))];
  const users = dataOf(await getCollection('users'));
  const related = {
    media: byId(dataOf(await getCollection('media'))),
    categories: byId(categories),
    tags: byId(tags),
    authors: byId(users),
  };
  const comments = Map.groupBy(dataOf(await getCollection('comments')), ({ post }) => post);
  const complete = (item: (typeof posts)[number] | (typeof pages)[number]): FullEntry => {
    const entry = entryOf(item, related);
    const own = (comments.get(item.id) ?? []).map(commentOf);
    return {
      ...entry,
      content: localLinks(entry.content, site.url),
      comments: own.sort((a, b) => a.date.localeCompare(b.date) || a.id - b.id),
      head: item.head,
    };
  };
  const newest = posts.map(complete).sort((a, b) => b.date.localeCompare(a.date) || b.id - a.id);
  const postsAt = postsByArchive(newest);
  const terms = [...categories, ...tags, ...users];
  const archives = terms.flatMap((term): List[] => {
    const path = toPath(term.link);
    const entries = postsAt.get(path);
    if (!entries) return [];
    const { name, description } = term;
    const head = 'head' in term ? term.head : undefined;
    return [{ title: plainText(name), description: plainText(description), path, entries, head }];
  });
  return { site, posts: newest, pages: pages.map(complete), archives };
}

/** The posts of each category, tag and author, by its path. */
function postsByArchive(posts: readonly FullEntry[]): Map<string, FullEntry[]> {
  const found = new Map<string, FullEntry[]>();
  for (const post of posts) {
    for (const { path } of [...post.categories, ...post.tags, ...(post.author ? [post.author] : [])]) {
      const list = found.get(path);
      if (list) list.push(post);
      else found.set(path, [post]);
    }
  }
  return found;
}

/** Links of a text to the site itself lose its address, which another server may not share with this front end. */
function localLinks(html: string, siteUrl: string): string {
  const base = siteUrl.replace(/\/$/, '');
  return html.replace(/(<a\b[^>]*\shref=")([^"]*)"/g, (all, before: string, link: string) =>
    link.startsWith(`${base}/`) && !/\/wp-(?:content|json|admin)\b/.test(link)
      ? `${before}${link.slice(base.length)}"`
      : all,
  );
}
