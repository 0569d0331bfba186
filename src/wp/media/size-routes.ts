import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route } from '../../api/routing/route.ts';
import { errors } from '../../lib/errors.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import { type SiteSize, type SiteSizes, sizeSources } from '../../media/sizes/site-sizes.ts';
import type { Store } from '../../storage/store.ts';

const path = '/platen/v1/media/sizes';

const fraction = { type: 'number', minimum: 0, maximum: 1 };

const sizesSchema = json.listOf(
  json.object({
    name: json.string,
    // In pixels; 0 for no limit.
    width: json.integer,
    height: json.integer,
    crop: json.boolean,
    // What a crop keeps in view, as fractions of width and height; null for the middle.
    position: json.orNull(json.object({ x: fraction, y: fraction })),
    source: json.words(...sizeSources),
    extension: json.string,
    is_made: json.boolean,
    is_certain: json.boolean,
  }),
);

/** `platen/v1/media/sizes`: the sizes that copies of pictures are made in. */
export function sizeRoutes(sizes: SiteSizes): RouteModule {
  const show = async (store?: Store) => reply((await sizes.list(store)).map(view));
  const mayManage = (_input: unknown, { caller }: Call) => {
    if (!caller.can('manage_options')) throw errors.rest_forbidden();
  };
  return {
    routes: [
      route({
        method: 'GET',
        path,
        summary: 'List the sizes that copies of pictures are made in, and where each comes from.',
        permit: (_input, { caller }) => {
          if (!caller.can('upload_files')) throw errors.rest_forbidden();
        },
        response: { schema: sizesSchema },
        shareable: false,
        handle: (_input, { store }) => show(store),
      }),
      route({
        method: 'POST',
        path,
        summary: 'Let a learned size be made, or no longer. Copies that there are stay.',
        args: {
          name: s.string({ description: 'Name of the size.', required: true }),
          is_made: s.boolean({ description: 'Whether uploads get a copy of this size.', required: true }),
        },
        permit: mayManage,
        response: { schema: sizesSchema },
        handle: async ({ name, is_made: isMade }, call) => {
          await call.store.transaction(async (inside) => {
            if (!(await sizes.switchLearned(inside, name, isMade))) throw unknownSize();
            await call.hooks?.record(inside, {
              ...{ kind: 'settings', actions: ['update'], id: 0, item: { names: ['image_sizes'] } },
              ...{ userId: call.caller.userId, atMs: call.now },
            });
          });
          call.hooks?.wake();
          return show();
        },
      }),
      route({
        method: 'POST',
        path: `${path}/learn`,
        summary: 'Look for further sizes among the copies of the newest pictures.',
        permit: mayManage,
        response: { schema: sizesSchema },
        handle: async () => {
          await sizes.learn();
          return show();
        },
      }),
    ],
  };
}

function view({ name, width, height, crop, position, source, extension, isMade, isCertain }: SiteSize) {
  return {
    name,
    width,
    height,
    crop,
    position: position ?? null,
    source,
    extension,
    is_made: isMade,
    is_certain: isCertain,
  };
}

function unknownSize() {
  const params = { name: 'No size of this name was learned. The others are set where they come from.' };
  return errors.rest_invalid_param({ params }, { details: { params } });
}
