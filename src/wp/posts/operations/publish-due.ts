import { gmtAt } from '../../../rules/zone.ts';
import type { Post } from '../../../storage/rows.ts';
import { inTransaction, type OperationContext } from '../../context/operation-context.ts';
import type { ContentKinds } from '../content-kind.ts';
import { recordActions } from './post-hooks.ts';
import { assignDefaultTerms, taxonomiesLeftEmpty } from './post-relations.ts';
import { uniqueSlug, wantedSlug } from './post-slug.ts';
import { tellIfPublished } from './published.ts';

const batch = 100;

/**
 * Publishes scheduled rows that are due and returns how many. Each row is read again in its own transaction, so that
 * one that was unscheduled, rescheduled or published by another worker meanwhile is left alone.
 */
export async function publishDue(kinds: ContentKinds, work: OperationContext): Promise<number> {
  let published = 0;
  for (;;) {
    const due = await work.store.posts.due(gmtAt(work.now), batch);
    let progress = 0;
    for (const { id } of due) if (await publishIfDue(kinds, id, work)) progress++;
    published += progress;
    if (due.length < batch || progress === 0) return published;
  }
}

function publishIfDue(kinds: ContentKinds, id: number, work: OperationContext): Promise<boolean> {
  return inTransaction(work, async (inner) => {
    const { store } = inner;
    const post = await store.posts.lockedById(id);
    if (post?.status !== 'future' || post.dateGmt > gmtAt(work.now)) return false;
    const kind = kinds.find(post.type);
    const slug =
      post.slug !== '' || !kind
        ? post.slug
        : await uniqueSlug(kind, wantedSlug(kind, '', post.title, 'publish') || String(id), post, store);
    await store.posts.update(id, { status: 'publish', slug });
    const published: Post = { ...post, status: 'publish', slug };
    if (kind) {
      await assignDefaultTerms(published, await taxonomiesLeftEmpty(kind, id, {}, store), inner);
      await tellIfPublished(kind, post, published, inner);
    }
    await recordActions(published, ['publish'], inner);
    return true;
  });
}
