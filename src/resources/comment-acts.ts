import type { Call } from '../api/call.ts';
import { pagingReply } from '../api/paging.ts';
import { presentBare, presentItem, presentList } from '../api/present.ts';
import { type Reply, reply } from '../api/reply.ts';
import type { Context } from '../api/resource.ts';
import type { MetaChange } from '../content/meta-registry.ts';
import { gmtAt } from '../content/zone.ts';
import type { NewComment } from '../kinds/comment-checks.ts';
import { commentErrors } from '../kinds/comment-errors.ts';
import { createComment, removeComment, trashComment, updateComment } from '../kinds/comment-write.ts';
import type { Comment } from '../storage/rows.ts';
import { type CommentAuthor, signedBy, userAsAuthor } from './comment-author.ts';
import { type CommentDraft, plainAddress } from './comment-draft.ts';
import { type CommentListInput, commentFilter, commentOrder } from './comment-list.ts';
import type { CommentParts } from './comment-parts.ts';
import { knownComment, knownPost, opens } from './comment-permits.ts';
import type { CommentResource } from './comment-resource.ts';

type Input = Readonly<Record<string, unknown>>;
interface Item {
  readonly id: number;
}

const path = '/wp/v2/comments';
const longestAgent = 254;

/** What the routes of comments do once a request is understood and permitted. */
export function commentActs(resource: CommentResource, parts: CommentParts) {
  const metaPlan = (input: Input, ownerId: number, call: Call): readonly MetaChange[] =>
    parts.meta.plan({ object: 'comment', subtype: 'comment', ownerId }, input['meta'] ?? null, call.caller);

  return {
    async list(input: CommentListInput, call: Call): Promise<Reply> {
      const unlocked = await unlockedPosts(input, call);
      const { caller } = call;
      const sight = input.context === 'edit' ? parts.sights.editable(caller) : parts.sights.readable(caller, unlocked);
      const filter = commentFilter(input, sight, call);
      const skip = input.offset ?? (input.page - 1) * input.per_page;
      const comments = await call.store.comments.find(filter, commentOrder(input), {
        limit: input.per_page,
        offset: skip,
      });
      // A page that is not full is the last one, and says by itself how long the list is.
      const isLast = comments.length < input.per_page && (comments.length > 0 || skip === 0);
      const total = isLast ? skip + comments.length : await call.store.comments.count(filter);
      const items = await presentList(resource, comments, call, input.context as Context);
      const { page, per_page: perPage } = input;
      return reply(items, pagingReply({ total, perPage, page, path, input: { ...input } }, call));
    },

    async show(input: Item & { readonly context: string }, call: Call): Promise<Reply> {
      return reply(await presentItem(resource, await knownComment(input.id, call), call, input.context as Context));
    },

    async create(input: Input, call: Call): Promise<Reply> {
      if (input['id'] !== undefined) throw commentErrors.rest_comment_exists();
      if (input['type'] !== undefined && input['type'] !== 'comment') throw commentErrors.rest_invalid_comment_type();
      const draft = draftOf(resource, input, call);
      if (draft.content === undefined || draft.saysNothing) throw commentErrors.rest_comment_content_invalid();
      const changes = metaPlan(input, 0, call);
      const comment = await newComment(draft, draft.content, call);
      const made = await createComment(comment, call, {
        floodSeconds: parts.comments.floodSeconds,
        wantedStatus: draft.status,
      });
      await writeMeta(made.id, changes, call);
      call.forget();
      const context = call.caller.can('moderate_comments') ? 'edit' : 'view';
      const headers = { Location: `${call.site.apiUrl}${path}/${made.id}` };
      return reply(await presentItem(resource, made, call, context), { status: 201, headers });
    },

    async update(input: Input & Item, call: Call): Promise<Reply> {
      const before = await knownComment(input.id, call);
      const type = before.type || 'comment';
      if (input['type'] !== undefined && input['type'] !== type) throw commentErrors.rest_comment_invalid_type();
      const draft = draftOf(resource, input, call);
      if (draft.saysNothing) throw commentErrors.rest_comment_content_invalid();
      if (draft.postId && !(await knownPost(draft.postId, call))) throw commentErrors.rest_comment_invalid_post_id();
      const changes = metaPlan(input, before.id, call);
      const after = await updateComment(before, await changesOf(draft, call), call, draft.status);
      await writeMeta(after.id, changes, call);
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

function draftOf(resource: CommentResource, input: Input, call: Call): CommentDraft {
  const draft: CommentDraft = {};
  for (const [name, { write }] of Object.entries(resource.fields)) {
    const value = input[name];
    if (write && value !== undefined) void write(draft, value as never, call);
  }
  return draft;
}

async function newComment(draft: CommentDraft, content: string, call: Call): Promise<NewComment> {
  const author = await signedBy(draft, call);
  return {
    ...author,
    ...originOf(draft, call),
    content,
    postId: draft.postId ?? 0,
    parentId: draft.parentId ?? 0,
    date: draft.date ?? call.site.zone.localAt(call.now),
    dateGmt: draft.dateGmt ?? gmtAt(call.now),
    karma: 0,
    // Versions of the old system before 5.5 know plain comments by the lack of a type; later ones understand both.
    type: '',
  };
}

/** A change notes where it came from, unless it says otherwise. */
async function changesOf(draft: CommentDraft, call: Call): Promise<Partial<NewComment>> {
  const { userId, status: _status, saysNothing: _saysNothing, ...sent } = draft;
  const author: Partial<CommentAuthor> = userId === undefined ? {} : await userAsAuthor(userId, call);
  return { ...author, ...sent, ...originOf(draft, call) };
}

function originOf(draft: CommentDraft, { request }: Call): Pick<Comment, 'authorIp' | 'userAgent'> {
  return {
    authorIp: draft.authorIp ?? plainAddress(request.remoteAddress),
    userAgent: draft.userAgent ?? (request.headers['user-agent'] ?? '').slice(0, longestAgent),
  };
}

async function writeMeta(id: number, changes: readonly MetaChange[], { store }: Call): Promise<void> {
  for (const { key, values } of changes) await store.meta.set('comment', id, key, values);
}

/** Of the posts a list is about, those whose password came along. */
async function unlockedPosts(input: CommentListInput, call: Call): Promise<number[]> {
  if (input.password === undefined) return [];
  const posts = await Promise.all(input.post.map((id) => knownPost(id, call)));
  return posts.filter((post) => post !== null && opens(post, input.password)).map((post) => post!.id);
}
