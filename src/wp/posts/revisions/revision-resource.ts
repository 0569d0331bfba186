import type { Call } from '../../../api/call.ts';
import type { Context } from '../../../api/resource/context.ts';
import { type Fields, fieldsOf } from '../../../api/resource/field.ts';
import { defineResource, type Resource } from '../../../api/resource/resource.ts';
import type { MaybePromise } from '../../../lib/maybe-promise.ts';
import { json } from '../../../lib/schema/json-schema.ts';
import { s } from '../../../lib/schema/schema.ts';
import { metaSchema } from '../../../rules/meta-registry.ts';
import { noDate, wireDate } from '../../../rules/zone.ts';
import type { MetaRow, Post } from '../../../storage/rows.ts';
import type { JsonText } from '../../../text/json-text.ts';
import type { RenderContext } from '../../../text/render/render-context.ts';
import type { ContentView } from '../content-view.ts';
import { textContext } from '../text-context.ts';
import { revisionType } from './save-revision.ts';

export interface RevisionSubject {
  readonly revision: Post;
  /** Rows of the revision, where the variant shows meta. */
  readonly meta: readonly MetaRow[];
  readonly text: RenderContext;
}
export type RevisionFields = Fields<RevisionSubject>;

const field = fieldsOf<RevisionSubject>();
const everywhere = ['view', 'edit', 'embed'] as const;
const notEmbedded = ['view', 'edit'] as const;

interface RevisionForm {
  readonly more?: RevisionFields;
  readonly texts?: RevisionFields | undefined;
  readonly inPlace?: boolean;
}

/**
 * The revisions of a kind of content as a resource; `more` are fields that only some of them have, `texts` those that a
 * type has in the place of title, content and excerpt. `inPlace`: one may be the item itself, which has no parent to link to.
 */
export function revisionResource(
  view: ContentView,
  { more = {}, texts = textFields(view), inPlace = false }: RevisionForm = {},
): Resource<Post> {
  const { kind, path, variant, shortcodes, blocks, rules } = view;
  return defineResource({
    title: `${kind.type.name}-revision`,
    schemaUri: variant.protocol.contentSchemaUri,
    fields: { ...factFields, ...texts, ...metaField(view), ...more },
    links: [
      {
        rel: 'parent',
        optional: inPlace,
        to: ({ revision: { parentId } }) => (parentId > 0 ? { href: `${path}/${parentId}` } : null),
      },
    ],
    load: async (revisions: readonly Post[], _needs, call) => {
      const text = textContext({ shortcodes, blocks, rules, textWork: kind.textWork }, call);
      const ids = revisions.map(({ id }) => id);
      const keys = variant.content.editorFields ? kind.meta.keysOf('post', kind.type.name) : [];
      const meta = keys.length > 0 ? await call.store.meta.of('post', ids, keys) : null;
      return revisions.map((revision) => ({
        revision,
        meta: meta?.get(revision.id) ?? [],
        text: { ...text, postId: revision.parentId },
      }));
    },
  });
}

function metaField({ kind: { type, meta }, variant }: ContentView): RevisionFields {
  if (!variant.content.editorFields) return {};
  return {
    meta: field({
      schema: metaSchema(meta, 'post', type.name),
      contexts: notEmbedded,
      read: ({ revision, meta: rows }, { caller }, context) =>
        meta.read({ object: 'post', subtype: type.name, ownerId: ownerOf(revision) }, rows, caller, context),
      output: meta.response('post', type.name),
    }),
  };
}

/** Who may read a value is asked of the item; a draft that was saved in place is the item. */
const ownerOf = ({ type, id, parentId }: Post): number => (type === revisionType ? parentId : id);

/** A draft that was saved in place may have no date yet. */
const shownDate = (stored: string, { dateGmt }: Post): string | null => (dateGmt === noDate ? null : wireDate(stored));

const factFields: RevisionFields = {
  author: field({
    schema: s.integer({ description: 'Id of the user who made the change.' }),
    contexts: everywhere,
    read: ({ revision }) => revision.authorId,
  }),
  date: field({
    schema: s.string({ format: 'date-time', description: "Date of the change, in the site's time." }),
    contexts: everywhere,
    read: ({ revision }) => shownDate(revision.date, revision),
    output: json.orNull(json.dateTime),
  }),
  date_gmt: field({
    schema: s.string({ format: 'date-time', description: 'Date of the change, in GMT.' }),
    contexts: notEmbedded,
    read: ({ revision }) => shownDate(revision.dateGmt, revision),
    output: json.orNull(json.dateTime),
  }),
  id: field({
    schema: s.integer({ description: 'Id of the revision.' }),
    contexts: everywhere,
    read: ({ revision }) => revision.id,
  }),
  modified: field({
    schema: s.string({ format: 'date-time', description: "Date the revision was last written, in the site's time." }),
    contexts: notEmbedded,
    read: ({ revision }) => wireDate(revision.modified),
  }),
  modified_gmt: field({
    schema: s.string({ format: 'date-time', description: 'Date the revision was last written, in GMT.' }),
    contexts: notEmbedded,
    read: ({ revision }) => wireDate(revision.modifiedGmt),
  }),
  parent: field({
    schema: s.integer({ description: 'Id of the changed item.' }),
    contexts: everywhere,
    read: ({ revision }) => revision.parentId,
  }),
  slug: field({
    schema: s.string({ description: 'Name of the revision.' }),
    contexts: everywhere,
    read: ({ revision }) => revision.slug,
  }),
};

