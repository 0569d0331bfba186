import type { RouteModule } from '../../api/routing/registry.ts';
import { created, route } from '../../api/routing/route.ts';
import { s } from '../../lib/schema/schema.ts';
import type { CoreContext } from '../context/core-context.ts';
import type { ContentKinds } from '../posts/content-kind.ts';
import { contentNamesake } from '../posts/content-routes.ts';
import type { ContentDisplay } from '../posts/content-view.ts';
import { longestAddress, receiveRemoteFile } from './download-file.ts';
import { mediaResource } from './media-resource.ts';
import { mediaHandlers, mediaPermissions } from './media-routes.ts';
import { mediaView } from './media-subject.ts';

/** `POST /platen/v1/media`: a media item whose file the server fetches itself. */
export function remoteMedia(core: RemoteMediaContext): RouteModule {
  const { downloads } = core;
  const view = mediaView(core.kinds, core.display, { ...core, library: downloads.library });
  const resource = mediaResource(view);
  return {
    routes: [
      route({
        method: 'POST',
        path: '/platen/v1/media',
        summary: 'Create a media item from the address of a file.',
        args: {
          ...resource.arguments.create,
          url: s.string({
            required: true,
            description: 'Address of the file: http or https, on a public host.',
            check: (url: string) =>
              url.length > longestAddress ? `url may have at most ${longestAddress} characters.` : null,
          }),
          filename: s.string({ description: 'Name of the file; without it, the last part of its address.' }),
        },
        // The arguments are known before the file is, so that nothing is fetched for a request that is refused anyway.
        body: 'fields',
        receive: (call, { url, filename }) => receiveRemoteFile({ url, filename }, call, downloads),
        permit: mediaPermissions(view.kind).create,
        slugConflict: contentNamesake(view.kind),
        itemsAt: view.path,
        resource: resource,
        response: created,
        handle: mediaHandlers(view, resource, downloads.library).create,
        shareable: false,
      }),
    ],
  };
}

type RemoteMediaContext = { readonly kinds: ContentKinds; readonly display: ContentDisplay } & Pick<
  CoreContext,
  'uploadsUrl' | 'transformRules' | 'downloads'
>;
