import type { Call } from '../../api/call.ts';
import { monthFolder } from '../../media/files/media-path.ts';
import type { StoredUpload } from '../../media/media-library.ts';
import { canEditPost } from '../../rules/capabilities.ts';
import type { Post } from '../../storage/rows.ts';
import { contentErrors } from '../posts/content-errors.ts';
import type { ContentKind } from '../posts/content-kind.ts';
import { factsOf, postById } from '../posts/content-permissions.ts';
import type { MediaDraft } from './media-resource.ts';
import type { MediaView } from './media-subject.ts';
import { mediaErrors } from './receive-upload.ts';
import { createAttachment } from './write-attachment.ts';

/** The uploads folder of a new file: of this month, or of the month of the item that it is attached to. */
export async function folderFor({ parentId }: Pick<MediaDraft, 'parentId'>, call: Call): Promise<string> {
  const parent = call.variant.media.folder === 'parent' && parentId ? await postById(parentId, call) : null;
  const isDated = parent !== null && Number(parent.date.slice(0, 4)) > 0;
  return monthFolder(isDated ? parent.date : call.site.zone.localAt(call.now));
}

/** Creates the row of a stored file; where that fails, the file is removed. */
export async function createRow(view: MediaView, stored: StoredUpload, draft: MediaDraft, call: Call): Promise<Post> {
  const { store, site, caller, now, hooks, variant } = call;
  const uploadsUrl = view.uploadsUrl(site);
  try {
    return await createAttachment(view.kind, stored, draft, { store, site, caller, now, hooks, uploadsUrl, variant });
  } catch (error) {
    // Where this fails too, another process removes the files later; the caller hears why the upload failed.
    await stored.undo().catch(() => {});
    throw error;
  }
}

export async function refuseParentType(parentId: number | undefined, call: Call): Promise<void> {
  const parent = parentId ? await call.store.posts.byId(parentId) : null;
  if (parent && ['attachment', 'revision'].includes(parent.type)) throw mediaErrors.rest_invalid_param();
}

/** A new file can only be attached to an existing row that the uploader may edit. */
export async function refuseUneditableParent(kind: ContentKind, parentId: number, call: Call): Promise<void> {
  const parent = await postById(parentId, call);
  const type = kind.types.find((one) => one.name === parent?.type);
  if (!parent || !type || !canEditPost(call.caller, type, await factsOf(parent, call))) {
    throw contentErrors.rest_cannot_edit();
  }
}
