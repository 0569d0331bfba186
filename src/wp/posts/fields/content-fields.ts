import { type Fields, fieldsOf } from '../../../api/resource/field.ts';
import { errors } from '../../../errors.ts';
import { canPublishPosts } from '../../../rules/capabilities.ts';
import { metaSchema } from '../../../rules/meta-registry.ts';
import { textLimits } from '../../../rules/text-limits.ts';
import { noDate, wireDate } from '../../../rules/zone.ts';
import { json } from '../../../schema/json-schema.ts';
import { s } from '../../../schema/schema.ts';
import { contentErrors } from '../content-errors.ts';
import { type ContentNeed, type ContentSubject, metaText } from '../content-subject.ts';
import type { ContentView } from '../content-view.ts';
import { gmtOf, isBeforeTime, readDate } from '../operations/post-dates.ts';
import type { PostDate, PostDraft } from '../operations/post-draft.ts';
import { templateKey } from '../operations/post-relations.ts';
import { needsPublishing, writableStatuses } from '../operations/post-status.ts';

export type ContentFields = Fields<ContentSubject, PostDraft, ContentNeed>;

const field = fieldsOf<ContentSubject, PostDraft, ContentNeed>();
const property = fieldsOf<ContentSubject, never, ContentNeed>();
const everywhere = ['view', 'edit', 'embed'] as const;
const notEmbedded = ['view', 'edit'] as const;

const shownDate = (stored: string): string | null => (stored === noDate ? null : wireDate(stored));

/** A date that may be missing, as types of the extended interface say. */
const orNull = { published: { type: ['string', 'null'] } };

/** The date fields, in the site's time zone and in GMT. */
export function dateFields({ kind }: Pick<ContentView, 'kind'>): ContentFields {
  const more = kind.type.extended ? orNull : {};
  return {
    date: field({
      schema: s.string({ format: 'date-time', description: "Date of publication, in the site's time.", ...more }),
      contexts: everywhere,
      read: ({ post }) => shownDate(post.date),
      shown: json.orNull(json.dateTime),
      write: (draft, value, { site }) => {
        draft.date = sentDate('date', value, readDate(value, 'local', site.zone));
      },
    }),
    date_gmt: field({
      schema: s.string({ format: 'date-time', description: 'Date of publication, in GMT.', ...more }),
      contexts: notEmbedded,
      read: ({ post }, { site }) => shownDate(gmtOf(post.date, post.dateGmt, site.zone)),
      shown: json.orNull(json.dateTime),
      // `date`, in the site's time zone, was written before this field and takes precedence.
      write: (draft, value, { site }) => {
        draft.date ??= sentDate('date_gmt', value, readDate(value, 'gmt', site.zone));
      },
    }),
    modified: field({
      schema: s.string({ format: 'date-time', description: "Date of the last change, in the site's time." }),
      contexts: notEmbedded,
      readonly: true,
      read: ({ post }) => shownDate(post.modified),
      shown: json.orNull(json.dateTime),
    }),
    modified_gmt: field({
      schema: s.string({ format: 'date-time', description: 'Date of the last change, in GMT.' }),
      contexts: notEmbedded,
      readonly: true,
      read: ({ post }, { site }) => shownDate(gmtOf(post.modified, post.modifiedGmt, site.zone)),
      shown: json.orNull(json.dateTime),
    }),
  };
}

function sentDate(name: string, text: string, date: PostDate | null): PostDate {
  if (date) return date;
  if (isBeforeTime(text)) throw contentErrors.invalid_date();
  const params = { [name]: `${name} lies outside the years that can be stored.` };
  throw errors.rest_invalid_param({ params }, { details: { params } });
}

