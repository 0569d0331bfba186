import { type Field, fieldsOf } from '../api/resource.ts';
import { attachmentLink } from '../content/text/macros/image-tag.ts';
import { plainText } from '../content/text/plain-text.ts';
import { escapeHtml } from '../content/text/scan/entities.ts';
import {
  authorField,
  dateFields,
  discussionFields,
  identityFields,
  metaField,
  templateField,
} from '../kinds/content-fields.ts';
import { sentText, titleField } from '../kinds/content-text-fields.ts';
import type { PostDraft } from '../kinds/post-draft.ts';
import { writableStatuses } from '../kinds/post-status.ts';
import { mediaDetails } from '../media/attachment-metadata.ts';
import { s } from '../schema/schema.ts';
import type { MediaKind } from './media-kind.ts';
import type { MediaSubject } from './media-subject.ts';

/** What somebody wants an attachment to become. */
export interface MediaDraft extends PostDraft {
  altText?: string;
}

export type MediaFields = Readonly<Record<string, Field<MediaSubject, MediaDraft>>>;

const field = fieldsOf<MediaSubject, MediaDraft>();
const part = fieldsOf<MediaSubject>();
const everywhere = ['view', 'edit', 'embed'] as const;
const notEmbedded = ['view', 'edit'] as const;

/** The members of an attachment. */
export function mediaFields(kind: MediaKind): MediaFields {
  return {
    ...dateFields(),
    ...identityFields(kind),
    ...statusField,
    ...titleField(kind),
    ...authorField(),
    ...discussionFields(),
    ...metaField(kind),
    ...templateField(kind),
    ...textFields(kind),
    ...fileFields,
  };
}

/** Only `private` is a state of its own here; any other word lets the attachment inherit, and brings it back from the trash. */
const statusField: MediaFields = {
  status: field({
    schema: s.string({ enum: writableStatuses, nullable: true, description: 'State it is in.' }),
    contexts: notEmbedded,
    read: ({ post }) => post.status,
    write: (draft, value) => {
      draft.status = value === 'private' ? 'private' : 'inherit';
    },
  }),
};

function textFields(kind: MediaKind): MediaFields {
  return {
    alt_text: field({
      schema: s.string({ description: 'What to say where the file is not shown.' }),
      contexts: everywhere,
      needs: ['file'],
      read: ({ altText }) => altText,
      write: (draft, value) => {
        draft.altText = plainText(value);
      },
    }),
    caption: field({
      schema: s.object({ description: 'Caption.' }),
      contexts: everywhere,
      needs: ['text', 'file'],
      parts: {
        raw: part({
          schema: s.string({ description: 'Caption as it is stored.' }),
          contexts: ['edit'],
          read: ({ post }) => post.excerpt,
        }),
        rendered: part({
          schema: s.string({ description: 'Caption as readers see it.' }),
          contexts: everywhere,
          readonly: true,
          read: (subject, _call, context) => (isOpen(subject, context) ? shownCaption(kind, subject) : ''),
        }),
      },
      write: (draft, value) => {
        draft.excerpt = sentText(value) ?? draft.excerpt;
      },
    }),
    description: field({
      schema: s.object({ description: 'Description.' }),
      contexts: notEmbedded,
      needs: ['text', 'file'],
      parts: {
        raw: part({
          schema: s.string({ description: 'Description as it is stored.' }),
          contexts: ['edit'],
          read: ({ post }) => post.content,
        }),
        rendered: part({
          schema: s.string({ description: 'Description as readers see it, after the file itself.' }),
          contexts: notEmbedded,
          readonly: true,
          read: (subject, _call, context) =>
            isOpen(subject, context)
              ? attachmentParagraph(subject) + kind.render.content(subject.post.content, subject.text)
              : '',
        }),
      },
      write: (draft, value) => {
        draft.content = sentText(value) ?? draft.content;
      },
    }),
  };
}

const isOpen = ({ isUnlocked }: MediaSubject, context: string): boolean => isUnlocked || context === 'edit';

/** The picture, or the name of a file that is none, leading to the file. */
function attachmentParagraph({ image, url, post }: MediaSubject): string {
  return image ? attachmentLink(image) : `<p class="attachment"><a href='${escapeHtml(url)}'>${post.title}</a></p>\n`;
}

/** Without a caption of its own, a file is captioned by the beginning of what its description shows. */
function shownCaption(kind: MediaKind, { post, text, image }: MediaSubject): string {
  if (post.excerpt !== '') return kind.render.excerpt(post.excerpt, text);
  return kind.render.madeExcerpt(image ? post.content : `${post.title}\n\n${post.content}`, text);
}

/** What the file itself says; none of it can be written. */
const fileFields: MediaFields = {
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
  }),
  post: field({
    schema: s.integer({ description: 'Number of the post it hangs on.' }),
    contexts: notEmbedded,
    read: ({ post }) => post.parentId || null,
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
