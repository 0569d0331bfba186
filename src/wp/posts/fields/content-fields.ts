import type { Call } from '../../../api/call.ts';
import { type Fields, fieldsOf } from '../../../api/resource/field.ts';
import { errors } from '../../../lib/errors.ts';
import { json, type Output } from '../../../lib/schema/json-schema.ts';
import { s } from '../../../lib/schema/schema.ts';
import type { AcfItem } from '../../../rules/acf/acf-location.ts';
import { canPublishPosts } from '../../../rules/capabilities.ts';
import { metaSchema } from '../../../rules/meta-registry.ts';
import { hidesRowsAbove } from '../../../rules/permalinks.ts';
import { textLimits } from '../../../rules/text-limits.ts';
import { gmtAt, noDate, wireDate } from '../../../rules/zone.ts';
import { contentErrors } from '../content-errors.ts';
import { type ContentNeed, type ContentSubject, metaText } from '../content-subject.ts';
import type { ContentView } from '../content-view.ts';
import type { PostDate, PostDraft } from '../operations/post-draft.ts';
import { gmtOf, isBeforeTime, needsPublishing, readDate, writableStatuses } from '../operations/post-draft.ts';
import { formatOf, templateKey } from '../operations/post-relations.ts';

export type ContentFields = Fields<ContentSubject, PostDraft, ContentNeed>;

const field = fieldsOf<ContentSubject, PostDraft, ContentNeed>();
const property = fieldsOf<ContentSubject, never, ContentNeed>();
const everywhere = ['view', 'edit', 'embed'] as const;
const notEmbedded = ['view', 'edit'] as const;

const shownDate = (stored: string): string | null => (stored === noDate ? null : wireDate(stored));

/** A date that may be missing, as types that came later say. */
const orNull = { published: { type: ['string', 'null'] } };

const momentNow = ({ site, now }: Pick<Call, 'site' | 'now'>): PostDate => ({
  local: site.zone.localAt(now),
  gmt: gmtAt(now),
});

