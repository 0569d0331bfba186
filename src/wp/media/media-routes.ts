import type { Call } from '../../api/call.ts';
import { type Reply, reply } from '../../api/reply.ts';
import { type Context, contextArgument } from '../../api/resource/context.ts';
import { presentBare, presentItem } from '../../api/resource/present.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { created, type Route, route, writing } from '../../api/routing/route.ts';
import { s } from '../../lib/schema/schema.ts';
import { attachmentMetaKeys as keys } from '../../media/attachment-metadata.ts';
import { isKnownMime } from '../../media/files/file-types.ts';
import type { MediaLibrary } from '../../media/media-library.ts';
import { canCreatePosts, canEditOthersPosts, canEditPost } from '../../rules/capabilities.ts';
import { sees } from '../../rules/visibility.ts';
import type { Post } from '../../storage/rows.ts';
import type { PostFilter } from '../../storage/store.ts';
import { type CoreContext, inTransaction } from '../context/core-context.ts';
import { acfArguments } from '../fields/acf-member.ts';
import { contentErrors } from '../posts/content-errors.ts';
import type { ContentKind, ContentKinds } from '../posts/content-kind.ts';
import { listContent } from '../posts/content-list.ts';
import { contentListArguments } from '../posts/content-list-arguments.ts';
import { contentPermissions, existing, factsOf, postById } from '../posts/content-permissions.ts';
import { contentEmbedder } from '../posts/content-resource.ts';
import { contentItem, contentNamesake } from '../posts/content-routes.ts';
import type { ContentDisplay } from '../posts/content-view.ts';
import { refuseStatuses } from '../posts/list-statuses.ts';
import { planBeforehand } from '../posts/operations/post-fields.ts';
import { askBeforeWrite } from '../posts/operations/post-hooks.ts';
import { cleanBeforehand } from '../posts/operations/post-texts.ts';
import { trashPost } from '../posts/operations/trash-post.ts';
import { updatePost } from '../posts/operations/update-post.ts';
import { refuseTemplate } from '../posts/refuse-template.ts';
import { attachCover } from './attach-cover.ts';
import { longestAddress, receiveRemoteFile } from './download-file.ts';
import { editingRoutes } from './edit-routes.ts';
import { withFileNames } from './file-name-search.ts';
import { type MediaDraft, type MediaResource, mediaResource, recordingOf } from './media-resource.ts';
import { type MediaView, mediaAddresses, mediaView } from './media-subject.ts';
import { createRow, folderFor, refuseParentType, refuseUneditableParent } from './new-file.ts';
import { type FetchNamed, receiveUpload, translated, type Upload } from './receive-upload.ts';
import { removeMedia } from './remove-media.ts';
import { describedByFile, featurable } from './write-attachment.ts';

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

function mediaRoutes(view: MediaView, resource: MediaResource, { library, downloads }: CoreContext): Route[] {
  const { kind, path } = view;
  const { typeFilters, searchesFileNames, editing, trash } = view.variant.media;
  const permissions = mediaPermissions(kind);
  const fetchNamed: FetchNamed | undefined = editing
    ? (url, call) => receiveRemoteFile({ url }, call, downloads)
    : undefined;
  const handlers = mediaHandlers(view, resource, library);
  const item = `${path}/{id:int}` as const;
  return [
    route({
      method: 'GET',
      path,
      summary: 'List media.',
      args: { ...contentListArguments(view, ['inherit', 'private', 'trash']), ...typeArguments[typeFilters] },
      refuse: (input, call) => refuseStatuses(kind, input, call),
      permit: permissions.list,
      handle: (input, call) =>
        listContent(view, resource, input, call, (filter, order) => {
          const narrowed = { ...filter, ...typeFilter(input) };
          return searchesFileNames ? withFileNames(narrowed, order, call) : narrowed;
        }),
      resource: resource,
    }),
    route({
      method: 'POST',
      path,
      summary: 'Upload a file.',
      response: created,
      args: { ...resource.arguments.create, ...(editing ? creationArguments : {}) },
      refuseStored: refuseTemplate,
      receive: (call) => receiveUpload(library, call, fetchNamed),
      permit: permissions.create,
      requiresLogin: true,
      slugConflict: contentNamesake(kind),
      handle: handlers.create,
    }),
    route({
      method: 'GET',
      path: item,
      summary: 'Show a media item.',
      args: { context: contextArgument, ...acfArguments(view.acfMember) },
      permit: permissions.read,
      item: contentItem,
      handle: handlers.show,
      resource: resource,
    }),
    route({
      method: writing,
      path: item,
      summary: 'Change what is said of a file.',
      args: resource.arguments.update,
      undoable: true,
      refuseStored: refuseTemplate,
      permit: permissions.update,
      requiresLogin: true,
      item: contentItem,
      handle: handlers.update,
    }),
    route({
      method: 'DELETE',
      path: item,
      summary: trash
        ? 'Put a media item into the trash, or remove it and its files for good.'
        : 'Remove a media item and its files for good.',
      args: { force: s.boolean({ default: false, description: 'Delete permanently instead of moving to the trash.' }) },
      permit: permissions.remove,
      requiresLogin: true,
      item: contentItem,
      handle: handlers.remove,
    }),
    ...(editing ? editingRoutes(view, resource, library) : []),
  ];
}

