import type { Resource } from '../api/resource.ts';
import type { Post } from '../storage/rows.ts';
import type { ContentFields } from './content-fields.ts';
import type { ContentKind } from './content-kind.ts';
import { contentActions, contentLinks } from './content-links.ts';
import { type ContentSubject, prepareContent } from './content-subject.ts';
import type { PostDraft } from './post-draft.ts';

export type ContentResource = Resource<Post, ContentSubject, PostDraft>;

/** A kind of content as a resource of the interface, with the fields it has. */
export function contentResource(kind: ContentKind, fields: ContentFields): ContentResource {
  const { richLinks } = kind.parts.variant.content;
  return {
    title: kind.type.name,
    schemaUri: kind.parts.variant.protocol.contentSchemaUri,
    fields,
    links: contentLinks(kind),
    ...(richLinks ? { schemaLinks: ({ apiUrl }) => announcedActions(kind, apiUrl) } : {}),
    prepare: (posts, needs, call) => prepareContent(kind, posts, needs, call),
  };
}

function announcedActions(kind: ContentKind, apiUrl: string): unknown[] {
  return contentActions(kind).map(({ name, title, sets }) => ({
    rel: `https://api.w.org/action-${name}`,
    title,
    href: `${apiUrl}${kind.path}/{id}`,
    targetSchema: { type: 'object', properties: sets },
  }));
}
