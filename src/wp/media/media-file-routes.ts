import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route } from '../../api/routing/route.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { attachedPath, attachmentMetaKeys } from '../../media/attachment-metadata.ts';
import { fileUrl } from '../../media/files/media-path.ts';
import type { MediaLibrary, ReplaceOptions } from '../../media/media-library.ts';
import { canCreatePosts, canEditPost } from '../../rules/capabilities.ts';
import { everything } from '../../rules/visibility.ts';
import type { Post } from '../../storage/rows.ts';
import type { PostFilter } from '../../storage/store.ts';
import type { CoreContext } from '../context/core-context.ts';
import { contentErrors } from '../posts/content-errors.ts';
import type { ContentKind, ContentKinds } from '../posts/content-kind.ts';
import { existing, factsOf } from '../posts/content-permissions.ts';
import { mediaErrors, receiveUpload, translated } from './receive-upload.ts';
import { replaceAttachment, storedFiles } from './write-attachment.ts';

/** What clients of the media library ask besides the files themselves. */
export function mediaTools(
  { kinds, uploadsUrl }: { readonly kinds: ContentKinds } & Pick<CoreContext, 'uploadsUrl'>,
  library: MediaLibrary,
): RouteModule {
  const files = kinds.of('attachment');
  const editable = async (input: { readonly id?: number }, call: Call) => {
    const file = await existing(files, input, call);
    if (!canEditPost(call.caller, files.type, await factsOf(file, call))) throw contentErrors.rest_cannot_edit();
    return file;
  };
  return {
    routes: [
      route({
        method: 'GET',
        path: '/platen/v1/media/{id:int}/uses',
        summary: 'Show where a file is used, among what you may edit.',
        response: { schema: mediaUsesSchema },
        permit: async (input, call) => {
          await editable(input, call);
        },
        handle: async (input, call) => {
          const written = [...kinds].filter(({ type }) => !type.inheritsFromParent);
          return reply(await mediaUses(await editable(input, call), written, call));
        },
      }),
      route({
        method: 'POST',
        path: '/platen/v1/media/{id:int}/file',
        summary: 'Put another file of the same type in the place of a file. Number and address stay.',
        response: { schema: json.object({ id: json.integer, mime_type: json.string, source_url: json.string }) },
        receive: (call) => receiveUpload(library, call),
        permit: async (input, call) => {
          if (!canCreatePosts(call.caller, files.type)) throw contentErrors.rest_cannot_create();
          await editable(input, call);
        },
        handle: async ({ id }, call, { received, refusal }) => {
          const file = await editable({ id }, call);
          const read = () => storedFiles(id, call.store);
          const shown = await read();
          if (!shown) throw mediaErrors.rest_upload_no_data();
          const settle: ReplaceOptions['settle'] = async (replaced, release) => {
            await replaceAttachment(files, file, { ...replaced, hash: received.sha256 }, call, release);
          };
          const unfilteredHtml = call.caller.can('unfiltered_html');
          await translated(refusal, () =>
            library.replace(received, { id, read, mime: file.mimeType, unfilteredHtml, settle }),
          );
          return reply({ id, mime_type: file.mimeType, source_url: fileUrl(uploadsUrl(call.site), shown.file) });
        },
      }),
    ],
  };
}

/** How something uses a file: as its picture, in its text, or as the item it was uploaded for. */
const useKinds = ['featured', 'content', 'attached'] as const;
type UseKind = (typeof useKinds)[number];

/** Where a file is used. */
export const mediaUsesSchema = json.object({
  uses: json.listOf(
    json.object({
      id: json.integer,
      type: json.string,
      status: json.string,
      title: json.string,
      as: json.listOf(json.words(...useKinds), { least: 1 }),
    }),
  ),
  truncated: json.boolean,
});

/** At most so many items are looked at for each kind of use: the cost does not grow with the site. */
const mostUses = 50;

const featuredKey = '_thumbnail_id';
const columns = ['id', 'type', 'status', 'title'] as const;
type UsingItem = Pick<Post, (typeof columns)[number]>;

