import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import { presentItem } from '../../api/resource/present.ts';
import { type Route, route } from '../../api/routing/route.ts';
import type { ApiError } from '../../lib/errors.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { type Args, type InputOf, s } from '../../lib/schema/schema.ts';
import type { StoredAttachment } from '../../media/attachment-files.ts';
import { type AttachmentMetadata, readPicture } from '../../media/attachment-metadata.ts';
import { uploadedPath } from '../../media/change-picture.ts';
import { fileUrl, siblingUrl } from '../../media/files/media-path.ts';
import type { MediaLibrary } from '../../media/media-library.ts';
import { upright } from '../../media/store-upload.ts';
import type { UploadRefused } from '../../media/upload-refusal.ts';
import { isDecodable, type PictureChange } from '../../media/workers/image-processor.ts';
import type { Post } from '../../storage/rows.ts';
import { isRecord } from '../../text/json.ts';
import { contentPermissions, existing } from '../posts/content-permissions.ts';
import { changeArguments, changesIn } from './edit-arguments.ts';
import type { MediaDraft, MediaResource } from './media-resource.ts';
import type { MediaView } from './media-subject.ts';
import { createRow, folderFor, refuseParentType, refuseUneditableParent } from './new-file.ts';
import { mediaErrors, translated } from './receive-upload.ts';
import { altTextOf, storeCopies, storedFiles } from './write-attachment.ts';

/** Pictures that are made of others, and copies that are made later. */
export function editingRoutes(view: MediaView, resource: MediaResource, library: MediaLibrary): Route[] {
  const { kind, path, variant } = view;
  const permissions = contentPermissions(kind);
  const { caption, description, post, alt_text } = resource.arguments.create;
  const { title }: Args = resource.arguments.create;
  const { targetHints } = variant.protocol;
  return [
    route({
      method: 'POST',
      path: `${path}/{id:int}/post-process`,
      summary: 'Make the resized copies that a picture does not have.',
      args: {
        action: s.string({ enum: ['create-image-subsizes'], required: true, description: 'What to do.' }),
      },
      response: { schema: json.anyOf(resource.responses.item('edit', { targetHints })) },
      permit: ({ id }, call) => permissions.update({ id }, call),
      requiresLogin: true,
      handle: async (input, call) => {
        const file = await completed(view, await existing(kind, input, call), library, call);
        return reply(await presentItem(resource, file, call, 'edit'));
      },
    }),
    route({
      method: 'POST',
      path: `${path}/{id:number}/edit`,
      summary: 'Make a new picture of a picture: turned, cut or flipped.',
      args: { ...changeArguments, caption, description, ...(title ? { title } : {}), post, alt_text },
      response: { status: 201, schema: json.anyOf(resource.responses.item('view', { targetHints })) },
      permit: async ({ id, post: parentId }, call) => {
        if (!call.caller.can('upload_files')) throw mediaErrors.rest_cannot_edit_image();
        await permissions.update({ id }, call);
        if (typeof parentId === 'number' && parentId !== 0) await refuseUneditableParent(kind, parentId, call);
      },
      requiresLogin: true,
      handle: async ({ id, ...input }, call) => {
        const source = await existing(kind, { id }, call);
        const { src, modifiers, rotation, x, y, width, height, ...texts } = input;
        const draft = await resource.draft(texts, call);
        await refuseParentType(draft.parentId, call);
        const order = { src, modifiers, rotation, x, y, width, height };
        const made = await edited(view, { source, order, draft }, library, call);
        const headers = { Location: `${call.site.apiUrl}${path}/${made.id}` };
        return reply(await presentItem(resource, made, call, 'view'), { status: 201, headers });
      },
    }),
  ];
}

/** The row of a picture with all of its copies; other files have none. */
async function completed(view: MediaView, file: Post, library: MediaLibrary, call: Call): Promise<Post> {
  const attachment = isDecodable(file.mimeType) ? await storedFiles(file.id, call.store) : null;
  if (!attachment) return file;
  let stored = file;
  await translated(editRefusal, () =>
    library.renew({
      id: file.id,
      file: attachment.file,
      mime: file.mimeType,
      which: 'absent',
      read: () => storedFiles(file.id, call.store),
      settle: async (renewed, release) => {
        stored = await storeCopies(view.kind, file, renewed, call, release);
      },
    }),
  );
  return stored;
}

