import { fieldsOf, textTooLong } from '../../api/resource/field.ts';
import { linksOf } from '../../api/resource/links.ts';
import { defineResource } from '../../api/resource/resource.ts';
import { andThen, type MaybePromise } from '../../lib/maybe-promise.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import { mediaDetails } from '../../media/attachment-metadata.ts';
import { isStorable, textLimits } from '../../rules/text-limits.ts';
import type { Post } from '../../storage/rows.ts';
import { escapeKeepingReferences } from '../../text/entities.ts';

import { createCounters } from '../../text/render/render-context.ts';
import { attachmentLink } from '../../text/render/responsive-images.ts';
import { correctName } from '../../text/render/typography.ts';
import { audio, video } from '../../text/shortcodes/players.ts';
import { rememberPosts, rememberRead } from '../posts/content-permissions.ts';
import { contentSchema } from '../posts/content-resource.ts';
import {
  acfField,
  authorField,
  dateFields,
  discussionFields,
  identityFields,
  metaField,
  shownStatus,
  templateField,
} from '../posts/fields/content-fields.ts';
import { contentLinks } from '../posts/fields/content-links.ts';
import { editorFields } from '../posts/fields/editor-fields.ts';
import { featuredMediaField, termFields } from '../posts/fields/extra-fields.ts';
import { sentText, titleField } from '../posts/fields/text-fields.ts';
import { type PostDraft, writableStatuses } from '../posts/operations/post-draft.ts';
import { fieldPost } from '../posts/operations/post-hooks.ts';
import { mediaDetailsResponse } from './details-response.ts';
import { loadMediaSubjects, type MediaNeed, type MediaSubject, type MediaView } from './media-subject.ts';
import { pictureFields } from './picture-fields.ts';
import { resizedField } from './resized-field.ts';

export type MediaResource = ReturnType<typeof mediaResource>;

/** The resource of attachments: content with a file. */
export function mediaResource(view: MediaView) {
  return defineResource({
    ...contentSchema(view),
    fields: mediaFields(view),
    extra: { fields: view.extraFields.get('attachment'), item: fieldPost },
    links: [...contentLinks(view), ...(view.variant.media.editing ? [attachedLink(view)] : [])],
    remember: async (posts, call) => {
      rememberRead(posts, call);
      await rememberPosts(
        posts.map(({ parentId }) => parentId),
        call,
      );
    },
    load: (posts: readonly Post[], needs, call) => loadMediaSubjects(view, posts, needs, call),
    newDraft: (): MediaDraft => ({}),
  });
}

/** The item that a file is attached to, if the interface shows items of its type. */
function attachedLink({ kinds }: MediaView) {
  return linksOf<MediaSubject, MediaNeed>()({
    rel: 'wp:attached-to',
    needs: ['parent'],
    embeds: ['post'],
    attributes: { post_type: json.string, id: json.integer },
    to: ({ parent }) => {
      const shown = parent && kinds.find(parent.type);
      if (!shown) return null;
      const { id, type } = parent;
      const href = `/wp/v2/${shown.type.restBase}/${id}`;
      return { href, attributes: { post_type: type, id }, embed: { from: 'post', key: id } };
    },
  });
}

/** The requested values of an attachment. */
export interface MediaDraft extends PostDraft {
  altText?: string;
}

const field = fieldsOf<MediaSubject, MediaDraft, MediaNeed>();
const property = fieldsOf<MediaSubject, never, MediaNeed>();
const everywhere = ['view', 'edit', 'embed'] as const;
const notEmbedded = ['view', 'edit'] as const;

/** The fields of an attachment. */
export function mediaFields(view: MediaView) {
  return {
    ...dateFields(view),
    ...identityFields(view),
    ...statusField(view),
    ...titleField(view),
    ...authorField(),
    ...(view.variant.media.editing ? featuredMediaField(view) : {}),
    ...discussionFields(),
    ...metaField(view),
    ...acfField(view),
    ...templateField(view),
    ...termFields(view),
    ...editorFields(view),
    ...textFields(view),
    ...fileFields(view),
    ...(view.variant.media.editing ? pictureFields(view) : {}),
    ...resizedField(view),
  };
}

/**
 * Only `private` is stored as such; any other value becomes `inherit`, which also restores from the trash. Where there is
 * no trash, `inherit` can be sent as it is shown.
 */
function statusField({ variant }: MediaView) {
  return {
    status: field({
      schema: s.string({
        enum: writableStatuses,
        nullable: true,
        description: 'Status.',
        ...(variant.media.trash ? {} : { alsoMatches: /^inherit$/ }),
      }),
      contexts: notEmbedded,
      read: ({ post }) => post.status,
      output: shownStatus,
      write: (draft, value) => {
        draft.status = value === 'private' ? 'private' : 'inherit';
      },
    }),
  };
}

