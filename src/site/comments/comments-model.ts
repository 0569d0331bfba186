import { commentLink } from '../../rules/permalinks.ts';
import { supports } from '../../rules/post-types.ts';
import { commentVisibility, publicCommentTypes } from '../../rules/post-visibility.ts';
import type { Comment, Post } from '../../storage/rows.ts';
import { acceptsComments, type CommentSettings, commentSettings } from '../../wp/comments/comment-settings.ts';
import { textContext } from '../../wp/posts/text-context.ts';
import { dateModel } from '../pages/entries.ts';
import { plainOf } from '../pages/html-to-text.ts';
import type { PageWork } from '../pages/page-context.ts';
import { pagingModel } from '../pages/page-link.ts';
import { type Avatars, loadAvatars } from '../pages/pictures.ts';
import { pageTypes } from '../pages/visible-posts.ts';
import { raw } from '../theme/html.ts';
import type { CommentModel, CommentsModel } from '../theme/page-model.ts';
import { type CommentFormFacts, commentForm } from './comment-form.ts';
import { type CommentNode, threadOf, threadPage } from './comment-thread.ts';

type Work = Pick<PageWork, 'call' | 'core' | 'store' | 'words'>;

/** Which comments of an entry are shown. */
export interface CommentsWanted {
  readonly post: Post;
  readonly link: string;
  /** Whether the reader may see the text: it has no password, or the right one was given. */
  readonly isUnlocked: boolean;
  /** 0 for the page that is shown first. */
  readonly page: number;
  /** A comment of the reader that waits for approval; 0 for none. */
  readonly pendingId: number;
  readonly replyTo: number;
  readonly values?: CommentFormFacts['values'];
}

const mostComments = 5_000;

/** The thread of an entry, as far as the reader may see it, and the form for a new comment. */
export async function loadComments(work: Work, wanted: CommentsWanted): Promise<CommentsModel> {
  const { call, core } = work;
  const { post, link } = wanted;
  const settings = await commentSettings(call.store);
  const kind = core.kinds.find(post.type);
  const isOpen = kind !== undefined && supports(kind.type, 'comments') && acceptsComments(post, settings, call.now);
  const comments = wanted.isUnlocked ? await findComments(work, wanted) : [];
  const found = threadPage(threadOf(comments, settings.depth), settings, wanted.page);
  const mayWrite = isOpen && wanted.isUnlocked && (!settings.requiresLogin || call.caller.userId > 0);
  const replyTo = comments.find(({ id, approved }) => id === wanted.replyTo && approved === '1') ?? null;
  const avatars = await loadAvatars(call);
  const facts: ThreadFacts = { work, wanted, settings, mayWrite, text: textOf(work), avatars };
  return {
    isShown: wanted.isUnlocked && (isOpen || comments.length > 0),
    count: comments.filter(({ approved }) => approved === '1').length,
    thread: await Promise.all(found.shown.map((node) => commentModel(node, facts))),
    paging: pagingModel(call.site, link, { page: found.page, pages: found.pages, kind: 'comments' }),
    form: mayWrite ? await commentForm(work, { post, link, settings, replyTo, values: wanted.values }) : null,
    closed: closedNote(work, { isOpen, settings, post, count: comments.length }),
    loginUrl: isOpen && !mayWrite ? `${call.site.serverUrl}/wp-login.php?redirect_to=${encodeURIComponent(link)}` : '',
  };
}

/** The page of the thread that shows a comment; 0 where it is the one that is shown first. */
export async function commentPageOf(work: Work, wanted: CommentsWanted, id: number): Promise<number> {
  const settings = await commentSettings(work.call.store);
  if (settings.perPage === 0) return 0;
  const tops = threadOf(await findComments(work, wanted), settings.depth);
  const at = tops.findIndex((node) => holdsComment(node, id));
  const page = Math.floor(Math.max(0, at) / settings.perPage) + 1;
  return page === threadPage(tops, settings, 0).page ? 0 : page;
}

const holdsComment = ({ comment, replies }: CommentNode, id: number): boolean =>
  comment.id === id || replies.some((reply) => holdsComment(reply, id));

function closedNote(
  { words }: Work,
  { isOpen, settings, post, count }: { isOpen: boolean; settings: CommentSettings; post: Post; count: number },
): string {
  if (isOpen) return settings.requiresLogin ? words.loginToComment : '';
  return count > 0 || post.type === 'post' ? words.commentsClosed : '';
}

/** The approved comments, those of the reader that wait for approval, and the one just written; oldest first. */
async function findComments({ call, core }: Work, { post, pendingId }: CommentsWanted): Promise<Comment[]> {
  const unlocked = post.password === '' ? [] : [post.id];
  const types = publicCommentTypes;
  const visibility = commentVisibility(call.caller, pageTypes({ core }), { unlockedPostIds: unlocked });
  const [order, page] = [{ by: 'dateGmt', direction: 'asc' } as const, { limit: mostComments, offset: 0 }];
  const approved = await call.store.comments.find(
    { visibility, types, postIds: [post.id], approved: ['1'] },
    order,
    page,
  );
  const { userId } = call.caller;
  const own =
    userId > 0
      ? await call.store.comments.find(
          { visibility, types, postIds: [post.id], approved: ['0'], userIds: [userId] },
          order,
          page,
        )
      : [];
  const pending = pendingId > 0 ? await call.store.comments.byId(pendingId) : null;
  const isPending = pending && pending.postId === post.id && ['0', 'spam', 'trash'].includes(pending.approved);
  const all = new Map([...approved, ...own, ...(isPending ? [pending] : [])].map((comment) => [comment.id, comment]));
  return [...all.values()].sort((a, b) => (a.dateGmt < b.dateGmt ? -1 : a.dateGmt > b.dateGmt ? 1 : a.id - b.id));
}

interface ThreadFacts {
  readonly work: Work;
  readonly wanted: CommentsWanted;
  readonly settings: CommentSettings;
  readonly mayWrite: boolean;
  readonly avatars: Avatars;
  readonly text: ReturnType<typeof textContext>;
}

const textOf = ({ core, call }: Work) =>
  textContext({ ...core.display, textWork: core.kinds.of('post').textWork }, call);

async function commentModel(node: CommentNode, facts: ThreadFacts): Promise<CommentModel> {
  const { comment, level } = node;
  const { work, wanted, settings, text } = facts;
  const { site } = work.call;
  const { link, post } = wanted;
  const author = plainOf(comment.authorName) || work.words.anonymous;
  const isPending = comment.approved !== '1';
  const isPing = comment.type === 'pingback' || comment.type === 'trackback';
  const canReply = facts.mayWrite && !isPending && !isPing && settings.depth > 1 && level <= settings.depth;
  const style = { pattern: `${site.dateFormat}, ${site.timeFormat}`, language: site.language, zone: site.zone };
  return {
    id: comment.id,
    url: commentLink(site, comment.id, link),
    author,
    authorUrl: /^https?:\/\//i.test(comment.authorUrl) ? comment.authorUrl : '',
    isByEntryAuthor: comment.userId > 0 && comment.userId === post.authorId,
    avatar: isPing ? null : facts.avatars({ name: author, email: comment.authorEmail }),
    date: dateModel(comment.date, comment.dateGmt, style),
    text: raw(await work.core.display.render.comment(comment.content, { ...text, postId: post.id })),
    isPending,
    isPing,
    replyUrl: canReply ? `${link}${link.includes('?') ? '&' : '?'}replytocom=${comment.id}#respond` : null,
    replies: await Promise.all(node.replies.map((reply) => commentModel(reply, facts))),
  };
}