interface EditOrder {
  readonly source: Post;
  readonly order: InputOf<typeof changeArguments>;
  /** The texts that were sent; the others are those of the source. */
  readonly draft: MediaDraft;
}

async function edited(
  view: MediaView,
  { source, order, draft }: EditOrder,
  library: MediaLibrary,
  call: Call,
): Promise<Post> {
  const attachment = await storedPicture(source, call);
  if (!attachment || !isAddressOf(order.src, attachment, view.uploadsUrl(call.site)))
    throw mediaErrors.rest_unknown_attachment();
  return pictureFrom(view, { source, attachment, changes: changesIn(order), draft }, library, call);
}

/** The files of a picture that can be changed; null for any other file. */
export async function storedPicture(source: Post, { store }: Call): Promise<StoredAttachment | null> {
  const attachment = isDecodable(source.mimeType) ? await storedFiles(source.id, store) : null;
  return attachment && readPicture(attachment.metadata) !== null ? attachment : null;
}

interface PictureOrder extends Pick<EditOrder, 'source' | 'draft'> {
  readonly attachment: StoredAttachment;
  readonly changes: readonly PictureChange[];
}

/** Makes a media item of a picture. */
export async function pictureFrom(
  view: MediaView,
  { source, attachment, changes, draft }: PictureOrder,
  library: MediaLibrary,
  call: Call,
): Promise<Post> {
  if (changes.length === 0) throw nothingToChange();
  const folder = await folderFor(draft, call);
  const stored = await translated(editRefusal, () =>
    library.change({ attachment, mime: source.mimeType, changes, folder }),
  );
  const texts = {
    title: source.title,
    excerpt: source.excerpt,
    content: source.content,
    altText: await altTextOf(source.id, call.store),
  };
  const metadata = madeOf(stored.metadata, source, attachment);
  return translated(editRefusal, () => createRow(view, { ...stored, metadata }, { ...texts, ...draft }, call));
}

/** The metadata of a picture that was made of another: what the camera wrote, and which picture that was. */
function madeOf(metadata: AttachmentMetadata, source: Post, attachment: StoredAttachment): AttachmentMetadata {
  const picture = readPicture(metadata);
  if (metadata === null || picture === null) return metadata;
  const before = isRecord(attachment.metadata) ? attachment.metadata['image_meta'] : undefined;
  return {
    ...metadata,
    ...picture,
    ...(isRecord(before) ? { image_meta: upright({ ...before }) } : {}),
    // A text, as other programs store it.
    parent_image: { attachment_id: String(source.id), file: uploadedPath(attachment) },
  };
}

/** Whether an address is that of the file, of its original or of one of its copies, over whichever protocol. */
function isAddressOf(src: string, attachment: StoredAttachment, uploadsUrl: string): boolean {
  const url = fileUrl(uploadsUrl, attachment.file);
  const copies = Object.values(readPicture(attachment.metadata)?.sizes ?? {});
  const urls = [url, fileUrl(uploadsUrl, uploadedPath(attachment)), ...copies.map(({ file }) => siblingUrl(url, file))];
  return urls.map(withoutProtocol).includes(withoutProtocol(src));
}

export const nothingToChange = () => mediaErrors.rest_image_not_edited({ why: 'Nothing to change was sent.' });

const withoutProtocol = (url: string): string => url.replace(/^https?:/i, '').replace(/[?#].*$/, '');

/** The error for a picture that could not be changed. */
export function editRefusal(error: UploadRefused): ApiError {
  if (error.reason === 'no-data') return mediaErrors.rest_unknown_attachment(undefined, { cause: error });
  if (error.reason === 'quota') return mediaErrors.platen_media_quota({ why: error.message }, { cause: error });
  if (error.reason === 'empty-crop') return mediaErrors.rest_image_crop_failed(undefined, { cause: error });
  return mediaErrors.rest_image_not_edited({ why: error.message }, { cause: error });
}
