import type { ImageFile, MediaImage } from '../content/text/render-context.ts';
import { type MediaAddress, readPicture } from './attachment-metadata.ts';

/** What is known of an image in the library beside its files. */
export interface ImageFacts {
  readonly id: number;
  readonly pageUrl: string;
  readonly altText: string;
  readonly caption: string;
}

/** The image as texts show it. One that was never measured is said to have a single pixel, as its readers expect. */
export function mediaImage(facts: ImageFacts, { url }: Pick<MediaAddress, 'url'>, metadata: unknown): MediaImage {
  const picture = readPicture(metadata);
  const folder = url.slice(0, url.lastIndexOf('/') + 1);
  const sizes: Record<string, ImageFile> = {};
  for (const [name, { file, width, height }] of Object.entries(picture?.sizes ?? {})) {
    sizes[name] = { url: folder + encodeURIComponent(file), width, height };
  }
  return { ...facts, full: { url, width: picture?.width ?? 1, height: picture?.height ?? 1 }, sizes };
}
