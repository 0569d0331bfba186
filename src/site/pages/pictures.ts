import type { Call } from '../../api/call.ts';
import { readOption } from '../../storage/options/site-options.ts';
import { copiesLike, type MediaImage } from '../../text/render/image-tag.ts';
import { avatarUrls } from '../../wp/users/user-avatar.ts';
import type { AvatarModel, PictureModel } from '../theme/page-model.ts';
import type { PageWork } from './page-context.ts';

/** Sizes to show first, widest wanted first; the full file where an image has none of them. */
const usual = ['large', 'medium_large', 'full'];

/** An image of the library as themes show it. */
export function pictureOf(image: MediaImage, size?: string): PictureModel {
  const name = [...(size ? [size] : []), ...usual].find((one) => Object.hasOwn(image.sizes, one));
  const file = (name && image.sizes[name]) || image.full;
  const copies = copiesLike(image, file);
  return {
    src: file.url,
    srcset: copies.length > 1 ? copies.map((copy) => `${copy.url} ${copy.width}w`).join(', ') : '',
    width: file.width,
    height: file.height,
    alt: image.altText.trim(),
    resized: image.resized ?? null,
    ...(image.position ? { position: image.position } : {}),
  };
}

/** The images with these ids that the reader may see, by id. */
export async function loadPictures(
  { core, call }: Pick<PageWork, 'core' | 'call'>,
  ids: readonly number[],
): Promise<Map<number, MediaImage>> {
  const wanted = [...new Set(ids)].filter((id) => id > 0);
  if (wanted.length === 0) return new Map();
  const found = await core.display.images({ images: wanted, attachedTo: [] }, call);
  return new Map(wanted.flatMap((id) => [found.image(id) ?? []].flat().map((image) => [id, image] as const)));
}

/** The icon that the site's settings name; null where it has none. */
export async function loadIcon(
  work: Pick<PageWork, 'call' | 'core'>,
): Promise<{ readonly url: string; readonly width: number; readonly height: number } | null> {
  const id = await readOption(work.call.store, 'site_icon');
  const image = id > 0 ? (await loadPictures(work, [id])).get(id) : undefined;
  if (!image) return null;
  const { src, width, height } = pictureOf(image, 'full');
  return { url: src, width, height };
}

/** Makes the pictures of people; null where the site shows none. */
export type Avatars = (person: { readonly name: string; readonly email: string }) => AvatarModel | null;

/**
 * How people are shown. The pictures are on another host, which learns of every reader: it is only asked where the
 * site's settings say so, as those of existing sites do. Elsewhere people have a letter.
 */
export async function loadAvatars(call: Pick<Call, 'store' | 'site' | 'variant'>): Promise<Avatars> {
  const setting = await readOption(call.store, 'show_avatars');
  if (setting === 'none') return () => null;
  return ({ name, email }) => ({
    src: setting === 'letters' ? '' : transparent(avatarUrls(email, call)['96'] ?? ''),
    letter: letterOf(name),
    hue: hueOf(name),
  });
}

/** Where the host has no picture it sends an empty one, so that the letter shows. */
const transparent = (url: string): string => url.replace('&d=mm', '&d=blank');

const letters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The first letter or digit of a name. */
function letterOf(name: string): string {
  const at = name.search(/[\p{L}\p{N}]/u);
  if (at < 0) return '?';
  const [first] = letters.segment(name.slice(at, at + 16));
  return first?.segment.toLocaleUpperCase() ?? '?';
}

/** The same name has the same colour everywhere. */
function hueOf(name: string): number {
  let sum = 0;
  for (const letter of name.slice(0, 100)) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return sum;
}
