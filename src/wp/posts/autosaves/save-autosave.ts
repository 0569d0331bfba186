import { everything } from '../../../rules/visibility.ts';
import { gmtAt } from '../../../rules/zone.ts';
import type { Post } from '../../../storage/rows.ts';
import type { Store } from '../../../storage/store.ts';
import { inTransaction, type OperationContext } from '../../context/operation-context.ts';
import { contentErrors } from '../content-errors.ts';
import type { ContentKind } from '../content-kind.ts';
import type { PostDraft } from '../operations/post-draft.ts';
import { createTextCleaner, noTexts } from '../operations/post-texts.ts';
import { updatePost } from '../operations/update-post.ts';
import { insertRevision, revisionType, textsDiffer } from '../revisions/save-revision.ts';

type SentTexts = Pick<PostDraft, 'title' | 'content' | 'excerpt'>;

const slugOf = (postId: number): string => `${postId}-autosave-v1`;

/**
 * Saves texts beside a post: one autosave per user, replaced by the next. The user's own draft is changed itself.
 * Refuses texts that are those of the post, and removes the user's autosave then.
 */
export async function saveAutosave(
  kind: ContentKind,
  post: Post,
  sent: SentTexts,
  work: OperationContext,
): Promise<Post> {
  const isOwnDraft = post.authorId === work.caller.userId && ['draft', 'auto-draft'].includes(post.status);
  if (isOwnDraft) return updatePost(kind, post.id, sent, work);
  const saved = await keepAutosave(kind, post, sent, work);
  if (!saved) throw contentErrors.rest_autosave_no_changes();
  return saved;
}

/**
 * Saves texts beside a post, whatever its state: the post itself is not changed. Null where they are those of the post;
 * the user's autosave is removed then.
 */
export async function keepAutosave(
  kind: ContentKind,
  post: Post,
  sent: SentTexts,
  work: OperationContext,
): Promise<Post | null> {
  const { caller } = work;
  const clean = createTextCleaner(kind, caller);
  await clean(sent, (await autosaveOf(post.id, caller.userId, work.store)) ?? noTexts);
  return inTransaction(work, async (inner) => {
    const { store, now, site } = inner;
    await store.lock(`autosaves of ${post.id}`);
    const before = await autosaveOf(post.id, caller.userId, store);
    const texts = await clean(sent, before ?? noTexts);
    if (!textsDiffer(texts, post)) {
      if (before) await store.posts.remove(before.id);
      return null;
    }
    if (!before) return insertRevision({ ...post, ...texts }, slugOf(post.id), inner);
    const local = site.zone.localAt(now);
    const gmt = gmtAt(now);
    const changes = { ...texts, date: local, dateGmt: gmt, modified: local, modifiedGmt: gmt };
    await store.posts.update(before.id, changes);
    return { ...before, ...changes };
  });
}

/** The autosaves of a post, the latest first; of one user, or of all. */
export function findAutosaves(postId: number, store: Store, userId?: number): Promise<Post[]> {
  return store.posts.find(
    {
      types: [revisionType],
      visibility: everything,
      parentIds: [postId],
      slugs: [slugOf(postId)],
      ...(userId === undefined ? {} : { authorIds: [userId] }),
    },
    { by: 'date', direction: 'desc' },
    { limit: most, offset: 0 },
  );
}

/** There is one per user who edits the post. */
const most = 1000;

/** What a user has written since the post was last saved. */
export async function autosaveOf(postId: number, userId: number, store: Store): Promise<Post | undefined> {
  return (await findAutosaves(postId, store, userId))[0];
}