const mediaTypes = ['image', 'video', 'text', 'application', 'audio'] as const;

const typeArguments = {
  single: {
    media_type: s.string({ enum: mediaTypes, pass: 2, description: 'Limit to files of this kind.' }),
    mime_type: s.string({ pass: 2, description: 'Limit to files of this media type.' }),
  },
  lists: {
    media_type: s.array(s.string({ enum: mediaTypes }), {
      default: null,
      pass: 2,
      description: 'Limit to files of these kinds.',
    }),
    mime_type: s.array(s.string(), { default: null, pass: 2, description: 'Limit to files of these media types.' }),
  },
};

interface TypeInput {
  readonly media_type?: string | readonly string[] | null | undefined;
  readonly mime_type?: string | readonly string[] | null | undefined;
}

/** Unknown media types are ignored. A single known one takes precedence over `media_type`; lists are joined. */
function typeFilter({ media_type, mime_type }: TypeInput): Pick<PostFilter, 'mimeTypes'> {
  const known = [mime_type ?? []].flat().filter(isKnownMime);
  const isSingle = typeof mime_type === 'string';
  const groups = isSingle && known.length > 0 ? [] : [media_type ?? []].flat().map((group) => `${group}/*`);
  const mimeTypes = [...known, ...groups];
  return mimeTypes.length > 0 ? { mimeTypes } : {};
}

/** Arguments of an upload that are not fields of the item. */
const creationArguments = {
  generate_sub_sizes: s.boolean({ default: true, description: 'Whether to make resized copies of a picture.' }),
  convert_format: s.boolean({ default: true, description: 'Whether copies may be of another format.' }),
  url: s.string({
    format: 'uri',
    description: 'Address of the file, in the place of its content: http or https, on a public host.',
    check: (url: string) => (url.length > longestAddress ? `url may have at most ${longestAddress} characters.` : null),
  }),
};

type Input = Readonly<Record<string, unknown>>;
type Item = { readonly id: number };

