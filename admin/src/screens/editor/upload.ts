import type { AttachmentEdit } from '../../api/interface.ts';
import { send } from '../../api/request.ts';

/** Sends a file to the media library. */
export async function uploadFile(file: File): Promise<AttachmentEdit> {
  const { body } = await send<AttachmentEdit>({
    method: 'POST',
    path: '/wp/v2/media',
    query: { context: 'edit' },
    body: file,
    headers: {
      'Content-Type': file.type || 'application/octet-stream',
      'Content-Disposition': `attachment; filename="${encodeURIComponent(file.name)}"`,
    },
  });
  return body;
}