/** The items of these kinds that use a file and that the caller may edit, the newest first of each kind of use. */
export async function mediaUses(file: Post, kinds: readonly ContentKind[], call: Call) {
  const filter: PostFilter = {
    types: kinds.map(({ type }) => type.name),
    visibility: { anyOf: kinds.flatMap(({ visibility }) => visibility.editable(call.caller).anyOf) },
  };
  const inTexts = await showing(file, filter, call);
  const found: Record<UseKind, readonly UsingItem[]> = {
    featured: await featuring(file, filter, call),
    content: inTexts.items,
    attached: file.parentId > 0 ? await newest({ ...filter, ids: [file.parentId] }, call) : [],
  };
  const uses = new Map<number, UsingItem & { readonly kinds: UseKind[] }>();
  for (const kind of useKinds)
    for (const item of found[kind]) {
      const known = uses.get(item.id);
      if (known) known.kinds.push(kind);
      else uses.set(item.id, { ...item, kinds: [kind] });
    }
  return {
    uses: [...uses.values()].map(({ id, type, status, title, kinds }) => ({ id, type, status, title, as: kinds })),
    /** Whether there may be more than are shown. */
    truncated: inTexts.isCut || Object.values(found).some((items) => items.length >= mostUses),
  };
}

/**
 * Whether nothing at all uses a file, whoever may see it: no item is shown with it, names it in its text, or is the one
 * that it was uploaded for. False where that is not certain.
 */
export async function isUnused(file: Post, kinds: readonly ContentKind[], call: Call): Promise<boolean> {
  if (file.parentId > 0) return false;
  const filter: PostFilter = { types: kinds.map(({ type }) => type.name), visibility: everything };
  const { items, isCut } = await showing(file, filter, call);
  if (items.length > 0 || isCut) return false;
  return (await call.store.meta.owners('post', featuredKey, String(file.id))).length === 0;
}

async function featuring(file: Post, filter: PostFilter, call: Call): Promise<readonly UsingItem[]> {
  const ids = await call.store.meta.owners('post', featuredKey, String(file.id));
  return ids.length > 0 ? newest({ ...filter, ids: ids.slice(-mostUses) }, call) : [];
}

/** Texts name a file by its address, that of one of its copies, or by its number in a class. */
async function showing(
  file: Post,
  filter: PostFilter,
  call: Call,
): Promise<{ readonly items: readonly UsingItem[]; readonly isCut: boolean }> {
  const rows = (await call.store.meta.of('post', [file.id], [attachmentMetaKeys.file])).get(file.id) ?? [];
  const path = attachedPath(rows[0]?.value);
  const stem = path.replace(/(?:-(?:scaled|rotated|e\d{10,}))*\.[^./]*$/, '');
  const named = new RegExp(`\\bwp-image-${file.id}(?!\\d)`);
  const addressed = new RegExp(`${escaped(stem)}(?:-scaled|-rotated|-e\\d+)*(?:-\\d+x\\d+)?\\.\\w`);
  let isCut = false;
  const find = async (word: string, isUse: RegExp) => {
    const rows = await newestWithText({ ...filter, search: [word] }, call);
    // Words of a search may also be parts of others, so that more than those that were read may use it.
    isCut ||= rows.length >= mostUses;
    return rows.filter(({ content }) => isUse.test(content));
  };
  const byNumber = await find(`wp-image-${file.id}`, named);
  const byAddress = stem === '' ? [] : await find(stem, addressed);
  const unique = new Map([...byNumber, ...byAddress].map((item) => [item.id, item]));
  return { items: [...unique.values()].sort((a, b) => b.id - a.id).slice(0, mostUses), isCut };
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const order = { by: 'id', direction: 'desc' } as const;
const page = { limit: mostUses, offset: 0 };

const newest = (filter: PostFilter, { store }: Call): Promise<readonly UsingItem[]> =>
  store.posts.find(filter, order, page, columns);

const newestWithText = (filter: PostFilter, { store }: Call) =>
  store.posts.find(filter, order, page, [...columns, 'content']);