/** The date fields, in the site's time zone and in GMT. */
export function dateFields({ kind, variant }: Pick<ContentView, 'kind' | 'variant'>): ContentFields {
  // Null is the time of the request.
  const nullable = variant.protocol.fullDescriptions;
  const more = kind.type.later || nullable ? { ...orNull, nullable } : {};
  return {
    date: field({
      schema: s.string({ format: 'date-time', description: "Date of publication, in the site's time.", ...more }),
      contexts: everywhere,
      read: ({ post }) => shownDate(post.date),
      output: json.orNull(json.dateTime),
      write: (draft, value: string | null, call) => {
        const date = value === null ? momentNow(call) : readDate(value, 'local', call.site.zone);
        draft.date = sentDate('date', value ?? '', date);
      },
    }),
    date_gmt: field({
      schema: s.string({ format: 'date-time', description: 'Date of publication, in GMT.', ...more }),
      contexts: notEmbedded,
      read: ({ post }, { site }) => shownDate(gmtOf(post.date, post.dateGmt, site.zone)),
      output: json.orNull(json.dateTime),
      // `date`, in the site's time zone, was written before this field and takes precedence.
      write: (draft, value: string | null, call) => {
        const date = value === null ? momentNow(call) : readDate(value, 'gmt', call.site.zone);
        draft.date ??= sentDate('date_gmt', value ?? '', date);
      },
    }),
    modified: field({
      schema: s.string({ format: 'date-time', description: "Date of the last change, in the site's time." }),
      contexts: notEmbedded,
      readonly: true,
      read: ({ post }) => shownDate(post.modified),
      output: json.orNull(json.dateTime),
    }),
    modified_gmt: field({
      schema: s.string({ format: 'date-time', description: 'Date of the last change, in GMT.' }),
      contexts: notEmbedded,
      readonly: true,
      read: ({ post }, { site }) => shownDate(gmtOf(post.modified, post.modifiedGmt, site.zone)),
      output: json.orNull(json.dateTime),
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
      schema: s.integer({ description: `Id of the ${noun}.` }),
      contexts: everywhere,
      readonly: true,
      read: ({ post }) => post.id,
    }),
    guid: field({
      schema: s.object({ description: 'Globally unique identifier.' }),
      contexts: notEmbedded,
      readonly: true,
      needs: kind.type.hierarchical ? ['address'] : [],
      properties: {
        raw: property({
          schema: s.string({ description: 'Identifier as it is stored.' }),
          contexts: ['edit'],
          readonly: true,
          read: shownGuid,
        }),
        rendered: property({
          schema: s.string({ description: 'Identifier as readers see it.' }),
          contexts: notEmbedded,
          readonly: true,
          read: shownGuid,
        }),
      },
    }),
    slug: field({
      schema: s.string({ description: 'Slug: the last part of the address, unique within the type.' }),
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
      output: json.words(kind.type.name),
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

/** The stored address, which has the slugs of all rows above; a reader who may not see these gets what the link shows. */
const shownGuid = ({ post, address }: ContentSubject, { site }: Pick<Call, 'site'>): string =>
  post.status !== 'trash' && hidesRowsAbove(site, post, address) ? address : post.guid;

/** The words that are stored; a row that another program wrote may hold any text. */
export const shownStatus: Output<string> = json.words(...writableStatuses, 'trash', 'auto-draft', 'inherit');

/** The status of a row. `null` means draft. */
export function statusField({ kind }: ContentView): ContentFields {
  return {
    status: field({
      schema: s.string({ enum: writableStatuses, nullable: true, description: 'Status.' }),
      contexts: kind.type.rawInEmbeds ? everywhere : notEmbedded,
      read: ({ post }) => post.status,
      output: shownStatus,
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
      schema: s.integer({ description: 'Id of the author.' }),
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

const openOrClosed = ['open', 'closed'] as const;
const storedOpenOrClosed: Output<string> = json.words(...openOrClosed);

export function discussionFields(): ContentFields {
  return {
    comment_status: field({
      schema: s.string({ enum: openOrClosed, description: 'Whether it takes comments.' }),
      contexts: notEmbedded,
      read: ({ post }) => post.commentStatus,
      output: storedOpenOrClosed,
      write: (draft, value) => {
        draft.commentStatus = value;
      },
    }),
    ping_status: field({
      schema: s.string({ enum: openOrClosed, description: 'Whether it takes pings from other sites.' }),
      contexts: notEmbedded,
      read: ({ post }) => post.pingStatus,
      output: storedOpenOrClosed,
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
      output: json.string,
      write: (draft, value) => {
        draft.template = value;
      },
    }),
  };
}

export function metaField({ kind: { type, meta } }: ContentView): ContentFields {
  const members = meta.membersOf('post', type.name).map((definition) => [
    definition.key,
    property({
      schema: s.scalar({ description: 'A value of `meta` that is shown beside it.', unlisted: true }),
      contexts: everywhere,
      readonly: true,
      needs: ['meta'],
      read: ({ meta: rows }) => meta.valueOf(definition, rows),
      output: json.orNull({ type: definition.type }),
    }),
  ]);
  return {
    ...Object.fromEntries(members),
    meta: field({
      schema: metaSchema(meta, 'post', type.name),
      limit: textLimits.meta,
      contexts: notEmbedded,
      needs: ['meta'],
      read: ({ post, meta: rows }, { caller }, context) =>
        meta.read({ object: 'post', subtype: type.name, ownerId: post.id }, rows, caller, context),
      output: meta.response('post', type.name),
      write: (draft, value) => {
        draft.meta = value;
      },
    }),
  };
}

/** The fields of ACF, and those that are shown like them. */
export function acfField({ acfMember }: ContentView): ContentFields {
  if (!acfMember) return {};
  return {
    acf: field({
      schema: acfMember.schema,
      limit: textLimits.meta,
      contexts: everywhere,
      needs: acfMember.asks.terms ? ['meta', 'terms'] : ['meta'],
      read: (subject, call, context) => acfMember.read(subject.meta, acfItem(subject), call, context),
      output: acfMember.output,
      write: (draft, value) => {
        const { values, keys } = acfMember.sent(value);
        draft.meta = { ...draft.meta, ...values };
        draft.sentAsAcf = keys;
      },
    }),
  };
}

const acfItem = (subject: ContentSubject): AcfItem => {
  const { id, status, parentId, mimeType } = subject.post;
  const { terms } = subject;
  return { id, status, parentId, mimeType, terms, format: formatOf(terms), template: metaText(subject, templateKey) };
};
