import { type Field, fieldsOf, type Link, type Resource } from '../api/resource.ts';
import { metaSchema } from '../content/meta-registry.ts';
import { commentLink } from '../content/permalinks.ts';
import { isShown } from '../content/post-types.ts';
import { createCachedRenderer } from '../content/text/cached-renderer.ts';
import { createCounters } from '../content/text/render-context.ts';
import { wireDate } from '../content/zone.ts';
import { commentStatusName } from '../kinds/comment-status.ts';
import { isEmail } from '../schema/formats.ts';
import { s } from '../schema/schema.ts';
import type { Comment, MetaRow } from '../storage/rows.ts';
import { type CommentDraft, commentWrites } from './comment-draft.ts';
import type { CommentParts } from './comment-parts.ts';
import { type CommentPost, commentPosts } from './comment-posts.ts';
import { avatarSchema, avatarUrls } from './user-avatar.ts';

/** A comment with what the asked-for fields need. */
export interface CommentSubject {
  readonly comment: Comment;
  /** The post it was written on; null where there is none. */
  readonly post: CommentPost | null;
  readonly hasChildren: boolean;
  readonly meta: readonly MetaRow[];
}

export type CommentResource = Resource<Comment, CommentSubject, CommentDraft>;

export function commentResource(parts: CommentParts): CommentResource {
  const loadPosts = commentPosts(parts);
  const keys = parts.meta.keysOf('comment', 'comment');
  return {
    title: 'comment',
    schemaUri: parts.variant.protocol.contentSchemaUri,
    fields: commentFields(parts),
    links: commentLinks(),
    prepare: async (comments, needs, call) => {
      const ids = comments.map((comment) => comment.id);
      const posts = needs.has('post')
        ? await loadPosts(
            comments.map((comment) => comment.postId),
            call,
          )
        : null;
      const parents = needs.has('children')
        ? await call.store.comments.withChildren(ids, parts.sights.readable(call.caller))
        : null;
      const meta = needs.has('meta') && keys.length > 0 ? await call.store.meta.of('comment', ids, keys) : null;
      return comments.map((comment) => ({
        comment,
        post: posts?.get(comment.postId) ?? null,
        hasChildren: parents?.has(comment.id) ?? false,
        meta: meta?.get(comment.id) ?? [],
      }));
    },
  };
}

const field = fieldsOf<CommentSubject, CommentDraft>();
const everywhere = ['view', 'edit', 'embed'] as const;
const notEmbedded = ['view', 'edit'] as const;
const edited = ['edit'] as const;

function commentFields(parts: CommentParts): Record<string, Field<CommentSubject, CommentDraft>> {
  return {
    id: field({
      schema: s.integer({ description: 'Number of the comment.' }),
      contexts: everywhere,
      readonly: true,
      read: ({ comment }) => comment.id,
    }),
    ...authorFields(),
    content: contentField(parts),
    ...placeFields(),
    author_avatar_urls: field({
      schema: avatarSchema('Addresses of a picture of the author, by size.'),
      contexts: everywhere,
      readonly: true,
      read: ({ comment }, { site }) => avatarUrls(comment.authorEmail, site.url),
    }),
    meta: field({
      schema: metaSchema(parts.meta, 'comment', 'comment'),
      contexts: notEmbedded,
      needs: ['meta'],
      read: ({ comment, meta }, { caller }) =>
        parts.meta.read({ object: 'comment', subtype: 'comment', ownerId: comment.id }, meta, caller),
    }),
  };
}

