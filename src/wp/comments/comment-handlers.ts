import type { Call } from '../../api/call.ts';
import { type Reply, reply } from '../../api/reply.ts';
import type { Context } from '../../api/resource/context.ts';
import { cursorReply, cursorStart } from '../../api/resource/list-cursor.ts';
import { findPage, listReply } from '../../api/resource/list-page.ts';
import { presentBare, presentItem } from '../../api/resource/present.ts';
import type { MetaChange } from '../../rules/meta-registry.ts';
import type { Scalar } from '../../schema/schema.ts';
import type { Beyond, Store } from '../../storage/store.ts';
import { type CommentAuthor, userAsAuthor } from './comment-author.ts';
import type { CommentContext } from './comment-context.ts';
import type { CommentDraft } from './comment-draft.ts';
import { commentErrors } from './comment-errors.ts';
import { type CommentListInput, commentFilter, commentOrder } from './comment-list.ts';
import { knownComment, knownPost, opens } from './comment-permissions.ts';
import type { CommentInput, CommentResource } from './comment-resource.ts';
import { changedText } from './comment-text.ts';
import { askBeforeComment } from './operations/comment-hooks.ts';
import { type CommentChange, removeComment, trashComment, updateComment } from './operations/write-comment.ts';
import { createCommentSubmission, originOf } from './submit-comment.ts';

type Item = { readonly id: number };

/** Arguments that are accepted but not listed in the schema. */
type Unlisted = { readonly id?: Scalar | undefined; readonly type?: Scalar | undefined };

const path = '/wp/v2/comments';

/** The handlers of the comment routes; they run after validation and permission. */
export function commentHandlers(resource: CommentResource, context: CommentContext) {
  const metaPlan = (input: CommentInput, ownerId: number, call: Call): readonly MetaChange[] =>
    context.meta.plan({ object: 'comment', subtype: 'comment', ownerId }, input.meta, call.caller);
  const submit = createCommentSubmission(context);

  return {
    async list(input: CommentListInput, call: Call): Promise<Reply> {
      const unlocked = await unlockedPosts(input, call);
      const { caller } = call;
      const visibility =
        input.context === 'edit' ? context.visibility.editable(caller) : context.visibility.readable(caller, unlocked);
      const filter = commentFilter(input, visibility, call);
      const start = cursorStart(input, ['id']);
      if (start) {
        const find = (beyond: Beyond | null, limit: number) =>
          call.store.comments.find({ ...filter, ...(beyond ? { beyond } : {}) }, commentOrder(input), {
            limit,
            offset: 0,
          });
        return cursorReply(start, input, { resource, path, find, orderedBy: () => '' }, call);
      }
      const offset = input.offset ?? (input.page - 1) * input.per_page;
      const found = await findPage(
        { limit: input.per_page, offset },
        {
          find: (page) => call.store.comments.find(filter, commentOrder(input), page),
          count: () => call.store.comments.count(filter),
        },
      );
      return listReply(resource, found, { path, page: input.page, input }, call);
    },

    async show(input: Item & { readonly context: Context }, call: Call): Promise<Reply> {
      return reply(await presentItem(resource, await knownComment(input.id, call), call, input.context));
    },

    async create(input: CommentInput & Unlisted, call: Call): Promise<Reply> {
      if (input.id !== undefined) throw commentErrors.rest_comment_exists();
      if (isOtherType(input.type, 'comment')) throw commentErrors.rest_invalid_comment_type();
      const draft = await askBeforeComment('create', null, await resource.draft(input, call), call);
      if (!draft.sentText) throw commentErrors.rest_comment_content_invalid();
      const changes = metaPlan(input, 0, call);
      const made = await submit(draft, call, (store, id) => writeMeta(id, changes, store));
      call.forget();
      const shown = call.caller.can('moderate_comments') ? 'edit' : 'view';
      const headers = { Location: `${call.site.apiUrl}${path}/${made.id}` };
      return reply(await presentItem(resource, made, call, shown), { status: 201, headers });
    },

    async update(input: CommentInput & Item & Pick<Unlisted, 'type'>, call: Call): Promise<Reply> {
      const before = await knownComment(input.id, call);
      if (isOtherType(input.type, before.type || 'comment')) throw commentErrors.rest_comment_invalid_type();
      const draft = await askBeforeComment('update', before, await resource.draft(input, call), call);
      if (draft.sentText === '') throw commentErrors.rest_comment_content_invalid();
      if (draft.postId && !(await knownPost(draft.postId, call))) throw commentErrors.rest_comment_invalid_post_id();
      const changes = metaPlan(input, before.id, call);
      const columns = await changesOf(draft, call);
      const text = { content: await changedText(before, draft, call, context), wasSent: draft.sentText !== undefined };
      const alongside = (store: Store, id: number) => writeMeta(id, changes, store);
      const after = await updateComment(before, { columns, text, wantedStatus: draft.status, alongside }, call);
      call.forget();
      return reply(await presentItem(resource, after, call, 'edit'));
    },

    async remove(input: Item & { readonly force: boolean }, call: Call): Promise<Reply> {
      const comment = await knownComment(input.id, call);
      if (!input.force) {
        const trashed = await trashComment(comment, call);
        call.forget();
        return reply(await presentItem(resource, trashed, call, 'edit'));
      }
      const [previous] = await presentBare(resource, [comment], call, 'edit');
      await removeComment(comment, call);
      return reply({ deleted: true, previous });
    },
  };
}

/** Whether a different type was sent; an empty one means `comment`. */
function isOtherType(sent: Scalar | undefined, type: string): boolean {
  return sent !== undefined && (sent || 'comment') !== type;
}

/** The changed columns; IP address and user agent are those of the request unless they were sent. */
async function changesOf(draft: CommentDraft, call: Call): Promise<CommentChange['columns']> {
  const { userId, status: _status, sentText: _sentText, ...sent } = draft;
  const author: Partial<CommentAuthor> = userId === undefined ? {} : await userAsAuthor(userId, call);
  return { ...author, ...sent, ...originOf(draft, call) };
}

async function writeMeta(id: number, changes: readonly MetaChange[], store: Store): Promise<void> {
  for (const { key, values } of changes) await store.meta.set('comment', id, key, values);
}

/** The posts a list is filtered by whose password was sent. */
async function unlockedPosts(input: CommentListInput, call: Call): Promise<number[]> {
  if (input.password === undefined) return [];
  const posts = await Promise.all(input.post.map((id) => knownPost(id, call)));
  return posts.filter((post) => post !== null && opens(post, input.password)).map((post) => post!.id);
}