/** The handlers of the media routes. */
export function mediaHandlers(view: MediaView, resource: MediaResource, library: MediaLibrary) {
  const { kind, kinds, path } = view;
  const asEditor = (post: Post, call: Call) => presentItem(resource, post, call, 'edit');

  const store = async (
    draft: MediaDraft,
    { received, name, refusal, isForeign }: Upload,
    call: Call,
    copies: boolean,
  ): Promise<Post> => {
    const folder = await folderFor(draft, call);
    const unfilteredHtml = !isForeign && call.caller.can('unfiltered_html');
    const stored = await translated(refusal, () => library.store(received, { name, folder, unfilteredHtml, copies }));
    try {
      const described = describedByFile(draft, stored);
      const post = await translated(refusal, () => createRow(view, stored, described, call));
      const hasOwn = Boolean(draft.featuredMediaId);
      if (stored.cover && !hasOwn)
        await attachCover(view, post, { cover: stored.cover, path: stored.path }, library, call);
      return post;
    } finally {
      await stored.cover?.discard();
    }
  };

  return {
    async show(input: Item & { readonly context: Context }, call: Call): Promise<Reply> {
      const post = await existing(kind, input, call);
      const body = await presentItem(resource, post, call, input.context);
      const [address] = await mediaAddresses(kinds, [post], call);
      return reply(body, { link: `<${address}>; rel="alternate"; type=text/html` });
    },
    async create(input: Input, call: Call, upload: Upload): Promise<Reply> {
      const draft = await resource.draft(input, call);
      await refuseParentType(draft.parentId, call);
      const post = await store(draft, upload, call, input['generate_sub_sizes'] !== false);
      const headers = { Location: `${call.site.apiUrl}${path}/${post.id}` };
      return reply(await asEditor(post, call), { status: 201, headers });
    },
    async update(input: Input & Item, call: Call): Promise<Reply> {
      const { id } = input;
      const { mimeType } = await existing(kind, input, call);
      const sent = featurable(await resource.draft(input, call), mimeType);
      const { altText, ...draft } = await askBeforeWrite(kind, id, sent, call);
      await refuseParentType(draft.parentId, call);
      const cleaned = await cleanBeforehand(kind, id, draft, call);
      const planned = await planBeforehand(kind, id, draft, call);
      const post = await inTransaction(call, async (inner) => {
        if (altText !== undefined)
          await inner.store.meta.set('post', id, keys.altText, altText === '' ? [] : [altText]);
        return updatePost(kind, id, draft, inner, { cleaned, planned });
      });
      // Clients of this interface get the player numbers of a second rendering.
      if (recordingOf(post)) await asEditor(post, call);
      return reply(await asEditor(post, call));
    },
    async remove(input: Item & { readonly force: boolean }, call: Call): Promise<Reply> {
      const post = await existing(kind, input, call);
      if (!input.force && !view.variant.media.trash) throw contentErrors.rest_trash_not_supported();
      if (!input.force) return reply(await asEditor(await trashPost(kind, post.id, call), call));
      const [previous] = await presentBare(resource, [post], call, 'edit');
      const files = await removeMedia(kind, post.id, call);
      if (files) await library.remove(files);
      return reply({ deleted: true, previous });
    },
  };
}

type PermitInput = Partial<Record<string, unknown>>;

/** The permission checks of media: as for other content, except uploads, whose body is not read before the check. */
export function mediaPermissions(kind: ContentKind) {
  const permissions = contentPermissions(kind);
  return {
    ...permissions,
    async update(input: PermitInput, call: Call): Promise<void> {
      await permissions.update(input, call);
      const parentId = input['post'];
      const isMoved = typeof parentId === 'number' && (await existing(kind, input, call)).parentId !== parentId;
      if (isMoved) await refuseHiddenParent(kind, parentId, call);
    },
    async create(input: PermitInput, call: Call): Promise<void> {
      const { caller } = call;
      if (isSent(input['id'] ?? call.request.query['id'])) throw contentErrors.rest_post_exists();
      const author = input['author'];
      if (author && author !== caller.userId && !canEditOthersPosts(caller, kind.type)) {
        throw contentErrors.rest_cannot_edit_others();
      }
      if (!canCreatePosts(caller, kind.type)) throw contentErrors.rest_cannot_create();
      const parentId = input['post'];
      if (typeof parentId === 'number' && parentId !== 0) await refuseUneditableParent(kind, parentId, call);
    },
  };
}

function isSent(id: unknown): boolean {
  return id !== undefined && id !== null && id !== '' && id !== 0 && id !== '0' && id !== false;
}

/** An existing file can be attached to anything the caller may read; the id of a post that does not exist is stored. */
async function refuseHiddenParent(kind: ContentKind, parentId: number, call: Call): Promise<void> {
  const parent = await postById(parentId, call);
  if (!parent || sees(kind.visibility.readable(call.caller), parent)) return;
  const type = kind.types.find((one) => one.name === parent.type);
  if (type && !canEditPost(call.caller, type, await factsOf(parent, call))) throw contentErrors.rest_cannot_edit();
}
