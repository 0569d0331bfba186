import type { RouteModule } from '../../api/routing/registry.ts';
import { created, route } from '../../api/routing/route.ts';
import { s } from '../../schema/schema.ts';
import { mediaHandlers } from '../../wp/media/media-handlers.ts';
import { mediaPermissions } from '../../wp/media/media-permissions.ts';
import { mediaResource } from '../../wp/media/media-resource.ts';
import { mediaView } from '../../wp/media/media-view.ts';
import { contentNamesake } from '../../wp/posts/content-versions.ts';
import { receiveRemoteFile } from './receive-remote-file.ts';
import type { RemoteMediaContext } from './remote-media-context.ts';

const longestAddress = 2048;

/** `POST /platen/v1/media`: a media item whose file the server fetches itself. */
export function remoteMedia({ core, ...context }: RemoteMediaContext): RouteModule {
  const view = mediaView(core.kinds, core.display, core);
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
        receive: (call, { url, filename }) => receiveRemoteFile({ url, filename }, call, context),
        permit: mediaPermissions(view.kind).create,
        namesake: contentNamesake(view.kind),
        itemsAt: view.path,
        shows: resource,
        answers: created,
        handle: mediaHandlers(view, resource, context.library).create,
        shareable: false,
      }),
    ],
  };
}