function textFields(view: MediaView) {
  const undivided = view.variant.media.editing;
  return {
    alt_text: field({
      schema: s.string({ description: 'Alternative text.' }),
      limit: textLimits.altText,
      contexts: everywhere,
      needs: ['file'],
      read: ({ altText }) => altText,
      write: async (draft, value) => {
        const [altText = ''] = await view.kind.textWork.clean([{ as: 'plain', raw: value, unfiltered: false }]);
        if (!isStorable(altText, textLimits.altText)) throw textTooLong('alt_text', textLimits.altText);
        draft.altText = altText;
      },
    }),
    caption: field({
      schema: s.text({ description: 'Caption.' }),
      limit: textLimits.excerpt,
      contexts: everywhere,
      undivided,
      needs: ['text', 'file'],
      properties: {
        raw: property({
          schema: s.string({ description: 'Caption as it is stored.' }),
          contexts: ['edit'],
          read: ({ post }) => post.excerpt,
        }),
        rendered: property({
          schema: s.string({ description: 'Caption as readers see it.' }),
          contexts: everywhere,
          readonly: true,
          read: (subject, _call, context) => (isOpen(subject, context) ? shownCaption(view, subject) : ''),
        }),
      },
      write: (draft, value) => {
        draft.excerpt = sentText(value);
      },
    }),
    description: field({
      schema: s.text({ description: 'Description.' }),
      limit: textLimits.content,
      contexts: notEmbedded,
      undivided,
      needs: ['text', 'file'],
      properties: {
        raw: property({
          schema: s.string({ description: 'Description as it is stored.' }),
          contexts: ['edit'],
          read: ({ post }) => post.content,
        }),
        rendered: property({
          schema: s.string({ description: 'Description as readers see it, after the file itself.' }),
          contexts: notEmbedded,
          readonly: true,
          read: (subject, _call, context) => (isOpen(subject, context) ? shownDescription(view, subject) : ''),
        }),
      },
      write: (draft, value) => {
        draft.content = sentText(value);
      },
    }),
  };
}

const isOpen = ({ isUnlocked }: MediaSubject, context: string): boolean => isUnlocked || context === 'edit';

/** An image linked to its file, an audio or video player, or a link with the title for any other file. */
function shownFile({ image, url, post, text, metadata }: MediaSubject): string {
  if (image) return attachmentLink(image, text.rules);
  const sort = recordingOf(post);
  if (sort) return `${players[sort]({ src: url, ...dimensionsOf(metadata) }, undefined, text, sort)}\n`;
  return `<p class="attachment"><a href='${escapeKeepingReferences(url)}'>${post.title}</a></p>\n`;
}

const players = { audio, video };

/** Which player shows a file; null for a file that none shows. */
export function recordingOf({ mimeType }: Pick<Post, 'mimeType'>): keyof typeof players | null {
  const [sort] = mimeType.split('/', 1);
  return sort === 'audio' || sort === 'video' ? sort : null;
}

/** The dimensions of a video, for its player. */
function dimensionsOf(metadata: unknown): { width?: string; height?: string } {
  if (typeof metadata !== 'object' || metadata === null || !('width' in metadata && 'height' in metadata)) return {};
  const { width, height } = metadata;
  return Number(width) > 0 && Number(height) > 0 ? { width: String(width), height: String(height) } : {};
}

/** The file and the text about it. */
function shownDescription(view: MediaView, subject: MediaSubject): MaybePromise<string> {
  const { render } = view;
  const { post, text } = subject;
  const file = correctName(shownFile(subject));
  const sort = recordingOf(post);
  return andThen(render.content(post.content, text), (description) => {
    // A caption made from the description leaves the player out, but counts it.
    if (sort && post.excerpt === '') text.counters[sort]++;
    return file + description;
  });
}

/** The caption; if there is none, the beginning of the rendered description. */
function shownCaption({ render }: MediaView, { post, text, image, url }: MediaSubject): MaybePromise<string> {
  if (post.excerpt !== '') return render.excerpt(post.excerpt, text);
  if (image) return render.madeExcerpt(post.content, text);
  const shown = recordingOf(post) ? url : post.title;
  // Only the text of a player is left in an excerpt.
  return render.madeExcerpt(`${shown}\n\n${post.content}`, { ...text, counters: createCounters() });
}

/** Fields of the file and its parent; all but `post` are read-only. */
function fileFields({ variant }: MediaView) {
  const { editing, files } = variant.media;
  return {
    media_type: field({
      schema: s.string({ enum: ['image', 'file'], description: 'Whether browsers show it as a picture.' }),
      contexts: everywhere,
      readonly: true,
      needs: ['file'],
      read: ({ image }) => (image ? 'image' : 'file'),
    }),
    mime_type: field({
      schema: s.string({ description: 'Media type of the file.' }),
      contexts: everywhere,
      readonly: true,
      read: ({ post }) => post.mimeType,
    }),
    media_details: field({
      schema: s.object({ description: 'Metadata of the file; depends on its type.' }),
      contexts: everywhere,
      readonly: true,
      undivided: editing,
      needs: ['file'],
      read: ({ metadata, url, post }) => mediaDetails(metadata, { url, mime: post.mimeType }, files),
      output: mediaDetailsResponse(files),
    }),
    post: field({
      schema: s.integer({ description: 'Id of the post it is attached to.' }),
      contexts: notEmbedded,
      read: ({ post }) => post.parentId || null,
      output: json.orNull(json.integer),
      write: (draft, value) => {
        draft.parentId = value;
      },
    }),
    source_url: field({
      schema: s.string({ format: 'uri', description: 'Address of the file.' }),
      contexts: everywhere,
      readonly: true,
      needs: ['file'],
      read: ({ url }) => url,
    }),
  };
}
