import { reply } from '../../../api/reply.ts';
import { type Route, route, writing } from '../../../api/routing/route.ts';
import { s } from '../../../lib/schema/schema.ts';
import { type FocalPoint, focalPointKey, formatFocalPoint } from '../../../media/focal-point.ts';
import type { MediaLibrary } from '../../../media/media-library.ts';
import { mediaTags } from '../../../rules/content/media-taxonomies.ts';
import type { TaxonomyType } from '../../../rules/taxonomies.ts';
import { contentPermissions, existing } from '../../posts/content-permissions.ts';
import type { MediaView } from '../media-subject.ts';
import { changeFiles } from './change-files.ts';
import { decorativeKey, libraryItemSchema, libraryItems } from './library-item.ts';
import { moveToFolder } from './media-folders.ts';
import { tagNames, tagsNamed, taxonomyNamed } from './media-tags.ts';
import { renewCrops } from './renew-crops.ts';

/** The part of a picture that crops keep in view, as it is sent. */
const focalPointArgument = s.object({
  nullable: true,
  description: 'What crops keep in view: x and y from 0 to 1, from the top left corner; null for the middle.',
  check: (sent: object) => (readPoint(sent) === null ? 'focal_point needs x and y, each a number from 0 to 1.' : null),
});

function readPoint(sent: object | null | undefined): FocalPoint | null {
  if (!sent || !('x' in sent && 'y' in sent)) return null;
  const { x, y } = sent;
  return isShare(x) && isShare(y) && Object.keys(sent).length === 2 ? { x, y } : null;
}

const isShare = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;

/** What the media library says of a file besides the texts, which are those of `wp/v2/media`. */
export function detailRoutes(view: MediaView, taxonomies: readonly TaxonomyType[], library: MediaLibrary): Route[] {
  const { kind } = view;
  const permissions = contentPermissions(kind);
  return [
    route({
      method: writing,
      path: '/platen/v1/media/{id:int}',
      summary: 'Set the focal point, folder and tags of a file.',
      args: {
        focal_point: focalPointArgument,
        folder: s.integer({ minimum: 0, description: 'The folder that it is in; 0 for none.' }),
        tags: tagNames('Its tags.'),
        decorative: s.boolean({ description: 'Whether it is decoration, which needs no alternative text.' }),
      },
      response: { schema: libraryItemSchema },
      permit: ({ id }, call) => permissions.update({ id }, call),
      requiresLogin: true,
      handle: async ({ id, focal_point, folder, tags, decorative }, call) => {
        const before = await existing(kind, { id }, call);
        const point = readPoint(focal_point);
        const [post = before] = await changeFiles(kind, [{ id, draft: {} }], call, async (store) => {
          if (focal_point !== undefined)
            await store.meta.set('post', id, focalPointKey, point ? [formatFocalPoint(point)] : []);
          if (decorative !== undefined) await store.meta.set('post', id, decorativeKey, decorative ? ['1'] : []);
          if (folder !== undefined) await moveToFolder([id], folder, store);
          if (tags) {
            const taxonomy = taxonomyNamed(taxonomies, mediaTags);
            await store.terms.assign(id, mediaTags, await tagsNamed(tags, { store, taxonomy, slugs: kind.slugs }));
          }
        });
        call.forget();
        const shown = focal_point === undefined ? post : await renewCrops(view, { ...before, ...post }, library, call);
        const [item] = await libraryItems(view, [shown], call);
        // There is one for each row.
        return reply(item!);
      },
    }),
  ];
}
