import { attributeUrl } from '../../clean-url.ts';
import type { AvatarAddress } from './shown.ts';

export interface AvatarOptions {
  readonly alt?: string;
  /** Classes besides the usual ones. */
  readonly class?: string;
  /** More attributes, written out. */
  readonly more?: string;
}

/** The picture of a person, square, with a larger one for dense screens. */
export function avatarImage(avatar: AvatarAddress, size: number, options: AvatarOptions = {}): string {
  const address = (pixels: number) => attributeUrl(`${avatar.beforeSize}${pixels}${avatar.afterSize}`);
  const { alt = '', class: own, more = '' } = options;
  const classes = `avatar avatar-${size} photo${own === undefined ? '' : ` ${own}`}`;
  return `<img alt='${alt}' src='${address(size)}' srcset='${address(size * 2)} 2x' class='${classes}' height='${size}' width='${size}'${more} loading='lazy' decoding='async'/>`;
}
