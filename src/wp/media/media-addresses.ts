import { postLink } from '../../rules/permalinks.ts';
import type { Post } from '../../storage/rows.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { addressesOf } from '../posts/content-addresses.ts';
import type { ContentKinds } from '../posts/content-kind.ts';

/** The public URLs of attachments, in their order; the URLs of their parents are computed all at once. */
export async function mediaAddresses(
  kinds: ContentKinds,
  posts: readonly Post[],
  work: Pick<OperationContext, 'store' | 'site' | 'caller'>,
): Promise<string[]> {
  const { linkStyle } = kinds.of('attachment').type;
  const parentIds = [...new Set(posts.map((post) => post.parentId).filter((id) => id > 0))];
  const parents = parentIds.length > 0 ? await parentAddresses(kinds, parentIds, work) : new Map<number, string>();
  return posts.map((post) => postLink(work.site, post, { linkStyle, parentLink: parents.get(post.parentId) ?? null }));
}

async function parentAddresses(
  kinds: ContentKinds,
  ids: readonly number[],
  work: Pick<OperationContext, 'store' | 'site' | 'caller'>,
): Promise<Map<number, string>> {
  const rows = await work.store.posts.byIds(ids);
  const addresses = new Map<number, string>();
  for (const kind of kinds) {
    const own = kind.type.inheritsFromParent ? [] : rows.filter((row) => row.type === kind.type.name);
    if (own.length === 0) continue;
    const found = await addressesOf(kind, own, work);
    for (const [i, row] of own.entries()) addresses.set(row.id, found[i] ?? '');
  }
  return addresses;
}
