import Image from '@tiptap/extension-image';
import { start } from '../../app/start.ts';
import classes from './visual.module.css';

/** Pictures of this site are shown; others are named, so that the page asks no other server for anything. */
export const Picture = Image.extend({
  renderHTML({ HTMLAttributes, node }) {
    const { src, alt } = node.attrs;
    if (isOwn(String(src))) return ['img', { ...HTMLAttributes, src, alt }];
    return ['span', { class: classes['foreign'], 'data-picture': '' }, String(alt || src)];
  },
}).configure({ inline: true });

/** A picture of the media library, as the editor puts it into a text. */
export interface PlacedPicture {
  readonly id: number;
  readonly url: string;
  readonly alt: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** The data of a picture. Its number goes with it, so that the site offers readers the size they need. */
export function pictureNode({ id, url, alt, width, height }: PlacedPicture) {
  const html = [
    ['src', url],
    ['alt', alt],
    ...(width && height ? [['width', String(width)] as const, ['height', String(height)] as const] : []),
    ['class', `wp-image-${id}`],
  ];
  return { type: 'image', attrs: { src: url, alt, html } };
}

/** Whether an address belongs to this site. */
export function isOwn(address: string): boolean {
  try {
    const { origin, protocol } = new URL(address, start.siteUrl);
    return protocol === 'blob:' || origin === location.origin || origin === new URL(start.siteUrl).origin;
  } catch {
    return false;
  }
}

export type UploadPicture = (file: File, alt: string) => Promise<PlacedPicture | null>;
