import { type Embedder, publishSchema, type Resource, writableArguments } from '../api/resource.ts';
import { type Route, route, writing } from '../api/route.ts';
import { contentEmbedder } from '../kinds/content-embedder.ts';
import type { ContentParts } from '../kinds/content-kind.ts';
import { listContent } from '../kinds/content-list.ts';
import { contextArgument, type ListInput, listArguments } from '../kinds/content-list-arguments.ts';
import { type ContentResource, contentResource } from '../kinds/content-resource.ts';
import { isKnownMime } from '../media/file-types.ts';
import type { MediaParts } from '../media/media-parts.ts';
import { type Args, s } from '../schema/schema.ts';
import type { Post } from '../storage/rows.ts';
import type { PostFilter } from '../storage/store.ts';
import { mediaActs } from './media-acts.ts';
import { type MediaDraft, mediaFields } from './media-fields.ts';
import { type MediaKind, mediaKind } from './media-kind.ts';
import { mediaPermits } from './media-permits.ts';
import { type MediaSubject, prepareMedia } from './media-subject.ts';

/** `/wp/v2/media`: uploaded files and what is said of them. */
export function mediaResource(parts: ContentParts & MediaParts): {
  readonly routes: readonly Route[];
  readonly embedders: Readonly<Record<string, Embedder>>;
} {
  const kind = mediaKind(parts);
  const resource = attachmentResource(kind, parts);
  return {
    routes: mediaRoutes(kind, resource, parts),
    embedders: { media: contentEmbedder([{ kind, resource }]) },
  };
}

function attachmentResource(kind: MediaKind, { uploadsUrl }: MediaParts): ContentResource {
  const resource: Resource<Post, MediaSubject, MediaDraft> = {
    ...contentResource(kind, {}),
    fields: mediaFields(kind),
    prepare: (posts, needs, call) => prepareMedia(kind, posts, needs, call, uploadsUrl(call.site)),
  };
  // Fields only ever meet what `prepare` of the same resource made, so what content shares may show it.
  return resource as unknown as ContentResource;
}

function mediaRoutes(kind: MediaKind, resource: ContentResource, parts: MediaParts): Route[] {
  const permits = mediaPermits(kind);
  const acts = mediaActs(kind, resource, parts, permits.create);
  const schema = publishSchema(resource);
  const item = `${kind.path}/{id:int}` as '/{id:int}';
  return [
    route({
      method: 'GET',
      path: kind.path,
      summary: 'List media.',
      args: { ...listArguments(kind, ['inherit', 'private', 'trash']), ...typeArguments },
      permit: permits.list,
      // The arguments are built from the kind; their types are written down once, in ListInput.
      handle: (input, call) => {
        const { media_type, mime_type, ...rest } = input as unknown as ListInput & TypeInput;
        const narrow = (filter: PostFilter) => ({ ...filter, ...typeFilter({ media_type, mime_type }) });
        return listContent(kind, resource, rest, call, narrow);
      },
      schema: () => schema,
    }),
    route({
      method: 'POST',
      path: kind.path,
      summary: 'Upload a file.',
      args: writableArguments(resource.fields, 'create'),
      body: 'files',
      permit: permits.create,
      handle: acts.create,
    }),
    route({
      method: 'GET',
      path: item,
      summary: 'Show a media item.',
      args: { context: contextArgument },
      permit: permits.read,
      handle: acts.show,
      schema: () => schema,
    }),
    route({
      method: writing,
      path: item,
      summary: 'Change what is said of a file.',
      args: writableArguments(resource.fields, 'update'),
      permit: permits.update,
      handle: acts.update,
    }),
    route({
      method: 'DELETE',
      path: item,
      summary: 'Put a media item into the trash, or remove it and its files for good.',
      args: { force: s.boolean({ default: false, description: 'Remove it for good, past the trash.' }) },
      permit: permits.remove,
      handle: acts.remove,
    }),
  ];
}

const typeArguments: Args = {
  media_type: s.string({
    enum: ['image', 'video', 'text', 'application', 'audio'],
    pass: 2,
    description: 'Only files of this sort.',
  }),
  mime_type: s.string({ pass: 2, description: 'Only files of this media type.' }),
};

interface TypeInput {
  readonly media_type: string | undefined;
  readonly mime_type: string | undefined;
}

/** A media type that no file can have narrows nothing; one that files can have says more than the sort. */
function typeFilter({ media_type, mime_type }: TypeInput): Pick<PostFilter, 'mimeTypes' | 'mimeGroup'> {
  if (mime_type && isKnownMime(mime_type)) return { mimeTypes: [mime_type] };
  return media_type ? { mimeGroup: media_type } : {};
}
