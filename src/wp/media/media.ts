import { contextArgument } from '../../api/resource/context.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { created, type Route, route, writing } from '../../api/routing/route.ts';
import { isKnownMime } from '../../media/files/file-types.ts';
import { type InputOf, s } from '../../schema/schema.ts';
import type { PostFilter } from '../../storage/store.ts';
import type { CoreContext } from '../context/core-context.ts';
import { contentEmbedder } from '../posts/content-embedder.ts';
import type { ContentKinds } from '../posts/content-kind.ts';
import { contentItem, contentNamesake } from '../posts/content-versions.ts';
import type { ContentDisplay } from '../posts/content-view.ts';
import { listContent } from '../posts/list/content-list.ts';
import { contentListArguments } from '../posts/list/content-list-arguments.ts';
import { refuseStatuses } from '../posts/list/content-list-filter.ts';
import { mediaHandlers } from './media-handlers.ts';
import { mediaPermissions } from './media-permissions.ts';
import { type MediaResource, mediaResource } from './media-resource.ts';
import { type MediaView, mediaView } from './media-view.ts';
import { receiveUpload } from './receive-upload.ts';

/** `/wp/v2/media`: uploaded files and their details. */
export function media(core: CoreContext, { view, resource }: ShownMedia): RouteModule {
  return {
    routes: mediaRoutes(view, resource, core),
    embedders: { media: contentEmbedder([{ view, resource }]) },
  };
}

/** The view of media with the resource that shows them. */
export interface ShownMedia {
  readonly view: MediaView;
  readonly resource: MediaResource;
}

export function shownMedia(core: CoreContext, kinds: ContentKinds, display: ContentDisplay): ShownMedia {
  const view = mediaView(kinds, display, core);
  return { view, resource: mediaResource(view) };
}

function mediaRoutes(view: MediaView, resource: MediaResource, { library }: CoreContext): Route[] {
  const { kind, path } = view;
  const permissions = mediaPermissions(kind);
  const handlers = mediaHandlers(view, resource, library);
  const item = `${path}/{id:int}` as const;
  return [
    route({
      method: 'GET',
      path,
      summary: 'List media.',
      args: { ...contentListArguments(view, ['inherit', 'private', 'trash']), ...typeArguments },
      refuse: (input, call) => refuseStatuses(kind, input, call),
      permit: permissions.list,
      handle: (input, call) =>
        listContent(view, resource, input, call, (filter) => ({ ...filter, ...typeFilter(input) })),
      shows: resource,
    }),
    route({
      method: 'POST',
      path,
      summary: 'Upload a file.',
      answers: created,
      args: resource.arguments.create,
      receive: (call) => receiveUpload(library, call),
      permit: permissions.create,
      membersOnly: true,
      namesake: contentNamesake(kind),
      handle: handlers.create,
    }),
    route({
      method: 'GET',
      path: item,
      summary: 'Show a media item.',
      args: { context: contextArgument },
      permit: permissions.read,
      item: contentItem,
      handle: handlers.show,
      shows: resource,
    }),
    route({
      method: writing,
      path: item,
      summary: 'Change what is said of a file.',
      args: resource.arguments.update,
      permit: permissions.update,
      membersOnly: true,
      item: contentItem,
      handle: handlers.update,
    }),
    route({
      method: 'DELETE',
      path: item,
      summary: 'Put a media item into the trash, or remove it and its files for good.',
      args: { force: s.boolean({ default: false, description: 'Remove it for good, past the trash.' }) },
      permit: permissions.remove,
      membersOnly: true,
      item: contentItem,
      handle: handlers.remove,
    }),
  ];
}

const typeArguments = {
  media_type: s.string({
    enum: ['image', 'video', 'text', 'application', 'audio'],
    pass: 2,
    description: 'Only files of this sort.',
  }),
  mime_type: s.string({ pass: 2, description: 'Only files of this media type.' }),
};

type TypeInput = InputOf<typeof typeArguments>;

/** An unknown `mime_type` is ignored; a known one takes precedence over `media_type`. */
function typeFilter({ media_type, mime_type }: TypeInput): Pick<PostFilter, 'mimeTypes' | 'mimeGroup'> {
  if (mime_type && isKnownMime(mime_type)) return { mimeTypes: [mime_type] };
  return media_type ? { mimeGroup: media_type } : {};
}
