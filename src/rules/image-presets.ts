/** How a picture is put into a box: cut to fill it, whole with a border, or whole and no larger than it. */
export const pictureFits = ['cover', 'contain', 'inside'] as const;
export type PictureFit = (typeof pictureFits)[number];

/** `auto` is the best of the formats that a browser accepts. */
export const pictureFormats = ['auto', 'webp', 'avif', 'jpeg'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** Longest side of a resized picture, in pixels. */
export const longestPictureSide = 4096;

/** A picture as it is asked for; null leaves the side or the quality open. */
export interface PictureOrder {
  readonly width: number | null;
  readonly height: number | null;
  readonly fit: PictureFit;
  readonly format: PictureFormat;
  readonly quality: number | null;
}

/** The order in `600x400 cover webp q70`: one side may be left out, and all but the box; null for another text. */
export function parsePreset(text: string): PictureOrder | null {
  const [box = '', ...words] = text.trim().toLowerCase().split(/\s+/);
  const [, across = '', down = ''] = /^(\d*)x(\d*)$/.exec(box) ?? [];
  const [width, height] = [parseSide(across), parseSide(down)];
  if (width === undefined || height === undefined || (width === null && height === null)) return null;
  const fit = take(words, pictureFits);
  const format = take(words, pictureFormats);
  const quality = takeQuality(words);
  if (words.length > 0 || quality === undefined) return null;
  return { width, height, fit: fit ?? (width && height ? 'cover' : 'inside'), format: format ?? 'auto', quality };
}

/** A side in pixels, without leading zeros; null for none, undefined for another text. */
export function parseSide(text: string): number | null | undefined {
  if (text === '') return null;
  return /^[1-9]\d{0,3}$/.test(text) && Number(text) <= longestPictureSide ? Number(text) : undefined;
}

/** A quality from 1 to 100; undefined for another text. */
export function parseQuality(text: string): number | undefined {
  return /^(?:[1-9]\d?|100)$/.test(text) ? Number(text) : undefined;
}

function take<Word extends string>(words: string[], known: readonly Word[]): Word | undefined {
  const found = known.find((word) => words.includes(word));
  if (found) words.splice(words.indexOf(found), 1);
  return found;
}

function takeQuality(words: string[]): number | null | undefined {
  const at = words.findIndex((word) => word.startsWith('q'));
  const [word] = at < 0 ? [] : words.splice(at, 1);
  return word === undefined ? null : parseQuality(word.slice(1));
}
