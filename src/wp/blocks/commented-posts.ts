import { addressesOf } from '../posts/content-addresses.ts';
import type { BlockWork } from './block-work.ts';

const columns = ['id', 'title', 'slug', 'status', 'date', 'parentId', 'type', 'authorId', 'password'] as const;

/** The titles and addresses of the posts that comments are on, by id. */
export async function commentedPosts(
  ids: readonly number[],
  { call, kinds, visibility }: BlockWork,
): Promise<Map<number, { readonly title: string; readonly url: string }>> {
  const wanted = [...new Set(ids)].filter((id) => id > 0);
  const found = new Map<number, { title: string; url: string }>();
  if (wanted.length === 0) return found;
  const rows = await call.store.posts.find(
    { types: [...kinds].map(({ type }) => type.name), visibility, ids: wanted },
    { by: 'id', direction: 'asc' },
    { limit: wanted.length, offset: 0 },
    columns,
  );
  for (const kind of kinds) {
    const own = rows.filter(({ type }) => type === kind.type.name);
    if (own.length === 0) continue;
    const urls = await addressesOf(kind, own, call);
    for (const [i, { id, title, password }] of own.entries())
      found.set(id, { title: `${password === '' ? '' : 'Protected: '}${title}`, url: urls[i] ?? '' });
  }
  return found;
}
