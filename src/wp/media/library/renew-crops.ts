import type { Call } from '../../../api/call.ts';
import type { MediaLibrary } from '../../../media/media-library.ts';
import { UploadRefused } from '../../../media/upload-refusal.ts';
import { isDecodable } from '../../../media/workers/image-processor.ts';
import type { Post } from '../../../storage/rows.ts';
import type { MediaView } from '../media-subject.ts';
import { storeCopies, storedFiles } from '../write-attachment.ts';

/** Makes the cropped copies of a picture again after its focal point was set. */
export async function renewCrops({ kind }: MediaView, file: Post, library: MediaLibrary, call: Call): Promise<Post> {
  const attachment = isDecodable(file.mimeType) ? await storedFiles(file.id, call.store) : null;
  const sizes = Object.entries(await library.sizes(call.store));
  const only = sizes.flatMap(([name, { crop }]) => (crop ? [name] : []));
  if (!attachment || only.length === 0) return file;
  let stored = file;
  try {
    await library.renew({
      id: file.id,
      file: attachment.file,
      mime: file.mimeType,
      which: 'all',
      only,
      read: () => storedFiles(file.id, call.store),
      settle: async (renewed, release) => {
        stored = await storeCopies(kind, file, renewed, call, release);
      },
    });
  } catch (error) {
    // The point is stored. Where the file is missing or broken, its copies are left as they are.
    if (!(error instanceof UploadRefused)) throw error;
  }
  return stored;
}
