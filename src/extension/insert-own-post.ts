import type { Site } from '../rules/site.ts';
import { gmtAt } from '../rules/zone.ts';
import type { Post } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { freeSlug, slugify } from '../text/slug.ts';

/** A new row of a type that an extension has for itself. */
export interface OwnPost extends Pick<Post, 'type' | 'title' | 'content'> {
  readonly status?: string;
  readonly authorId?: number;
  /** The slug where nothing of the title can be one. */
  readonly defaultSlug: string;
}

/** Stores the row, with a slug that no other row of its type has and its guid; within the transaction of the caller. */
export async function insertOwnPost(
  store: Store,
  { type, title, content, status = 'publish', authorId = 0, defaultSlug }: OwnPost,
  { site, nowMs }: { readonly site: Site; readonly nowMs: number },
): Promise<{ readonly id: number; readonly slug: string }> {
  const now = gmtAt(nowMs);
  const among = { types: [type], exceptId: 0 };
  const slug = await freeSlug(
    slugify(title, { slash: 'dash' }) || defaultSlug,
    async (candidate) => !(await store.posts.slugTaken(candidate, among)),
  );
  const id = await store.posts.insert({
    type,
    title,
    content,
    status,
    authorId,
    slug,
    date: site.zone.toLocal(now),
    dateGmt: now,
    modified: site.zone.toLocal(now),
    modifiedGmt: now,
    excerpt: '',
    commentStatus: 'closed',
    pingStatus: 'closed',
    password: '',
    parentId: 0,
    guid: '',
    menuOrder: 0,
    mimeType: '',
  });
  await store.posts.update(id, { guid: `${site.url}/?post_type=${type}&p=${id}` });
  return { id, slug };
}
