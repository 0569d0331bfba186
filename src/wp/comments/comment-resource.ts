import type { Call } from '../../api/call.ts';
import { fieldsOf } from '../../api/resource/field.ts';
import { type Link, linksOf } from '../../api/resource/links.ts';
import { defineResource } from '../../api/resource/resource.ts';
import { isEmail } from '../../lib/schema/formats.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { type InputOf, Refusal, s } from '../../lib/schema/schema.ts';
import { metaSchema } from '../../rules/meta-registry.ts';
import { commentLink } from '../../rules/permalinks.ts';
import { isShownType, type PostType } from '../../rules/post-types.ts';
import { textLimits } from '../../rules/text-limits.ts';
import { everything } from '../../rules/visibility.ts';
import { wireDate } from '../../rules/zone.ts';
import type { Comment, MetaRow } from '../../storage/rows.ts';
import { createCachedRenderer } from '../../text/render/cached-renderer.ts';
import { acfMember } from '../fields/acf-member.ts';
import { addressesOf } from '../posts/content-addresses.ts';
import { rememberPosts } from '../posts/content-permissions.ts';
import { type TextContext, textContext } from '../posts/text-context.ts';
import { avatarResponse, avatarSchema, avatarUrls } from '../users/user-avatar.ts';
import type { CommentContext } from './comment-context.ts';
import { type CommentDraft, commentWrites } from './comment-draft.ts';
import { commentErrors } from './comment-errors.ts';
import { commentFacts, commentStatusName } from './write-comment.ts';

/** A comment with what the requested fields need. */
export interface CommentSubject {
  readonly comment: Comment;
  /** The post it was written on; null where there is none. */
  readonly post: CommentPost | null;
  readonly hasChildren: boolean;
  /** The e-mail address that names the picture of the author. */
  readonly pictureEmail: string;
  readonly meta: readonly MetaRow[];
  readonly text: TextContext;
}

type CommentNeed = 'post' | 'children' | 'meta' | 'account';

export type CommentResource = ReturnType<typeof commentResource>;
export type CommentInput = InputOf<CommentResource['arguments']['update']>;

export function commentResource(context: CommentContext) {
  const loadPosts = commentPosts(context);
  const keys = context.meta.keysOf('comment', 'comment');
  return defineResource({
    title: 'comment',
    schemaUri: context.variant.protocol.contentSchemaUri,
    fields: commentFields(context),
    links: commentLinks(context),
    remember: async (comments, call) => {
      for (const comment of comments) call.once(`comment ${comment.id}`, () => comment);
      await rememberPosts(
        comments.map(({ postId }) => postId),
        call,
      );
    },
    extra: { fields: context.extraFields.get('comment'), item: commentFacts },
    newDraft: (): CommentDraft => ({}),
    load: async (comments: readonly Comment[], needs, call) => {
      const ids = comments.map((comment) => comment.id);
      const posts = needs.has('post')
        ? await loadPosts(
            comments.map((comment) => comment.postId),
            call,
          )
        : null;
      const parents = needs.has('children')
        ? await call.store.comments.withChildren(ids, {
            visibility: context.visibility.readable(call.caller),
            approved: statesInThreads,
          })
        : null;
      const meta = needs.has('meta') && keys.length > 0 ? await call.store.meta.of('comment', ids, keys) : null;
      const text = textContext(context, call);
      const emails = needs.has('account') ? await accountEmails(comments, call) : null;
      return comments.map((comment) => ({
        comment,
        text,
        post: posts?.get(comment.postId) ?? null,
        hasChildren: parents?.has(comment.id) ?? false,
        pictureEmail: emails?.get(comment.userId) ?? comment.authorEmail,
        meta: meta?.get(comment.id) ?? [],
      }));
    },
  });
}

async function accountEmails(comments: readonly Comment[], { store }: Call): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(comments.map(({ userId }) => userId))].filter((id) => id > 0);
  const users = ids.length > 0 ? await store.users.byIds(ids) : [];
  return new Map(users.map(({ id, email }) => [id, email]));
}

/** Approved and pending replies; spam and trash are not part of a thread. */
const statesInThreads = ['1', '0'];

const field = fieldsOf<CommentSubject, CommentDraft, CommentNeed>();
const everywhere = ['view', 'edit', 'embed'] as const;
const notEmbedded = ['view', 'edit'] as const;
const edited = ['edit'] as const;

