import { plainName, plainText, toPath } from './content-values.ts';
import type { ContentClient, Item, Place } from './content-wire.ts';

/** The lists whose items have a page of their own, in the order in which they are looked through. */
const entryBases = ['pages', 'posts'];
/** The lists of what posts are listed by, by the first part of their paths, and the argument that lists them. */
const archives: Readonly<Record<string, { readonly base: string; readonly argument: string }>> = {
  category: { base: 'categories', argument: 'categories' },
  tag: { base: 'tags', argument: 'tags' },
  author: { base: 'users', argument: 'author' },
};

/** What stands at a path on a server that cannot be asked: found by the last part of the path, which is a slug. */
export async function placeBySlug(client: ContentClient, asked: string): Promise<Place | null> {
  const { pathname } = new URL(asked, 'http://site');
  const [, own = '/', number = '1'] = /^(.*?)(?:page\/(\d+)\/?)?$/.exec(pathname) ?? [];
  // What is no text in UTF-8 is nobody's slug.
  if (decoded(own) === null) return null;
  const parts = own.split('/').filter((part) => part !== '');
  const page = Number(number);
  const slug = parts.at(-1);
  if (slug === undefined) return frontPage(client, page);
  const archive = parts.length > 1 ? archives[parts[0] ?? ''] : undefined;
  if (archive) {
    const [term] = await bySlug(client, archive.base, slug);
    if (!term) return null;
    const { title, description } = { title: plainName(term), description: plainText(term.description ?? '') };
    const query = { [archive.argument]: term.id };
    return { kind: 'list', title, description, base: 'posts', query, page, path: toPath(term.link) };
  }
  for (const base of entryBases) {
    const items = await bySlug(client, base, slug);
    const exact = items.find((item) => isSame(toPath(item.link), own));
    const found = exact ?? (base === 'posts' ? items[0] : undefined);
    if (!found) continue;
    const path = toPath(found.link);
    return exact ? { kind: 'entry', base, id: found.id, path } : { kind: 'moved', to: path, status: 301 };
  }
  return null;
}

async function frontPage(client: ContentClient, page: number): Promise<Place> {
  const told = await client.request('GET', '/', { _fields: 'show_on_front,page_on_front' });
  if (told.show_on_front === 'page' && told.page_on_front) {
    return { kind: 'entry', base: 'pages', id: told.page_on_front, path: '/' };
  }
  return { kind: 'list', title: '', description: '', base: 'posts', query: {}, page, path: '/' };
}

const bySlug = (client: ContentClient, base: string, slug: string): Promise<Item[]> =>
  client.request('GET', '/wp/v2/{base}', { base, slug: decodeURIComponent(slug) });

const isSame = (one: string, other: string): boolean => trimmed(one) === trimmed(other);
const trimmed = (path: string): string => (decoded(path) ?? path).replace(/\/+$/, '').toLowerCase();

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