/** The identifying fields: id, slug and URLs. */
export function identityFields({ kind }: ContentView): ContentFields {
  const noun = kind.type.labels['singular_name']?.toLowerCase() ?? 'item';
  return {
    id: field({
      schema: s.integer({ description: `Number of the ${noun}.` }),
      contexts: everywhere,
      readonly: true,
      read: ({ post }) => post.id,
    }),
    guid: field({
      schema: s.object({ description: 'Identifier that no other item anywhere shares.' }),
      contexts: notEmbedded,
      readonly: true,
      properties: {
        raw: property({
          schema: s.string({ description: 'Identifier as it is stored.' }),
          contexts: ['edit'],
          readonly: true,
          read: ({ post }) => post.guid,
        }),
        rendered: property({
          schema: s.string({ description: 'Identifier as readers see it.' }),
          contexts: notEmbedded,
          readonly: true,
          read: ({ post }) => post.guid,
        }),
      },
    }),
    slug: field({
      schema: s.string({ description: 'Name that stands in the address, unique within the type.' }),
      limit: textLimits.slug,
      contexts: everywhere,
      read: ({ post }) => post.slug,
      write: (draft, value) => {
        draft.slug = value;
      },
    }),
    type: field({
      schema: s.string({ description: 'Name of the type.' }),
      contexts: everywhere,
      readonly: true,
      read: ({ post }) => post.type,
      shown: json.words(kind.type.name),
    }),
    link: field({
      schema: s.string({ format: 'uri', description: 'Public address.' }),
      contexts: everywhere,
      readonly: true,
      needs: ['address'],
      read: ({ address }) => address,
    }),
  };
}

/** The status of a row. `null` means draft. */
export function statusField({ kind }: ContentView): ContentFields {
  return {
    status: field({
      schema: s.string({ enum: writableStatuses, nullable: true, description: 'State it is in.' }),
      contexts: notEmbedded,
      read: ({ post }) => post.status,
      shown: json.words(...writableStatuses, 'trash', 'auto-draft', 'inherit'),
      write: (draft, value: string | null, { caller }) => {
        const status = value ?? 'draft';
        if (needsPublishing(status) && !canPublishPosts(caller, kind.type)) throw contentErrors.rest_cannot_publish();
        draft.status = status;
      },
    }),
  };
}

export function authorField(): ContentFields {
  return {
    author: field({
      schema: s.integer({ description: 'Number of the user who wrote it.' }),
      contexts: everywhere,
      read: ({ post }) => post.authorId,
      write: async (draft, value, { store, caller }) => {
        if (value === 0) return;
        if (value !== caller.userId && !(await store.users.byId(value))) throw contentErrors.rest_invalid_author();
        draft.authorId = value;
      },
    }),
  };
}

const doors = ['open', 'closed'] as const;

export function discussionFields(): ContentFields {
  return {
    comment_status: field({
      schema: s.string({ enum: doors, description: 'Whether it takes comments.' }),
      contexts: notEmbedded,
      read: ({ post }) => post.commentStatus,
      write: (draft, value) => {
        draft.commentStatus = value;
      },
    }),
    ping_status: field({
      schema: s.string({ enum: doors, description: 'Whether it takes pings from other sites.' }),
      contexts: notEmbedded,
      read: ({ post }) => post.pingStatus,
      write: (draft, value) => {
        draft.pingStatus = value;
      },
    }),
  };
}

export function templateField({ variant }: ContentView): ContentFields {
  const { templates } = variant.content;
  return {
    template: field({
      schema: s.string({ ...(templates ? { enum: templates } : {}), description: 'Template the site shows it with.' }),
      contexts: notEmbedded,
      needs: ['meta'],
      // Existing sites store `default` for pages without a template of their own.
      read: (subject) => metaText(subject, templateKey).replace(/^default$/, ''),
      shown: json.string,
      write: (draft, value) => {
        draft.template = value;
      },
    }),
  };
}

export function metaField({ kind: { type, meta } }: ContentView): ContentFields {
  return {
    meta: field({
      schema: metaSchema(meta, 'post', type.name),
      limit: textLimits.meta,
      contexts: notEmbedded,
      needs: ['meta'],
      read: ({ post, meta: rows }, { caller }) =>
        meta.read({ object: 'post', subtype: type.name, ownerId: post.id }, rows, caller),
      shown: meta.response('post', type.name),
      write: (draft, value) => {
        draft.meta = value;
      },
    }),
  };
}
