import { fileHeaders } from '../../api/file-headers.ts';
import type { AttachmentEdit } from '../../api/interface.ts';
import { send } from '../../api/request.ts';

/** Sends a file to the media library; `alt` says what a picture shows. */
export async function uploadFile(file: File, alt = ''): Promise<AttachmentEdit> {
  const { body } = await send<AttachmentEdit>({
    method: 'POST',
    path: '/wp/v2/media',
    query: { context: 'edit', alt_text: alt },
    body: file,
    headers: fileHeaders(file),
  });
  return body;
}