function commentFields(context: CommentContext) {
  return {
    id: field({
      schema: s.integer({ description: 'Id of the comment.' }),
      contexts: everywhere,
      readonly: true,
      read: ({ comment }) => comment.id,
    }),
    ...authorFields(),
    content: contentField(context),
    ...positionFields(context),
    author_avatar_urls: field({
      schema: avatarSchema('Addresses of a picture of the author, by size.'),
      contexts: everywhere,
      readonly: true,
      needs: context.variant.comments.pictureOf === 'account' ? ['account'] : [],
      read: ({ pictureEmail }, call) => avatarUrls(pictureEmail, call),
      output: avatarResponse,
    }),
    meta: field({
      schema: metaSchema(context.meta, 'comment', 'comment'),
      limit: textLimits.meta,
      contexts: notEmbedded,
      needs: ['meta'],
      read: ({ comment, meta }, { caller }, shown) =>
        context.meta.read({ object: 'comment', subtype: 'comment', ownerId: comment.id }, meta, caller, shown),
      output: context.meta.response('comment', 'comment'),
    }),
    ...acfField(context),
  };
}

function acfField(context: CommentContext) {
  const member = acfMember(context, 'comment', 'comment');
  if (!member) return {};
  return {
    acf: field({
      schema: member.schema,
      limit: textLimits.meta,
      contexts: everywhere,
      needs: member.asks.commented ? ['meta', 'post'] : ['meta'],
      read: ({ comment, meta, post }, call, shown) =>
        member.read(meta, { id: comment.id, commentedType: post?.type.name ?? '' }, call, shown),
      output: member.output,
    }),
  };
}

function authorFields() {
  return {
    author: field({
      schema: s.integer({ description: 'Id of the author, 0 for a guest.' }),
      contexts: everywhere,
      read: ({ comment }) => comment.userId,
      write: commentWrites.author,
    }),
    author_email: field({
      schema: s.string({
        description: 'E-mail address of the author.',
        pass: 2,
        published: { format: 'email' },
        check: (email: string) =>
          email === '' || isEmail(email)
            ? null
            : new Refusal('author_email must be an e-mail address.', 'rest_invalid_email'),
      }),
      limit: textLimits.commentAuthorEmail,
      tooLong: commentErrors.comment_author_email_column_length,
      contexts: edited,
      read: ({ comment }) => comment.authorEmail,
      write: commentWrites.authorEmail,
    }),
    author_ip: field({
      schema: s.string({ description: 'Network address the comment came from.', format: 'ip', whenInvalid: '' }),
      contexts: edited,
      read: ({ comment }) => comment.authorIp,
      write: commentWrites.authorIp,
    }),
    author_name: field({
      schema: s.string({ description: 'Name of the author.' }),
      limit: textLimits.commentAuthorName,
      tooLong: commentErrors.comment_author_column_length,
      contexts: everywhere,
      read: ({ comment }) => comment.authorName,
      write: commentWrites.authorName,
    }),
    author_url: field({
      schema: s.string({ description: 'Address of a site of the author.', format: 'uri' }),
      limit: textLimits.commentAuthorUrl,
      tooLong: commentErrors.comment_author_url_column_length,
      contexts: everywhere,
      read: ({ comment }) => comment.authorUrl,
      write: commentWrites.authorUrl,
    }),
    author_user_agent: field({
      schema: s.string({ description: 'User agent of the author.' }),
      limit: textLimits.commentUserAgent,
      tooLong: commentErrors.rest_comment_failed_create,
      contexts: edited,
      read: ({ comment }) => comment.userAgent,
      write: commentWrites.userAgent,
    }),
  };
}

function contentField(context: CommentContext) {
  const render = createCachedRenderer(context.textCache);
  return field({
    schema: s.text({ description: 'What the comment says.' }),
    limit: textLimits.commentContent,
    tooLong: commentErrors.comment_content_column_length,
    contexts: everywhere,
    properties: {
      raw: {
        schema: s.string({ description: 'As stored.' }),
        contexts: edited,
        read: ({ comment }) => comment.content,
      },
      rendered: {
        schema: s.string({ description: 'As rendered.' }),
        contexts: everywhere,
        readonly: true,
        read: ({ comment, text }) => render.json.comment(comment.content, { ...text, postId: comment.postId }),
      },
    },
    write: commentWrites.content,
  });
}

