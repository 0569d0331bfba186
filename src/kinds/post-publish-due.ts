import { gmtAt } from '../content/zone.ts';
import type { ContentKind } from './content-kind.ts';
import { type ContentWork, inTransaction } from './content-work.ts';
import { uniqueSlug, wantedSlug } from './post-slug.ts';

const batch = 100;

/**
 * Publishes scheduled rows whose time has come and says how many. Each row is looked at again inside its own
 * transaction, so that one that was taken back, moved or published by another worker meanwhile is left alone.
 */
export async function publishDue(kinds: readonly ContentKind[], work: ContentWork): Promise<number> {
  let published = 0;
  for (;;) {
    const due = await work.store.posts.due(gmtAt(work.now), batch);
    let progress = 0;
    for (const { id } of due) if (await publishIfDue(kinds, id, work)) progress++;
    published += progress;
    if (due.length < batch || progress === 0) return published;
  }
}

function publishIfDue(kinds: readonly ContentKind[], id: number, work: ContentWork): Promise<boolean> {
  return inTransaction(work, async ({ store }) => {
    const post = await store.posts.byId(id);
    if (post?.status !== 'future' || post.dateGmt > gmtAt(work.now)) return false;
    const kind = kinds.find((one) => one.type.name === post.type);
    const slug =
      post.slug !== '' || !kind
        ? post.slug
        : await uniqueSlug(kind, wantedSlug(kind, '', post.title, 'publish') || String(id), post, store);
    await store.posts.update(id, { status: 'publish', slug });
    return true;
  });
}
