import { fileHeaders } from '../../api/file-headers.ts';
import type { AttachmentEdit } from '../../api/interface.ts';
import { send } from '../../api/request.ts';
import { resumableFrom, sendResumable } from './resumable-file.ts';

/** Sends a file to the media library; `alt` says what a picture shows. */
export async function uploadFile(file: File, alt = ''): Promise<AttachmentEdit> {
  if (file.size >= resumableFrom) {
    const { signal } = new AbortController();
    const id = await sendResumable(file, { signal, progress: () => {} }, alt);
    const query = { context: 'edit' };
    return (await send<AttachmentEdit>({ method: 'GET', path: `/wp/v2/media/${id}`, query })).body;
  }
  const { body } = await send<AttachmentEdit>({
    method: 'POST',
    path: '/wp/v2/media',
    query: { context: 'edit', alt_text: alt },
    body: file,
    headers: fileHeaders(file),
  });
  return body;
}
