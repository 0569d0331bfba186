import { postLink } from '../../../rules/permalinks.ts';
import { everything } from '../../../rules/visibility.ts';
import { gmtAt } from '../../../rules/zone.ts';
import type { Post } from '../../../storage/rows.ts';
import type { Store } from '../../../storage/store.ts';
import { inTransaction, type OperationContext } from '../../context/core-context.ts';
import { contentErrors } from '../content-errors.ts';
import type { ContentKind } from '../content-kind.ts';
import type { PostDraft } from '../operations/post-draft.ts';
import { createTextCleaner } from '../operations/post-texts.ts';
import { areSameFields, copyFields, fieldValues, planVersioned, writeFields } from './versioned-fields.ts';

export const revisionType = 'revision';

/** The slug of the revisions of a post. */
const revisionSlug = (postId: number): string => `${postId}-revision-v1`;

/**
 * Saves the state after a change as a revision. The first change of a post always saves one; later changes only if one
 * of the texts or fields differs. A caller that has read the latest one in this transaction passes it.
 */
export async function saveRevision(
  kind: ContentKind,
  post: Post,
  work: OperationContext,
  latest?: LatestRevision | null,
): Promise<void> {
  if (!kind.supports('revisions') || post.status === 'auto-draft') return;
  const last = latest === undefined ? await latestRevision(kind, post.id, work.store) : latest;
  if (last && !textsDiffer(last, post) && (await haveSameFields(kind, last, post, work.store))) return;
  await insertRevision(kind, post, revisionSlug(post.id), work);
}

async function haveSameFields(kind: ContentKind, one: WithId, other: WithId, store: Store): Promise<boolean> {
  return areSameFields(await fieldValues(kind, one.id, store), await fieldValues(kind, other.id, store));
}

/** What somebody has written of a post. */
export type Written = Texts & Pick<PostDraft, 'meta'>;

/**
 * Saves what was written as a revision of a post that stays as it is: it is not to be saved, but not to be lost. Null
 * where the post or its latest revision is like that.
 */
export async function keepRevision(
  kind: ContentKind,
  post: Post,
  { meta, ...texts }: Written,
  work: OperationContext,
): Promise<Post | null> {
  if (!kind.supports('revisions')) throw contentErrors.rest_post_invalid_parent();
  const clean = await createTextCleaner(kind, work.caller)(texts, texts);
  const changes = await planVersioned(kind, post.id, meta, work);
  return inTransaction(work, async (inner) => {
    const { store } = inner;
    await store.posts.lockedById(post.id);
    const fields = { ...(await fieldValues(kind, post.id, store)), ...changes };
    for (const like of [post, await latestRevision(kind, post.id, store)]) {
      const isSame =
        like && !textsDiffer(clean, like) && areSameFields(fields, await fieldValues(kind, like.id, store));
      if (isSame) return null;
    }
    const made = await insertRevision(kind, { ...post, ...clean }, revisionSlug(post.id), inner);
    await writeFields(kind, made.id, changes, store);
    return made;
  });
}

/** Stores the texts of a post as a new row below it, with its fields. */
export async function insertRevision(
  kind: ContentKind,
  post: Post,
  slug: string,
  work: OperationContext,
): Promise<Post> {
  const row = {
    ...post,
    authorId: work.caller.userId,
    date: work.site.zone.localAt(work.now),
    dateGmt: gmtAt(work.now),
    modified: work.site.zone.localAt(work.now),
    modifiedGmt: gmtAt(work.now),
    status: 'inherit',
    commentStatus: 'closed',
    pingStatus: 'closed',
    password: '',
    slug,
    parentId: post.id,
    type: revisionType,
    menuOrder: 0,
    mimeType: '',
    guid: '',
    commentCount: 0,
  };
  const { id: _postId, ...fields } = row;
  const guidWith = (id: number): string => postLink(work.site, { ...row, id }, { linkStyle: 'dated' });
  // Most addresses do not name the id.
  const known = guidWith(1) === guidWith(2) ? guidWith(1) : '';
  const id = await work.store.posts.insert({ ...fields, guid: known });
  const guid = known || guidWith(id);
  if (known === '') await work.store.posts.update(id, { guid });
  await copyFields(kind, post.id, id, work.store);
  return { ...row, id, guid };
}

type WithId = Pick<Post, 'id'>;
type Texts = Pick<Post, 'title' | 'content' | 'excerpt'>;
export type LatestRevision = Texts & WithId;

/** The latest revision of a post, with the columns needed to compare it; null where there is none. */
export async function latestRevision(kind: ContentKind, postId: number, store: Store): Promise<LatestRevision | null> {
  if (!kind.supports('revisions')) return null;
  const [last] = await store.posts.find(
    { types: [revisionType], visibility: everything, parentIds: [postId], slugs: [revisionSlug(postId)] },
    { by: 'id', direction: 'desc' },
    { limit: 1, offset: 0 },
    ['id', 'title', 'content', 'excerpt'],
  );
  return last ?? null;
}

/** Whether texts differ in more than white space. */
export function textsDiffer(one: Texts, other: Texts): boolean {
  return (['title', 'content', 'excerpt'] as const).some(
    (text) => one[text] !== other[text] && withoutSpacing(one[text]) !== withoutSpacing(other[text]),
  );
}

/** Normalises white space, so that differences in it alone do not count. */
function withoutSpacing(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n+/g, '\n')
    .replace(/[ \t]+/g, ' ')
    .trim();
}
