import type { AttachmentEdit } from '../../api/interface.ts';
import { plainText } from '../../ui/plain-text.ts';

export const nameOf = ({ title, id }: Pick<AttachmentEdit, 'title' | 'id'>): string =>
  plainText(title.rendered) || `#${id}`;

/** The small picture, else the whole one. */
export function thumbnailOf({
  media_details,
  source_url,
}: Pick<AttachmentEdit, 'media_details' | 'source_url'>): string {
  const sizes = memberOf(media_details, 'sizes');
  const [small] = ['medium', 'thumbnail'].flatMap((name) => {
    const address = memberOf(memberOf(sizes, name), 'source_url');
    return typeof address === 'string' ? [address] : [];
  });
  return small ?? source_url;
}

/** Width and height of a picture, as far as they are known. */
export function dimensionsOf({ media_details }: Pick<AttachmentEdit, 'media_details'>) {
  const [width, height] = [Number(memberOf(media_details, 'width')), Number(memberOf(media_details, 'height'))];
  return width > 0 && height > 0 ? { width, height } : {};
}

/** In bytes; null where the server does not say. */
export function sizeOf({ media_details }: Pick<AttachmentEdit, 'media_details'>): number | null {
  const size = Number(memberOf(media_details, 'filesize'));
  return size > 0 ? size : null;
}

/** What is known of a file differs from kind to kind. */
const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
