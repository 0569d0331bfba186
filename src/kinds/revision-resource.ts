import { fieldsOf, type Resource } from '../api/resource.ts';
import { createCounters, type RenderContext } from '../content/text/render-context.ts';
import { wireDate } from '../content/zone.ts';
import { s } from '../schema/schema.ts';
import type { Post } from '../storage/rows.ts';
import type { ContentKind } from './content-kind.ts';

export interface RevisionSubject {
  readonly revision: Post;
  readonly text: RenderContext;
}
export type RevisionResource = Resource<Post, RevisionSubject>;

const field = fieldsOf<RevisionSubject>();
const everywhere = ['view', 'edit', 'embed'] as const;
const notEmbedded = ['view', 'edit'] as const;

/** The past states of a kind of content. */
export function revisionResource(kind: ContentKind): RevisionResource {
  return {
    title: `${kind.type.name}-revision`,
    schemaUri: kind.parts.variant.protocol.contentSchemaUri,
    fields: { ...factFields, ...textFields(kind) },
    links: [{ rel: 'parent', to: ({ revision }) => ({ href: `${kind.path}/${revision.parentId}` }) }],
    prepare: async (revisions, _needs, call) => {
      const counters = await call.once('text counters', async () => createCounters());
      const { url: siteUrl, smilies } = call.site;
      const { shortcodes } = kind.parts;
      return revisions.map((revision) => ({
        revision,
        text: { siteUrl, smilies, shortcodes, counters, postId: revision.parentId },
      }));
    },
  };
}

const factFields: RevisionResource['fields'] = {
  author: field({
    schema: s.integer({ description: 'Number of the user who made the change.' }),
    contexts: everywhere,
    read: ({ revision }) => revision.authorId,
  }),
  date: field({
    schema: s.string({ format: 'date-time', description: "Date of the change, in the site's time." }),
    contexts: everywhere,
    read: ({ revision }) => wireDate(revision.date),
  }),
  date_gmt: field({
    schema: s.string({ format: 'date-time', description: 'Date of the change, in GMT.' }),
    contexts: notEmbedded,
    read: ({ revision }) => wireDate(revision.dateGmt),
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

function textFields(kind: ContentKind): RevisionResource['fields'] {
  return {
    guid: field({
      schema: s.object({ description: 'Identifier that no other item anywhere shares.' }),
      contexts: notEmbedded,
      readonly: true,
      parts: {
        raw: { ...rawPart('Identifier', (revision) => revision.guid), readonly: true },
        rendered: renderedPart('Identifier', notEmbedded, ({ revision }) => revision.guid),
      },
    }),
    title: field({
      schema: s.object({ description: 'Title.' }),
      contexts: everywhere,
      parts: {
        raw: rawPart('Title', (revision) => revision.title),
        rendered: renderedPart('Title', everywhere, ({ revision, text }) => kind.render.title(revision.title, text)),
      },
    }),
    content: field({
      schema: s.object({ description: 'Content.' }),
      contexts: notEmbedded,
      parts: {
        raw: rawPart('Content', (revision) => revision.content),
        rendered: renderedPart('Content', notEmbedded, ({ revision, text }) =>
          kind.render.content(revision.content, text),
        ),
        protected: protectedPart,
      },
    }),
    excerpt: field({
      schema: s.object({ description: 'Excerpt.' }),
      contexts: everywhere,
      parts: {
        raw: rawPart('Excerpt', (revision) => revision.excerpt),
        rendered: renderedPart('Excerpt', everywhere, ({ revision, text }) =>
          revision.excerpt === '' ? '' : kind.render.excerpt(revision.excerpt, text),
        ),
        protected: protectedPart,
      },
    }),
  };
}

function rawPart(what: string, read: (revision: Post) => string) {
  return field({
    schema: s.string({ description: `${what} as it is stored.` }),
    contexts: ['edit'],
    read: ({ revision }) => read(revision),
  });
}

function renderedPart(
  what: string,
  contexts: readonly ('view' | 'edit' | 'embed')[],
  read: (subject: RevisionSubject) => string,
) {
  return field({ schema: s.string({ description: `${what} as readers see it.` }), contexts, readonly: true, read });
}

/** Announced like that of the item itself; a revision is only ever shown to those who may edit, so it has none to tell. */
const protectedPart = field({
  schema: s.boolean({ description: 'Whether a password locks it.' }),
  contexts: everywhere,
  readonly: true,
});
