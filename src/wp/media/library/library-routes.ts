import type { Call } from '../../../api/call.ts';
import { reply } from '../../../api/reply.ts';
import { findPage, pagingReply } from '../../../api/resource/list-page.ts';
import type { RouteModule } from '../../../api/routing/registry.ts';
import { type Route, route } from '../../../api/routing/route.ts';
import { json } from '../../../lib/schema/json-schema.ts';
import { s } from '../../../lib/schema/schema.ts';
import { filesWithHash, isFileHash } from '../../../media/file-hashes.ts';
import type { MediaLibrary } from '../../../media/media-library.ts';
import { canCreatePosts } from '../../../rules/capabilities.ts';
import type { PostOrder } from '../../../storage/store.ts';
import type { CoreContext } from '../../context/core-context.ts';
import { contentErrors } from '../../posts/content-errors.ts';
import type { ContentKinds } from '../../posts/content-kind.ts';
import { contentPermissions, existing } from '../../posts/content-permissions.ts';
import type { ContentDisplay } from '../../posts/content-view.ts';
import { type MediaView, mediaView } from '../media-subject.ts';
import { altTextRoutes } from './alt-text-routes.ts';
import { bulkRoutes } from './bulk-routes.ts';
import { folderRoutes } from './folder-routes.ts';
import { libraryFilter, libraryFilterArguments } from './library-filter.ts';
import { libraryItemSchema, libraryItems } from './library-item.ts';
import { scanArguments, scanFiles } from './scan-files.ts';
import { versionRoutes } from './version-routes.ts';
import { detailRoutes } from './write-details.ts';

const path = '/platen/v1/media';
const mostPerPage = 100;
const perPage = s.integer({ default: 40, minimum: 1, maximum: mostPerPage, description: 'Files per page.' });
/** So many files with the same content are named. */
const mostTwins = 5;

/** The media library: its list, folders, versions of pictures, and what is said of many files at once. */
export function mediaLibraryRoutes(
  core: { readonly kinds: ContentKinds; readonly display: ContentDisplay } & Pick<
    CoreContext,
    'uploadsUrl' | 'taxonomies' | 'transformRules'
  >,
  library: MediaLibrary,
  listeners: Parameters<typeof altTextRoutes>[1],
): RouteModule {
  const view = mediaView(core.kinds, core.display, { ...core, library });
  return {
    routes: [
      ...listRoutes(view),
      ...detailRoutes(view, core.taxonomies, library),
      ...bulkRoutes(view, core.taxonomies),
      ...folderRoutes(core.taxonomies, core.display.variant, refuseOthers(view)),
      ...versionRoutes(view, library),
      ...altTextRoutes(view, listeners),
    ],
  };
}

/** The library is for those who may add files to it. */
export const refuseOthers =
  ({ kind }: Pick<MediaView, 'kind'>) =>
  (_input: object, { caller }: Call): void => {
    if (!canCreatePosts(caller, kind.type)) throw contentErrors.rest_cannot_create();
  };

function listRoutes(view: MediaView): Route[] {
  const { kind } = view;
  const permit = refuseOthers(view);
  return [
    route({
      method: 'GET',
      path,
      summary: 'List the files of the media library.',
      args: {
        ...libraryFilterArguments,
        page: s.integer({ default: 1, minimum: 1, description: 'Page of the list.' }),
        per_page: perPage,
        order: s.string({ enum: ['asc', 'desc'], default: 'desc', description: 'Sort direction.' }),
        orderby: s.string({ enum: ['date', 'modified', 'title', 'id'], default: 'date', description: 'Sort by this.' }),
      },
      response: { schema: json.listOf(libraryItemSchema) },
      permit,
      requiresLogin: true,
      handle: async (input, call) => {
        const order: PostOrder = { by: input.orderby, direction: input.order };
        const filter = await libraryFilter(kind, input, order, call);
        const { per_page: limit, page } = input;
        const { posts } = call.store;
        const { rows, total } = await findPage(
          { limit, offset: (page - 1) * limit },
          {
            find: (at) => posts.find(filter, order, at),
            count: () => posts.count(filter),
            countAhead: () => posts.countAhead(filter),
          },
        );
        if (total > 0 && page > Math.ceil(total / limit)) throw contentErrors.rest_post_invalid_page_number();
        const items = await libraryItems(view, rows, call);
        return reply(items, pagingReply({ total, perPage: limit, page, path, input: { ...input } }, call));
      },
    }),
    route({
      method: 'GET',
      path: `${path}/scan`,
      summary: 'Find files by what no index knows: without alternative text, unused, by width or size.',
      args: { ...libraryFilterArguments, ...scanArguments, per_page: perPage },
      response: {
        schema: json.object({
          items: json.listOf(libraryItemSchema),
          looked_at: json.integer,
          next: json.orNull(json.integer),
        }),
      },
      permit,
      requiresLogin: true,
      handle: async (input, call) => {
        const filter = await libraryFilter(kind, input, { by: 'id', direction: 'desc' }, call);
        const kinds = [...view.kinds].filter(({ type }) => !type.inheritsFromParent);
        const { rows, next, lookedAt } = await scanFiles(filter, input, { limit: input.per_page, kinds }, call);
        return reply({ items: await libraryItems(view, rows, call), looked_at: lookedAt, next });
      },
    }),
    route({
      method: 'GET',
      path: `${path}/by-hash`,
      summary: 'Find the files with this content, among those that you may use.',
      args: {
        hash: s.string({
          required: true,
          description: 'The SHA-256 digest of the content, in hexadecimal.',
          check: (hash: string) => (isFileHash(hash) ? null : 'hash must have 64 hexadecimal digits in lower case.'),
        }),
      },
      response: { schema: json.listOf(libraryItemSchema) },
      permit,
      requiresLogin: true,
      handle: async ({ hash }, call) => {
        const ids = await filesWithHash(hash, mostTwins, call.store);
        const filter = {
          types: [kind.type.name],
          statuses: ['inherit', 'private'],
          visibility: kind.visibility.readable(call.caller),
          ids,
        };
        const page = { limit: mostTwins, offset: 0 };
        const rows = ids.length > 0 ? await call.store.posts.find(filter, { by: 'id', direction: 'desc' }, page) : [];
        return reply(await libraryItems(view, rows, call));
      },
    }),
    route({
      method: 'GET',
      path: `${path}/{id:int}`,
      summary: 'Show what the media library knows of a file.',
      response: { schema: libraryItemSchema },
      permit: async (input, call) => {
        permit(input, call);
        await contentPermissions(kind).read({ id: input.id }, call);
      },
      requiresLogin: true,
      handle: async (input, call) => {
        const [item] = await libraryItems(view, [await existing(kind, input, call)], call);
        if (!item) throw contentErrors.rest_post_invalid_id();
        return reply(item);
      },
    }),
  ];
}
