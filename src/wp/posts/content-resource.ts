import { defineResource, type Resource } from '../../api/resource/resource.ts';
import type { Post } from '../../storage/rows.ts';
import { contentMadeOf, loadContent } from './content-subject.ts';
import type { ContentView } from './content-view.ts';
import type { ContentFields } from './fields/content-fields.ts';
import { contentActions, contentLinks, linksMadeOf } from './fields/content-links.ts';
import type { PostDraft } from './operations/post-draft.ts';
import { fieldPost } from './operations/post-facts.ts';

export type ContentResource = Resource<Post, PostDraft>;

/** Creates the resource of a kind of content with these fields. */
export function contentResource(view: ContentView, fields: ContentFields): ContentResource {
  return defineResource({
    ...contentSchema(view),
    fields,
    extra: { fields: view.extraFields.get(view.kind.type.name), item: fieldPost },
    links: contentLinks(view),
    linksMadeOf,
    madeOf: contentMadeOf(view),
    load: (posts: readonly Post[], needs, call) => loadContent(view, posts, needs, call),
    newDraft: (): PostDraft => ({}),
  });
}

/** What the published schema of a kind of content contains besides its fields. */
export function contentSchema(view: ContentView) {
  const { kind, variant } = view;
  return {
    title: kind.type.name,
    schemaUri: variant.protocol.contentSchemaUri,
    ...(variant.content.richLinks
      ? { schemaLinks: ({ apiUrl }: { readonly apiUrl: string }) => announcedActions(view, apiUrl) }
      : {}),
  };
}

function announcedActions({ kind, path }: ContentView, apiUrl: string): unknown[] {
  return contentActions(kind).map(({ name, title, sets }) => ({
    rel: `https://api.w.org/action-${name}`,
    title,
    href: `${apiUrl}${path}/{id}`,
    targetSchema: { type: 'object', properties: sets },
  }));
}
