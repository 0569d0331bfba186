import { fieldsOf } from '../../api/resource/field.ts';
import { textTooLong } from '../../api/resource/write-draft.ts';
import { mediaDetails } from '../../media/attachment-metadata.ts';
import { type Ready, whenReady } from '../../ready.ts';
import { isStorable, textLimits } from '../../rules/text-limits.ts';
import { json } from '../../schema/json-schema.ts';
import { s } from '../../schema/schema.ts';
import { createCounters, type ShortcodeHandler } from '../../text/render-context.ts';
import { escapeKeepingReferences } from '../../text/scan/entities.ts';
import { attachmentLink } from '../../text/shortcodes/image-tag.ts';
import { audio, video } from '../../text/shortcodes/players.ts';
import { correctName } from '../../text/typography/product-name.ts';
import {
  authorField,
  dateFields,
  discussionFields,
  identityFields,
  metaField,
  templateField,
} from '../posts/fields/content-fields.ts';
import { sentText, titleField } from '../posts/fields/content-text-fields.ts';
import type { PostDraft } from '../posts/operations/post-draft.ts';
import { writableStatuses } from '../posts/operations/post-status.ts';
import { mediaDetailsResponse } from './media-details-response.ts';
import type { MediaNeed, MediaSubject } from './media-subject.ts';
import type { MediaView } from './media-view.ts';

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
    ...statusField,
    ...titleField(view),
    ...authorField(),
    ...discussionFields(),
    ...metaField(view),
    ...templateField(view),
    ...textFields(view),
    ...fileFields,
  };
}

/** Only `private` is stored as such; any other value becomes `inherit`, which also restores from the trash. */
const statusField = {
  status: field({
    schema: s.string({ enum: writableStatuses, nullable: true, description: 'State it is in.' }),
    contexts: notEmbedded,
    read: ({ post }) => post.status,
    shown: json.words(...writableStatuses, 'trash', 'auto-draft', 'inherit'),
    write: (draft, value) => {
      draft.status = value === 'private' ? 'private' : 'inherit';
    },
  }),
};

function textFields(view: MediaView) {
  return {
    alt_text: field({
      schema: s.string({ description: 'What to say where the file is not shown.' }),
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
          read: (subject, _call, context) =>
            isOpen(subject, context)
              ? whenReady(
                  view.render.content(subject.post.content, subject.text),
                  (description) => correctName(shownFile(subject)) + description,
                )
              : '',
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
  if (image) return attachmentLink(image);
  const sort = sortOf(post);
  const player = players[sort];
  if (player) return `${player({ src: url, ...dimensionsOf(metadata) }, undefined, text, sort)}\n`;
  return `<p class="attachment"><a href='${escapeKeepingReferences(url)}'>${post.title}</a></p>\n`;
}

const players: Readonly<Record<string, ShortcodeHandler>> = { audio, video };
const sortOf = ({ mimeType }: MediaSubject['post']): string => mimeType.split('/', 1)[0] ?? '';

/** The dimensions of a video, for its player. */
function dimensionsOf(metadata: unknown): { width?: string; height?: string } {
  if (typeof metadata !== 'object' || metadata === null || !('width' in metadata && 'height' in metadata)) return {};
  const { width, height } = metadata;
  return Number(width) > 0 && Number(height) > 0 ? { width: String(width), height: String(height) } : {};
}

/** The caption; if there is none, the beginning of the rendered description. */
function shownCaption({ render }: MediaView, { post, text, image, url }: MediaSubject): Ready<string> {
  if (post.excerpt !== '') return render.excerpt(post.excerpt, text);
  if (image) return render.madeExcerpt(post.content, text);
  const shown = players[sortOf(post)] ? url : post.title;
  // Only the text of a player is left in an excerpt, so it must not advance the player numbers of the response.
  return render.madeExcerpt(`${shown}\n\n${post.content}`, { ...text, counters: createCounters() });
}

/** Fields of the file and its parent; all but `post` are read-only. */
const fileFields = {
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
    schema: s.object({ description: 'What is known of the file; depends on its type.' }),
    contexts: everywhere,
    readonly: true,
    needs: ['file'],
    read: ({ metadata, url, post }) => mediaDetails(metadata, { url, mime: post.mimeType }),
    shown: mediaDetailsResponse,
  }),
  post: field({
    schema: s.integer({ description: 'Number of the post it is attached to.' }),
    contexts: notEmbedded,
    read: ({ post }) => post.parentId || null,
    shown: json.orNull(json.integer),
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
