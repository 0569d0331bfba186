import type { ImageFile, MediaImage } from '../text/media-image.ts';
import { type MediaAddress, readPicture } from './attachment-metadata.ts';
import { siblingUrl } from './media-urls.ts';

/** What is known about a library image besides its files. */
export interface ImageFacts {
  readonly id: number;
  readonly pageUrl: string;
  readonly altText: string;
  readonly caption: string;
}

/** The image as rendered in texts. Unknown dimensions become one pixel, as clients expect. */
export function mediaImage(facts: ImageFacts, { url }: Pick<MediaAddress, 'url'>, metadata: unknown): MediaImage {
  const picture = readPicture(metadata);
  const sizes: Record<string, ImageFile> = {};
  for (const [name, { file, width, height }] of Object.entries(picture?.sizes ?? {})) {
    sizes[name] = { url: siblingUrl(url, file), width, height };
  }
  return { ...facts, full: { url, width: picture?.width ?? 1, height: picture?.height ?? 1 }, sizes };
}
