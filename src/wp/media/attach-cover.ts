import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Call } from '../../api/call.ts';
import { baseNameOf, folderOf } from '../../media/files/media-path.ts';
import type { SpooledFile } from '../../media/files/spool.ts';
import type { MediaLibrary } from '../../media/media-library.ts';
import type { Post } from '../../storage/rows.ts';
import { inTransaction } from '../context/core-context.ts';
import { updatePost } from '../posts/operations/update-post.ts';
import type { MediaView } from './media-subject.ts';
import { createRow } from './new-file.ts';
import { describedByFile } from './write-attachment.ts';

/** Of the bytes of a cover: the sounds of an album share one media item. */
const coverHashKey = '_cover_hash';

interface Cover {
  readonly cover: SpooledFile;
  /** The stored path of the sound or film. */
  readonly path: string;
}

/**
 * Makes the picture of a sound or film its featured media. Where that fails it has none: the file itself is stored already,
 * and who sent it must not send it again.
 */
export async function attachCover(...given: Parameters<typeof attach>): Promise<void> {
  await attach(...given).catch(() => {});
}

async function attach(
  view: MediaView,
  post: Post,
  { cover, path }: Cover,
  library: MediaLibrary,
  call: Call,
): Promise<void> {
  const hash = createHash('md5')
    .update(await readFile(cover.file))
    .digest('hex');
  const [known] = await call.store.meta.owners('post', coverHashKey, hash);
  const id = known ?? (await storeCover(view, { cover, path }, library, call));
  await inTransaction(call, async (inner) => {
    if (known === undefined) await inner.store.meta.set('post', id, coverHashKey, [hash]);
    await updatePost(view.kind, post.id, { featuredMediaId: id }, inner);
  });
}

async function storeCover(view: MediaView, { cover, path }: Cover, library: MediaLibrary, call: Call) {
  const isPng = cover.head[0] === 0x89 && cover.head[1] === 0x50;
  const name = `${baseNameOf(path).replaceAll('.', '-')}-image.${isPng ? 'png' : 'jpg'}`;
  const stored = await library.store(cover, { name, folder: folderOf(path), unfilteredHtml: false });
  return (await createRow(view, stored, describedByFile({}, stored), call)).id;
}
