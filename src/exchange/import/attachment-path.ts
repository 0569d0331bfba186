import { attachedPath } from '../../media/attachment-metadata.ts';
import { isMediaPath, monthFolder } from '../../media/files/media-path.ts';

/** What an export file says about where the file of an attachment is. */
export interface AttachmentPlace {
  /** `_wp_attached_file`; empty where the export file does not have it. */
  readonly file: string;
  readonly url: string;
  readonly date: string;
}

/**
 * The path of an attachment's file below the uploads folder: the stored one, else the part of its address that is one,
 * else its name in the folder of its month. Empty where there is none.
 *
 * @example attachmentPath({ file: '', url: 'https://files.old.example/2008/06/canola.jpg', date }) // 2008/06/canola.jpg
 */
export function attachmentPath({ file, url, date }: AttachmentPlace): string {
  const stored = attachedPath(file);
  if (stored !== '' || file !== '') return stored;
  const pathname = pathOf(url);
  const below = /\/uploads\/(.+)$/.exec(pathname)?.[1] ?? /\/(\d{4}\/\d\d\/[^/]+)$/.exec(pathname)?.[1];
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  const path = below ?? (name === '' ? '' : `${monthFolder(date)}/${name}`);
  return isMediaPath(path) ? path : '';
}

function pathOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { pathname } = new URL(url);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
