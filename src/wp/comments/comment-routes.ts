import type { Call } from '../../api/call.ts';
import { type Reply, reply } from '../../api/reply.ts';
import { type Context, contextArgument } from '../../api/resource/context.ts';
import { cursorReply, cursorStart } from '../../api/resource/list-cursor.ts';
import { findPage, listReply, rowsBefore } from '../../api/resource/list-page.ts';
import { presentBare, presentItem } from '../../api/resource/present.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { created, type Route, route, writing } from '../../api/routing/route.ts';
import { type Scalar, s } from '../../lib/schema/schema.ts';
import type { RequiredFields } from '../../rules/fields/check-fields.ts';
import type { MetaChange } from '../../rules/fields/field-storage.ts';
import { noteType } from '../../rules/post-visibility.ts';
import type { Beyond, Store } from '../../storage/store.ts';
import type { CoreContext } from '../context/core-context.ts';
import { storedComment } from '../context/stored-items.ts';
import { acfArguments, acfMember, joinSent } from '../fields/acf-member.ts';
import { planMeta } from '../fields/plan-fields.ts';
import type { ContentKinds } from '../posts/content-kind.ts';
import { type CommentAuthor, changedText, userAsAuthor } from './comment-author.ts';
import { type CommentContext, commentContext } from './comment-context.ts';
import type { CommentDraft } from './comment-draft.ts';
import { commentEmbedders } from './comment-embeds.ts';
import { commentErrors } from './comment-errors.ts';
import {
  type CommentListInput,
  commentFilter,
  commentListArguments,
  commentOrder,
  passwordArgument,
} from './comment-list.ts';
import { commentPermissions, knownComment, knownPost, opens } from './comment-permissions.ts';
import { type CommentInput, type CommentResource, commentResource } from './comment-resource.ts';
import { createCommentSubmission, originOf } from './submit-comment.ts';
import { askBeforeComment, type CommentChange, removeComment, trashComment, updateComment } from './write-comment.ts';

/** `/wp/v2/comments`: comments of readers, as visible as the posts they belong to. */
export function comments(core: CoreContext, kinds: ContentKinds): RouteModule {
  const context = commentContext(core, kinds);
  const resource = commentResource(context);
  return { routes: commentRoutes(resource, context), embedders: commentEmbedders(resource, context) };
}

const path = '/wp/v2/comments';
/** Accepted but not listed: arguments that a client may send by mistake. */
const unlisted = { id: s.scalar({ unlisted: true }), type: s.scalar({ unlisted: true }) };

function commentRoutes(resource: CommentResource, context: CommentContext): Route[] {
  const permissions = commentPermissions(context);
  const handlers = commentHandlers(resource, context);
  return [
    route({
      method: 'GET',
      path,
      summary: 'List comments.',
      args: { ...commentListArguments, ...acfArguments(acfMember(context, 'comment', 'comment')) },
      permit: permissions.list,
      handle: handlers.list,
      resource: resource,
    }),
    route({
      method: 'POST',
      path,
      summary: 'Write a comment.',
      response: created,
      args: {
        ...resource.arguments.create,
        ...unlisted,
        password: { ...passwordArgument, unlisted: true },
      },
      undoable: true,
      scope: 'comments',
      permit: permissions.create,
      handle: handlers.create,
    }),
    route({
      method: 'GET',
      path: `${path}/{id:int}`,
      summary: 'Show a comment.',
      args: {
        context: contextArgument,
        password: passwordArgument,
        ...acfArguments(acfMember(context, 'comment', 'comment')),
      },
      permit: permissions.show,
      item: ({ id }, call) => storedComment(id, () => knownComment(id, call)),
      handle: handlers.show,
      resource: resource,
    }),
    route({
      method: writing,
      path: `${path}/{id:int}`,
      summary: 'Change a comment.',
      args: { ...resource.arguments.update, type: unlisted.type },
      undoable: true,
      permit: permissions.update,
      requiresLogin: true,
      item: ({ id }) => storedComment(id),
      handle: handlers.update,
    }),
    route({
      method: 'DELETE',
      path: `${path}/{id:int}`,
      summary: 'Put a comment into the trash, or remove it for good.',
      args: {
        force: s.boolean({
          description: 'Delete permanently instead of moving to the trash.',
          default: false,
          pass: 2,
        }),
        password: passwordArgument,
      },
      undoable: true,
      permit: permissions.remove,
      requiresLogin: true,
      item: ({ id }) => storedComment(id),
      handle: handlers.remove,
    }),
  ];
}