function authorFields(): Record<string, Field<CommentSubject, CommentDraft>> {
  return {
    author: field({
      schema: s.integer({ description: 'Number of the user who wrote the comment, 0 for a guest.' }),
      contexts: everywhere,
      read: ({ comment }) => comment.userId,
      write: commentWrites.author,
    }),
    author_email: field({
      schema: s.string({
        description: 'E-mail address of the author.',
        pass: 2,
        published: { format: 'email' },
        check: (email: string) => (email === '' || isEmail(email) ? null : 'author_email must be an e-mail address.'),
      }),
      contexts: edited,
      read: ({ comment }) => comment.authorEmail,
      write: commentWrites.authorEmail,
    }),
    author_ip: field({
      schema: s.string({ description: 'Network address the comment came from.', format: 'ip' }),
      contexts: edited,
      read: ({ comment }) => comment.authorIp,
      write: commentWrites.authorIp,
    }),
    author_name: field({
      schema: s.string({ description: 'Name of the author.' }),
      contexts: everywhere,
      read: ({ comment }) => comment.authorName,
      write: commentWrites.authorName,
    }),
    author_url: field({
      schema: s.string({ description: 'Address of a site of the author.', format: 'uri' }),
      contexts: everywhere,
      read: ({ comment }) => comment.authorUrl,
      write: commentWrites.authorUrl,
    }),
    author_user_agent: field({
      schema: s.string({ description: 'What the program of the author called itself.' }),
      contexts: edited,
      read: ({ comment }) => comment.userAgent,
      write: commentWrites.userAgent,
    }),
  };
}

function contentField(parts: CommentParts): Field<CommentSubject, CommentDraft> {
  const render = createCachedRenderer(parts.textCache);
  const { shortcodes } = parts;
  return field({
    schema: s.object({ description: 'What the comment says.' }),
    contexts: everywhere,
    parts: {
      raw: {
        schema: s.string({ description: 'As it was written.' }),
        contexts: edited,
        read: ({ comment }) => comment.content,
      },
      rendered: {
        schema: s.string({ description: 'As it is shown.' }),
        contexts: everywhere,
        readonly: true,
        read: ({ comment }, { site }) =>
          render.comment(comment.content, {
            siteUrl: site.url,
            smilies: site.smilies,
            shortcodes,
            postId: comment.postId,
            counters: createCounters(),
          }),
      },
    },
    write: commentWrites.content,
  });
}

function placeFields(): Record<string, Field<CommentSubject, CommentDraft>> {
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
      // Without a post there is no address to stand in, and clients know such a link by its missing host.
      read: ({ comment, post }, { site }) => commentLink(site, comment.id, post?.link ?? '/'),
    }),
    parent: field({
      schema: s.integer({ description: 'Number of the comment this one answers, 0 for none.', default: 0 }),
      contexts: everywhere,
      read: ({ comment }) => comment.parentId,
      write: commentWrites.parent,
    }),
    post: field({
      schema: s.integer({ description: 'Number of the post.', default: 0 }),
      contexts: notEmbedded,
      read: ({ comment }) => comment.postId,
      write: commentWrites.post,
    }),
    status: field({
      schema: s.string({ description: 'Whether it is shown, held back, spam or in the trash.' }),
      contexts: notEmbedded,
      read: ({ comment }) => commentStatusName(comment.approved),
      write: commentWrites.status,
    }),
    type: field({
      schema: s.string({ description: 'Kind of comment.' }),
      contexts: everywhere,
      readonly: true,
      read: ({ comment }) => comment.type || 'comment',
    }),
  };
}

const path = '/wp/v2/comments';

function commentLinks(): Link<CommentSubject>[] {
  return [
    { rel: 'self', to: ({ comment }) => ({ href: `${path}/${comment.id}` }) },
    { rel: 'collection', to: () => ({ href: path }) },
    {
      rel: 'author',
      to: ({ comment: { userId } }) =>
        userId === 0 ? null : { href: `/wp/v2/users/${userId}`, embed: { from: 'user', key: userId } },
    },
    {
      rel: 'up',
      needs: ['post'],
      to: ({ post }) =>
        post && isShown(post.type)
          ? {
              href: `/wp/v2/${post.type.restBase}/${post.id}`,
              attributes: { post_type: post.type.name },
              embed: { from: 'post', key: post.id },
            }
          : null,
    },
    {
      rel: 'in-reply-to',
      to: ({ comment: { parentId } }) =>
        parentId === 0 ? null : { href: `${path}/${parentId}`, embed: { from: 'comment', key: parentId } },
    },
    {
      rel: 'children',
      needs: ['children'],
      to: ({ comment, hasChildren }) => (hasChildren ? { href: `${path}?parent=${comment.id}` } : null),
    },
  ];
}
