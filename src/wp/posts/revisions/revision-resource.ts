import { type Fields, fieldsOf } from '../../../api/resource/field.ts';
import { defineResource, type Resource } from '../../../api/resource/resource.ts';
import type { Ready } from '../../../ready.ts';
import { noDate, wireDate } from '../../../rules/zone.ts';
import { json } from '../../../schema/json-schema.ts';
import { s } from '../../../schema/schema.ts';
import type { Post } from '../../../storage/rows.ts';
import type { JsonText } from '../../../text/formats/json-text.ts';
import type { RenderContext } from '../../../text/render-context.ts';
import type { ContentView } from '../content-view.ts';
import { textContext } from '../text-context.ts';

export interface RevisionSubject {
  readonly revision: Post;
  readonly text: RenderContext;
}
export type RevisionFields = Fields<RevisionSubject>;

const field = fieldsOf<RevisionSubject>();
const everywhere = ['view', 'edit', 'embed'] as const;
const notEmbedded = ['view', 'edit'] as const;

/** The revisions of a kind of content as a resource; `more` are fields that only some of them have. */
export function revisionResource(view: ContentView, more: RevisionFields = {}): Resource<Post> {
  const { kind, path, variant, shortcodes, blocks } = view;
  return defineResource({
    title: `${kind.type.name}-revision`,
    schemaUri: variant.protocol.contentSchemaUri,
    fields: { ...factFields, ...textFields(view), ...more },
    links: [
      {
        rel: 'parent',
        to: ({ revision: { parentId } }) => (parentId > 0 ? { href: `${path}/${parentId}` } : null),
      },
    ],
    load: async (revisions: readonly Post[], _needs, call) => {
      const text = textContext({ shortcodes, blocks, textWork: kind.textWork }, call);
      return revisions.map((revision) => ({ revision, text: { ...text, postId: revision.parentId } }));
    },
  });
}

/** A draft that was saved in place may have no date yet. */
const shownDate = (stored: string, { dateGmt }: Post): string | null => (dateGmt === noDate ? null : wireDate(stored));

const factFields: RevisionFields = {
  author: field({
    schema: s.integer({ description: 'Number of the user who made the change.' }),
    contexts: everywhere,
    read: ({ revision }) => revision.authorId,
  }),
  date: field({
    schema: s.string({ format: 'date-time', description: "Date of the change, in the site's time." }),
    contexts: everywhere,
    read: ({ revision }) => shownDate(revision.date, revision),
    shown: json.orNull(json.dateTime),
  }),
  date_gmt: field({
    schema: s.string({ format: 'date-time', description: 'Date of the change, in GMT.' }),
    contexts: notEmbedded,
    read: ({ revision }) => shownDate(revision.dateGmt, revision),
    shown: json.orNull(json.dateTime),
  }),
  id: field({
    schema: s.integer({ description: 'Number of the revision.' }),
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
    schema: s.integer({ description: 'Number of what was changed.' }),
    contexts: everywhere,
    read: ({ revision }) => revision.parentId,
  }),
  slug: field({
    schema: s.string({ description: 'Name of the revision.' }),
    contexts: everywhere,
    read: ({ revision }) => revision.slug,
  }),
};

function textFields({ render, kind }: ContentView): RevisionFields {
  return {
    guid: field({
      schema: s.object({ description: 'Identifier that no other item anywhere shares.' }),
      contexts: notEmbedded,
      readonly: true,
      properties: {
        raw: { ...rawProperty('Identifier', (revision) => revision.guid), readonly: true },
        rendered: renderedProperty('Identifier', notEmbedded, ({ revision }) => revision.guid),
      },
    }),
    title: field({
      schema: s.object({ description: 'Title.' }),
      contexts: everywhere,
      properties: {
        raw: rawProperty('Title', (revision) => revision.title),
        rendered: renderedProperty('Title', everywhere, ({ revision, text }) => render.title(revision.title, text)),
      },
    }),
    content: field({
      schema: s.object({ description: 'Content.' }),
      contexts: notEmbedded,
      properties: {
        raw: rawProperty('Content', (revision) => revision.content),
        rendered: renderedProperty('Content', notEmbedded, ({ revision, text }) =>
          render.json.content(revision.content, text),
        ),
        protected: protectedProperty,
      },
    }),
    ...(kind.type.extended && !kind.supports('excerpt') ? {} : excerptField(render)),
  };
}

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

function rawProperty(what: string, read: (revision: Post) => string) {
  return field({
    schema: s.string({ description: `${what} as it is stored.` }),
    contexts: ['edit'],
    read: ({ revision }) => read(revision),
  });
}

function renderedProperty(
  what: string,
  contexts: readonly ('view' | 'edit' | 'embed')[],
  read: (subject: RevisionSubject) => Ready<string | JsonText>,
) {
  return field({ schema: s.string({ description: `${what} as readers see it.` }), contexts, readonly: true, read });
}

/** In the schema as for the item itself, but never sent: only callers who can edit see revisions. */
const protectedProperty = field({
  schema: s.boolean({ description: 'Whether a password locks it.' }),
  contexts: everywhere,
  readonly: true,
});
