import type { Call } from '../../../api/call.ts';
import { reply } from '../../../api/reply.ts';
import { type Route, route } from '../../../api/routing/route.ts';
import type { ApiError } from '../../../lib/errors.ts';
import { s } from '../../../lib/schema/schema.ts';
import type { StoredAttachment } from '../../../media/attachment-files.ts';
import { fileUrl } from '../../../media/files/media-path.ts';
import { type FocalPoint, focalPointKey, parseFocalPoint } from '../../../media/focal-point.ts';
import type { MediaLibrary } from '../../../media/media-library.ts';
import { movedFocalPoint } from '../../../media/move-focal-point.ts';
import { hasFirstVersion } from '../../../media/picture-versions.ts';
import type { UploadRefused } from '../../../media/upload-refusal.ts';
import type { PictureChange } from '../../../media/workers/image-processor.ts';
import type { Post } from '../../../storage/rows.ts';
import { contentPermissions, existing } from '../../posts/content-permissions.ts';
import { changeArguments, changesIn } from '../edit-arguments.ts';
import { editRefusal, nothingToChange, pictureFrom, storedPicture } from '../edit-routes.ts';
import type { MediaView } from '../media-subject.ts';
import { mediaErrors, translated } from '../receive-upload.ts';
import { storeVersion } from '../write-attachment.ts';
import { libraryErrors } from './library-errors.ts';
import { libraryItemSchema, libraryItems } from './library-item.ts';

/** Versions of pictures: cut, turned, flipped, and the first one again. */
export function versionRoutes(view: MediaView, library: MediaLibrary): Route[] {
  const { kind } = view;
  const permissions = contentPermissions(kind);
  const permit = async ({ id }: { readonly id?: number }, call: Call) => {
    if (!call.caller.can('upload_files')) throw mediaErrors.rest_cannot_edit_image();
    await permissions.update({ id }, call);
  };
  /** The picture, as long as the file that the caller saw is still shown. */
  const shownPicture = async (id: number, src: string, call: Call) => {
    const source = await existing(kind, { id }, call);
    const attachment = await storedPicture(source, call);
    if (!attachment) throw libraryErrors.platen_not_a_picture();
    if (fileUrl(view.uploadsUrl(call.site), attachment.file) !== src) throw libraryErrors.platen_picture_changed();
    return { source, attachment };
  };
  const shown = async (post: Post, call: Call) => {
    call.forget();
    const [item] = await libraryItems(view, [post], call);
    // There is one for each row.
    return item!;
  };
  const { src, modifiers } = changeArguments;
  return [
    route({
      method: 'POST',
      path: '/platen/v1/media/{id:int}/edit',
      summary: 'Cut, turn or flip a picture: a version that is shown in its place, or a new media item.',
      args: {
        src,
        modifiers: { ...modifiers, required: true },
        as: s.string({
          enum: ['version', 'item'],
          default: 'version',
          description: 'Whether it is shown in the place of the picture, or is a media item of its own.',
        }),
      },
      response: { schema: libraryItemSchema },
      permit,
      requiresLogin: true,
      handle: async ({ id, src: seen, modifiers: steps, as: result }, call) => {
        const { source, attachment } = await shownPicture(id, seen, call);
        const changes = changesIn({ modifiers: steps, rotation: undefined, ...noCut });
        if (changes.length === 0) throw nothingToChange();
        const order = { source, attachment, changes };
        const made =
          result === 'item'
            ? await pictureFrom(view, { ...order, draft: {} }, library, call)
            : await edited(view, order, library, call);
        return reply(await shown(made, call));
      },
    }),
    route({
      method: 'POST',
      path: '/platen/v1/media/{id:int}/restore',
      summary: 'Show the first version of an edited picture again.',
      args: { src },
      response: { schema: libraryItemSchema },
      permit,
      requiresLogin: true,
      handle: async ({ id, src: seen }, call) => {
        const { source, attachment } = await shownPicture(id, seen, call);
        if (!hasFirstVersion(attachment)) throw libraryErrors.platen_no_first_version();
        return reply(await shown(await restored(view, { source, attachment }, library, call), call));
      },
    }),
  ];
}

const noCut = { x: undefined, y: undefined, width: undefined, height: undefined };

interface EditOrder {
  readonly source: Post;
  readonly attachment: StoredAttachment;
  readonly changes: readonly PictureChange[];
}

async function edited(
  { kind }: MediaView,
  { source, attachment, changes }: EditOrder,
  library: MediaLibrary,
  call: Call,
): Promise<Post> {
  const focalPoint = movedFocalPoint(await focalPointOf(source, call), changes);
  let post = source;
  await translated(versionRefusal, () =>
    library.edit({
      id: source.id,
      attachment,
      mime: source.mimeType,
      changes,
      now: call.now,
      settle: async (version, release) => {
        const order = { version, madeOf: attachment.file, focalPoint };
        post = await storeVersion(kind, source, order, call, release);
      },
    }),
  );
  return post;
}

/** The focal point of another version says nothing of the first one. */
async function restored(
  { kind }: MediaView,
  { source, attachment }: Omit<EditOrder, 'changes'>,
  library: MediaLibrary,
  call: Call,
): Promise<Post> {
  let post = source;
  await translated(versionRefusal, () =>
    library.restore({
      attachment,
      settle: async (version, release) => {
        const order = { version, madeOf: attachment.file, focalPoint: null };
        post = await storeVersion(kind, source, order, call, release);
      },
    }),
  );
  return post;
}

async function focalPointOf({ id }: Post, { store }: Call): Promise<FocalPoint | null> {
  const [row] = (await store.meta.of('post', [id], [focalPointKey])).get(id) ?? [];
  return parseFocalPoint(row?.value ?? '');
}

function versionRefusal(error: UploadRefused): ApiError {
  if (error.reason === 'busy') return libraryErrors.platen_picture_busy(undefined, { cause: error });
  if (error.reason === 'no-data') return libraryErrors.platen_no_first_version(undefined, { cause: error });
  return editRefusal(error);
}
