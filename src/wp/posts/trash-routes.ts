import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route } from '../../api/routing/route.ts';
import { json } from '../../lib/schema/json-schema.ts';
import type { ContentKinds } from './content-kind.ts';
import { editableItem, rememberPost } from './content-permissions.ts';
import { contentItem } from './content-routes.ts';
import { restorePost } from './operations/trash-post.ts';

/** What a status that is written through `wp/v2` does not do: back from the trash with everything that was there. */
export function trashRoutes({ kinds }: { readonly kinds: ContentKinds }): RouteModule {
  return {
    routes: [
      route({
        method: 'POST',
        path: '/platen/v1/content/{id:int}/restore',
        summary: 'Restore an item of any type from the trash as it was: status, slug, comments.',
        response: {
          schema: json.object({ id: json.integer, type: json.string, status: json.string, slug: json.string }),
        },
        undoable: true,
        requiresLogin: true,
        item: contentItem,
        permit: async (input, call) => {
          await editableItem(kinds, input, call);
        },
        handle: async ({ id }, call) => {
          const { kind } = await editableItem(kinds, { id }, call);
          const { type, status, slug } = rememberPost(await restorePost(kind, id, call), call);
          return reply({ id, type, status, slug });
        },
      }),
    ],
  };
}
