import { foldLetters } from '../../text/scan/fold-letters.ts';
import { stripTags } from '../../text/scan/strip-tags.ts';
import { type SlugOptions, slugify } from '../../text/slugs/slug.ts';

/** Makes the slug of a user: only characters allowed in a login name are kept. May be empty. */
export function userSlug(requested: string, options: SlugOptions): string {
  const plain = foldLetters(stripTags(requested))
    .replace(/%[0-9a-f]{2}/gi, '')
    .replace(/&[^;\n]+;/g, '');
  return slugify(plain.replace(/[^A-Za-z0-9 _.@-]+/g, ''), options);
}
