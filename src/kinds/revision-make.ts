import { postLink } from '../content/permalinks.ts';
import { everything } from '../content/sight.ts';
import { gmtAt } from '../content/zone.ts';
import type { Post } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import type { ContentKind } from './content-kind.ts';
import type { ContentWork } from './content-work.ts';

export const revisionType = 'revision';

/** The slug that says whose revision a row is. */
const revisionSlug = (postId: number): string => `${postId}-revision-v1`;

/**
 * Keeps the state a change led to. The first change of a post always leaves a revision; later ones only where one of
 * the texts became another.
 */
export async function keepRevision(kind: ContentKind, post: Post, work: ContentWork): Promise<void> {
  if (!kind.supports('revisions') || post.status === 'auto-draft') return;
  const last = await latestRevision(post.id, work.store);
  if (last && !differs(last, post)) return;
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
    slug: revisionSlug(post.id),
    parentId: post.id,
    type: revisionType,
    menuOrder: 0,
    mimeType: '',
    guid: '',
    commentCount: 0,
  };
  const { id: _postId, ...fields } = row;
  const id = await work.store.posts.insert(fields);
  await work.store.posts.update(id, { guid: postLink(work.site, { ...row, id }, { linkStyle: 'dated' }) });
}

/** The newest revision of a post, with what is needed to compare it. */
async function latestRevision(
  postId: number,
  store: Store,
): Promise<Pick<Post, 'title' | 'content' | 'excerpt'> | undefined> {
  const [last] = await store.posts.find(
    { types: [revisionType], sight: everything, parentIds: [postId], slugs: [revisionSlug(postId)] },
    { by: 'id', direction: 'desc' },
    { limit: 1, offset: 0 },
    ['title', 'content', 'excerpt'],
  );
  return last;
}

function differs(one: Pick<Post, 'title' | 'content' | 'excerpt'>, other: typeof one): boolean {
  return (['title', 'content', 'excerpt'] as const).some(
    (text) => one[text] !== other[text] && withoutSpacing(one[text]) !== withoutSpacing(other[text]),
  );
}

/** Blanks and line ends that read the same are the same. */
function withoutSpacing(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n+/g, '\n')
    .replace(/[ \t]+/g, ' ')
    .trim();
}
