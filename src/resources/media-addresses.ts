import { postLink } from '../content/permalinks.ts';
import { addressesOf } from '../kinds/content-addresses.ts';
import type { ContentWork } from '../kinds/content-work.ts';
import type { Post } from '../storage/rows.ts';
import type { MediaKind } from './media-kind.ts';

/** The public addresses of attachments, in their order; those of the rows they hang on are worked out all at once. */
export async function mediaAddresses(
  kind: MediaKind,
  posts: readonly Post[],
  work: Pick<ContentWork, 'store' | 'site'>,
): Promise<string[]> {
  const { linkStyle } = kind.type;
  const parentIds = [...new Set(posts.map((post) => post.parentId).filter((id) => id > 0))];
  const parents = parentIds.length > 0 ? await parentAddresses(kind, parentIds, work) : new Map<number, string>();
  return posts.map((post) => postLink(work.site, post, { linkStyle, parentLink: parents.get(post.parentId) ?? null }));
}

async function parentAddresses(
  kind: MediaKind,
  ids: readonly number[],
  work: Pick<ContentWork, 'store' | 'site'>,
): Promise<Map<number, string>> {
  const rows = await work.store.posts.byIds(ids);
  const addresses = new Map<number, string>();
  for (const [type, parentKind] of kind.parents) {
    const own = rows.filter((row) => row.type === type);
    if (own.length === 0) continue;
    const found = await addressesOf(parentKind, own, work);
    for (const [i, row] of own.entries()) addresses.set(row.id, found[i] as string);
  }
  return addresses;
}