function textFields({ render, kind, variant }: ContentView): RevisionFields {
  const { editorFields } = variant.content;
  const guidOf = (revision: Post, { site }: Pick<Call, 'site'>): string =>
    editorFields && revision.type === 'revision' ? `${site.url}/?p=${revision.id}` : revision.guid;
  // Members are shown where those of the item are.
  const { storedTexts = false, rawInEmbeds = false } = editorFields ? kind.type : {};
  const rawIn = storedTexts ? notEmbedded : rawInEmbeds ? editedOrEmbedded : edited;
  const contentIn = rawInEmbeds ? everywhere : notEmbedded;
  return {
    guid: field({
      schema: s.object({ description: 'Globally unique identifier.' }),
      contexts: notEmbedded,
      readonly: true,
      properties: {
        raw: field({
          schema: s.string({ description: 'Identifier as it is stored.' }),
          contexts: ['edit'],
          readonly: true,
          read: ({ revision }, call) => guidOf(revision, call),
        }),
        rendered: field({
          schema: s.string({ description: 'Identifier as readers see it.' }),
          contexts: notEmbedded,
          readonly: true,
          read: ({ revision }, call) => guidOf(revision, call),
        }),
      },
    }),
    title: field({
      schema: s.object({ description: 'Title.' }),
      contexts: everywhere,
      properties: {
        raw: rawProperty('Title', (revision) => revision.title, rawIn),
        rendered: renderedProperty(
          'Title',
          everywhere,
          ({ revision, text }) => render.title(revision.title, text),
          storedTexts,
        ),
      },
    }),
    content: field({
      schema: s.object({ description: 'Content.' }),
      contexts: contentIn,
      properties: {
        raw: rawProperty('Content', (revision) => revision.content, rawIn),
        rendered: renderedProperty(
          'Content',
          contentIn,
          ({ revision, text }) => render.json.content(revision.content, text),
          storedTexts,
        ),
        ...(editorFields ? { block_version: blockVersion(rawInEmbeds ? editedOrEmbedded : edited) } : {}),
        protected: protectedProperty,
      },
    }),
    ...(kind.type.later && !kind.supports('excerpt') ? {} : excerptField(render)),
  };
}

/** In the schema as for the item itself, but never sent. */
const blockVersion = (contexts: readonly Context[]) =>
  field({
    schema: s.integer({ description: 'Version of the block format; 0 for content without blocks.' }),
    contexts,
    readonly: true,
  });

function excerptField(render: ContentView['render']): RevisionFields {
  return {
    excerpt: field({
      schema: s.object({ description: 'Excerpt.' }),
      contexts: everywhere,
      properties: {
        raw: rawProperty('Excerpt', (revision) => revision.excerpt),
        rendered: renderedProperty('Excerpt', everywhere, ({ revision, text }) =>
          revision.excerpt === '' ? '' : render.json.excerpt(revision.excerpt, text),
        ),
        protected: protectedProperty,
      },
    }),
  };
}

const edited = ['edit'] as const;
const editedOrEmbedded = ['edit', 'embed'] as const;

function rawProperty(what: string, read: (revision: Post) => string, contexts: readonly Context[] = edited) {
  return field({
    schema: s.string({ description: `${what} as it is stored.` }),
    contexts,
    read: ({ revision }) => read(revision),
  });
}

/** @param unlisted whether the schema does not tell of it, because items of the type do not have it */
function renderedProperty(
  what: string,
  contexts: readonly Context[],
  read: (subject: RevisionSubject) => MaybePromise<string | JsonText>,
  unlisted = false,
) {
  const schema = s.string({ description: `${what} as readers see it.`, ...(unlisted ? { unlisted } : {}) });
  return field({ schema, contexts, readonly: true, read });
}

/** In the schema as for the item itself, but never sent: only callers who can edit see revisions. */
const protectedProperty = field({
  schema: s.boolean({ description: 'Whether it is protected with a password.' }),
  contexts: everywhere,
  readonly: true,
});
