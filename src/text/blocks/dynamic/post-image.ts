import type { MediaImage } from '../../media-image.ts';
import { escapeKeepingReferences } from '../../scan/entities.ts';
import { imageTag } from '../../shortcodes/image-tag.ts';

export interface PostImageOptions {
  /** Replaces the class of its size. */
  readonly class?: string;
  readonly alt?: string;
  readonly style?: string;
  readonly more?: Readonly<Record<string, string>>;
}

/** The image of a post, loaded when it comes into view. */
export function postImage(image: MediaImage, size: string, options: PostImageOptions = {}): string {
  const name = escapeKeepingReferences(size);
  const { class: own = `attachment-${name} size-${name}`, alt, style, more } = options;
  const attributes = {
    class: `${own} wp-post-image`,
    ...(alt === undefined ? {} : { alt }),
    decoding: 'async',
    loading: 'lazy',
    ...(style === undefined ? {} : { style }),
    ...more,
  };
  return imageTag(image, size, attributes, 'blocks');
}