function positionFields({ variant }: CommentContext) {
  return {
    date: field({
      schema: s.string({ description: 'When it was written, in the time of the site.', format: 'date-time' }),
      contexts: everywhere,
      read: ({ comment }) => wireDate(comment.date),
      write: commentWrites.date,
    }),
    date_gmt: field({
      schema: s.string({ description: 'When it was written, in GMT.', format: 'date-time' }),
      contexts: notEmbedded,
      read: ({ comment }) => wireDate(comment.dateGmt),
      write: commentWrites.dateGmt,
    }),
    link: field({
      schema: s.string({ description: 'Public address of the comment.', format: 'uri' }),
      contexts: everywhere,
      readonly: true,
      needs: ['post'],
      // Without a post there is no URL; clients recognise such a link by its missing host.
      read: ({ comment, post }, { site }) => commentLink(site, comment.id, post?.link ?? '/'),
    }),
    parent: field({
      schema: s.integer({ description: 'Id of the parent comment, 0 for none.', default: 0 }),
      contexts: everywhere,
      read: ({ comment }) => comment.parentId,
      write: commentWrites.parent,
    }),
    post: field({
      schema: s.integer({ description: 'Id of the post.', default: 0 }),
      contexts: notEmbedded,
      read: ({ comment }) => comment.postId,
      write: commentWrites.post,
    }),
    status: field({
      schema: s.string({ description: 'Status: approved, hold, spam or trash.' }),
      contexts: notEmbedded,
      read: ({ comment }) => commentStatusName(comment.approved),
      write: commentWrites.status,
    }),
    type: field({
      schema: s.string({
        description: 'Type of the comment.',
        ...(variant.comments.notes ? { default: 'comment' } : {}),
      }),
      contexts: everywhere,
      readonly: true,
      read: ({ comment }) => comment.type || 'comment',
    }),
  };
}

const path = '/wp/v2/comments';

const link = linksOf<CommentSubject, CommentNeed>();

function commentLinks({ variant }: CommentContext): Link<CommentSubject, CommentNeed>[] {
  return [
    { rel: 'self', to: ({ comment }) => ({ href: `${path}/${comment.id}` }) },
    { rel: 'collection', to: () => ({ href: path }) },
    link({
      rel: 'author',
      embeds: ['user'],
      to: ({ comment: { userId } }) =>
        userId === 0 ? null : { href: `/wp/v2/users/${userId}`, embed: { from: 'user', key: userId } },
    }),
    link({
      rel: 'up',
      embeds: ['post'],
      needs: ['post'],
      attributes: { post_type: json.string },
      to: ({ post }) =>
        post && isShownType(post.type)
          ? {
              href: `/wp/v2/${post.type.restBase}/${post.id}`,
              attributes: { post_type: post.type.name },
              embed: { from: 'post', key: post.id },
            }
          : null,
    }),
    link({
      rel: 'in-reply-to',
      embeds: ['comment'],
      to: ({ comment: { parentId } }) =>
        parentId === 0 ? null : { href: `${path}/${parentId}`, embed: { from: 'comment', key: parentId } },
    }),
    variant.comments.embedsReplies
      ? link({
          rel: 'children',
          embeds: ['children'],
          needs: ['children'],
          to: ({ comment: { id, type }, hasChildren }) =>
            hasChildren
              ? {
                  href: `${path}?parent=${id}${type === 'note' ? '&type=note&status=all' : ''}`,
                  embed: { from: 'children', key: id },
                }
              : null,
        })
      : {
          rel: 'children',
          needs: ['children'],
          to: ({ comment, hasChildren }) => (hasChildren ? { href: `${path}?parent=${comment.id}` } : null),
        },
  ];
}

/** What a comment shows of its post. */
export interface CommentPost {
  readonly id: number;
  readonly type: PostType;
  readonly link: string;
}

const columns = ['id', 'slug', 'status', 'date', 'parentId', 'type', 'authorId'] as const;

/** Loads the posts of a page of comments with their URLs, without their texts: one query, plus those for the URLs. */
export function commentPosts(
  context: CommentContext,
): (ids: readonly number[], call: Call) => Promise<ReadonlyMap<number, CommentPost>> {
  const types = context.shownTypes.map((type) => type.name);
  return async (ids, call) => {
    const wanted = [...new Set(ids)].filter((id) => id > 0);
    const found = new Map<number, CommentPost>();
    if (wanted.length === 0) return found;
    const rows = await call.store.posts.find(
      { types, visibility: everything, ids: wanted },
      { by: 'id', direction: 'asc' },
      { limit: wanted.length, offset: 0 },
      columns,
    );
    for (const kind of context.kinds) {
      const ofKind = rows.filter((row) => row.type === kind.type.name);
      if (ofKind.length === 0) continue;
      const links = await addressesOf(kind, ofKind, call);
      for (const [i, { id }] of ofKind.entries()) found.set(id, { id, type: kind.type, link: links[i] ?? '' });
    }
    return found;
  };
}