type Item = { readonly id: number };

/** Arguments that are accepted but not listed in the schema. */
type Unlisted = { readonly id?: Scalar | undefined; readonly type?: Scalar | undefined };

const collectionPath = '/wp/v2/comments';

/** The handlers of the comment routes; they run after validation and permission. */
export function commentHandlers(resource: CommentResource, context: CommentContext) {
  const acf = acfMember(context, 'comment', 'comment');
  const metaPlan = (
    input: CommentInput,
    ownerId: number,
    required: RequiredFields,
    call: Call,
  ): Promise<readonly MetaChange[]> =>
    planMeta(
      context,
      { of: { object: 'comment', subtype: 'comment', ownerId }, ...joinSent(acf, input), required },
      call,
    );
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
        return cursorReply(start, input, { resource, path: collectionPath, find, orderedBy: () => '' }, call);
      }
      const found = await findPage(
        { limit: input.per_page, offset: rowsBefore(input) },
        {
          find: (page) => call.store.comments.find(filter, commentOrder(input), page),
          count: () => call.store.comments.count(filter),
        },
      );
      return listReply(resource, found, { path: collectionPath, page: input.page, input }, call);
    },

    async show(input: Item & { readonly context: Context }, call: Call): Promise<Reply> {
      return reply(await presentItem(resource, await knownComment(input.id, call), call, input.context));
    },

    async create(input: CommentInput & Unlisted, call: Call): Promise<Reply> {
      if (input.id !== undefined) throw commentErrors.rest_comment_exists();
      const type = input.type || 'comment';
      const isNote = context.variant.comments.notes && type === noteType;
      if (type !== 'comment' && !isNote) throw commentErrors.rest_invalid_comment_type();
      const draft = await askBeforeComment('create', null, await resource.draft(input, call), call);
      if (isBlank(draft.sentText, context) && !(isNote && draft.parentId && settlesNote(input)))
        throw commentErrors.rest_comment_content_invalid();
      const changes = await metaPlan(input, 0, isNote ? 'sent' : 'all', call);
      const alongside = (store: Store, id: number) => writeMeta(id, changes, store);
      const made = await submit(isNote ? { ...draft, type: noteType } : draft, call, alongside);
      call.forget();
      const shown = call.caller.can('moderate_comments') ? 'edit' : 'view';
      const headers = { Location: `${call.site.apiUrl}${collectionPath}/${made.id}` };
      return reply(await presentItem(resource, made, call, shown), { status: 201, headers });
    },

    async update(input: CommentInput & Item & Pick<Unlisted, 'type'>, call: Call): Promise<Reply> {
      const before = await knownComment(input.id, call);
      const type = before.type || 'comment';
      if ((input.type ?? type) !== type) throw commentErrors.rest_comment_invalid_type();
      const draft = await askBeforeComment('update', before, await resource.draft(input, call), call);
      if (draft.sentText === '') throw commentErrors.rest_comment_content_invalid();
      if (draft.postId && !(await knownPost(draft.postId, call))) throw commentErrors.rest_comment_invalid_post_id();
      const changes = await metaPlan(input, before.id, 'sent', call);
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

function isBlank(text: string | undefined, { variant }: CommentContext): boolean {
  return !(variant.comments.refusesBlanks ? text?.trim() : text);
}

/** Whether an answer to a note says that it is settled, or open again; it needs no text then. */
const settlesNote = ({ meta }: CommentInput): boolean => typeof meta?.['_wp_note_status'] === 'string';

/** The changed columns; IP address and user agent are those of the request unless they were sent. */
async function changesOf(draft: CommentDraft, call: Call): Promise<CommentChange['columns']> {
  const { userId, status: _status, sentText: _sentText, type: _type, ...sent } = draft;
  const author: Partial<CommentAuthor> = userId === undefined ? {} : await userAsAuthor(userId, call);
  return { ...author, ...sent, ...originOf(draft, call) };
}

async function writeMeta(id: number, changes: readonly MetaChange[], store: Store): Promise<void> {
  await store.meta.apply('comment', id, changes);
}

/** The posts a list is filtered by whose password was sent. */
async function unlockedPosts(input: CommentListInput, call: Call): Promise<number[]> {
  if (input.password === undefined) return [];
  const posts = await Promise.all(input.post.map((id) => knownPost(id, call)));
  return posts.filter((post) => post !== null && opens(post, input.password)).map((post) => post!.id);
}
