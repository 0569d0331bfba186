import { extensionOf, fileTypeOf, fileTypes } from '../../media/files/file-types.ts';
import { baseNameOf } from '../../media/files/media-path.ts';

/**
 * The name of a fetched file: the last part of its address. Where that has no extension of a known type, the media type
 * that its host states gives one. It is a claim like any name: the bytes decide.
 *
 * @example remoteFileName('https://example.org/a/My%20dog.jpg?w=2', 'image/jpeg') // My dog.jpg
 * @example remoteFileName('https://example.org/photos/77', 'image/png') // 77.png
 */
export function remoteFileName(url: string, contentType: string): string {
  const name = lastPart(url);
  if (fileTypeOf(extensionOf(name))) return name;
  const [extension] = fileTypes.find((type) => type.mime === contentType)?.extensions ?? [];
  return extension === undefined ? name : `${name || 'file'}.${extension}`;
}

function lastPart(url: string): string {
  const { pathname } = new URL(url);
  const part = baseNameOf(pathname);
  try {
    return baseNameOf(decodeURIComponent(part).replaceAll('\\', '/'));
  } catch {
    // Not percent-encoded UTF-8: the name is shown as it was sent.
    return part;
  }
}
