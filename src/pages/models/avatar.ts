import type { Store } from '../../storage/store.ts';
import type { AvatarModel } from '../../theme/basic-models.ts';
import { avatarUrls } from '../../wp/users/user-avatar.ts';

/** Makes the pictures of people; null where the site shows none. */
export type Avatars = (person: { readonly name: string; readonly email: string }) => AvatarModel | null;

/**
 * How people are shown. The pictures are on another host, which learns of every reader: it is only asked where the
 * site's settings say so, as those of existing sites do. Elsewhere people have a letter.
 */
export async function loadAvatars(store: Store, siteUrl: string): Promise<Avatars> {
  const setting = await store.options.get('show_avatars');
  if (setting === '0' || setting === '') return () => null;
  return ({ name, email }) => ({
    src: setting === null ? '' : transparent(avatarUrls(email, siteUrl)['96'] ?? ''),
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
