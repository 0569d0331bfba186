import type { Call } from '../../api/call.ts';
import type { Embedder } from '../../api/resource/links.ts';
import { presentEmbedded } from '../../api/resource/present.ts';
import { defineResource, type Resource } from '../../api/resource/resource.ts';
import type { Support } from '../../rules/post-types.ts';
import type { Post } from '../../storage/rows.ts';
import { contentErrors } from './content-errors.ts';
import type { ContentKind } from './content-kind.ts';
import { hidden, isReadable, rememberRead } from './content-permissions.ts';
import { contentMadeOf, loadContent } from './content-subject.ts';
import type { ContentView } from './content-view.ts';
import { blocksField } from './fields/blocks-field.ts';
import {
  acfField,
  authorField,
  type ContentFields,
  dateFields,
  discussionFields,
  identityFields,
  metaField,
  statusField,
  templateField,
} from './fields/content-fields.ts';
import { contentActions, contentLinks, linksKey } from './fields/content-links.ts';
import { editorFields } from './fields/editor-fields.ts';
import {
  featuredMediaField,
  formatField,
  orderField,
  parentField,
  passwordField,
  stickyField,
  termFields,
} from './fields/extra-fields.ts';
import { contentField, excerptField, storedTextFields, titleField } from './fields/text-fields.ts';
import type { PostDraft } from './operations/post-draft.ts';
import { fieldPost } from './operations/post-hooks.ts';

export type ContentResource = Resource<Post, PostDraft>;

/** Creates the resource of a kind of content with these fields. */
export function contentResource(view: ContentView, fields: ContentFields): ContentResource {
  return defineResource({
    ...contentSchema(view),
    fields,
    extra: { fields: view.extraFields.get(view.kind.type.name), item: fieldPost },
    links: contentLinks(view),
    linksKey,
    remember: rememberRead,
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

function announcedActions(view: ContentView, apiUrl: string): unknown[] {
  const { path } = view;
  return contentActions(view).map(({ name, title, sets }) => ({
    rel: `https://api.w.org/action-${name}`,
    title,
    href: `${apiUrl}${path}/{id}`,
    targetSchema: { type: 'object', properties: sets },
  }));
}

/** The fields of a kind of content, as its type says. The order is that of the answers. */
export function contentFields(view: ContentView): ContentFields {
  const { type } = view.kind;
  const shows = (what: Support, fields: (view: ContentView) => ContentFields): ContentFields =>
    type.supports.includes(what) || type.alsoShows.includes(what) ? fields(view) : {};
  return {
    ...identityFields(view),
    ...dateFields(view),
    ...statusField(view),
    ...passwordField(),
    ...(type.storedTexts ? storedTextFields : { ...shows('title', titleField), ...shows('editor', contentField) }),
    ...shows('excerpt', excerptField),
    ...shows('author', authorField),
    ...shows('thumbnail', featuredMediaField),
    ...(type.hierarchical ? parentField() : {}),
    ...shows('page-attributes', orderField),
    ...shows('comments', discussionFields),
    ...(type.sticky ? stickyField() : {}),
    ...templateField(view),
    ...shows('post-formats', formatField),
    ...shows('custom-fields', metaField),
    ...shows('custom-fields', acfField),
    ...termFields(view),
    ...editorFields(view),
    ...shows('editor', blocksField),
  };
}

/** A view of a kind with the resource that shows it. */
export interface ShownContent {
  readonly view: ContentView;
  readonly resource: ContentResource;
}

/**
 * Embeds posts of these kinds by id; an error is embedded for a post that the caller may not read.
 *
 * @param elsewhere type → name of the embedder that shows it, for types with their own resource
 */
export function contentEmbedder(
  shown: readonly { readonly view: ContentView; readonly resource: Pick<ContentResource, 'show'> }[],
  elsewhere: Readonly<Record<string, string>> = {},
): Embedder {
  return async (ids, call) => {
    const posts = new Map((await call.store.posts.byIds(ids)).map((post) => [post.id, post]));
    const answers = new Map<number, unknown>();
    for (const { view, resource } of shown) {
      const { kind } = view;
      const own = [...posts.values()].filter((post) => post.type === kind.type.name);
      const readable = await readableOf(kind, own, call, answers);
      const items = await presentEmbedded(resource, readable, call);
      for (const [i, post] of readable.entries()) answers.set(post.id, items[i]);
    }
    for (const [type, embedder] of Object.entries(elsewhere)) {
      const own = [...posts.values()].filter((post) => post.type === type).map((post) => post.id);
      const items = own.length > 0 ? await call.embed(embedder, own) : [];
      for (const [i, id] of own.entries()) answers.set(id, items[i]);
    }
    return ids.map((id) => answers.get(id) ?? contentErrors.rest_post_invalid_id());
  };
}

/** The posts that the caller may read; sets an error as the answer for the others. */
async function readableOf(
  kind: ContentKind,
  posts: readonly Post[],
  call: Call,
  answers: Map<number, unknown>,
): Promise<Post[]> {
  const readable: Post[] = [];
  for (const post of posts) {
    if (await isReadable(kind, post, call)) readable.push(post);
    else answers.set(post.id, hidden(call));
  }
  return readable;
}
