/** Widths in which anybody may ask for a picture, unless the site says others with `PLATEN_IMAGE_WIDTHS`. */
export const imageWidths: readonly number[] = [
  16, 32, 48, 64, 96, 128, 256, 384, 640, 750, 828, 1080, 1200, 1920, 2048, 3840,
];

/** The resized pictures of a file, as the member `resized` of a media item says. */
export interface ResizedPictures {
  /** `https://example.org/media/7/photo.jpg?v=…` */
  readonly url: string;
  /** Widths that may be asked for, in order; default `imageWidths`. */
  readonly widths?: readonly number[];
}

/** The address of a picture that is at least as wide, and no wider than the file. */
export function resizedUrl({ url, widths = imageWidths }: ResizedPictures, width: number): string {
  const fitting = widths.find((one) => one >= width) ?? widths.at(-1) ?? width;
  return `${url}${url.includes('?') ? '&' : '?'}w=${fitting}`;
}

const smallest = 256;

/** The attribute `srcset` of a picture; `width` is that of the file, where it is known. */
export function resizedSrcset(
  resized: ResizedPictures,
  { width = Number.POSITIVE_INFINITY }: { readonly width?: number } = {},
): string {
  const { widths = imageWidths } = resized;
  // The first that shows all of the file is the last.
  const enough = widths.findIndex((one) => one >= width);
  const useful = (enough < 0 ? widths : widths.slice(0, enough + 1)).filter((one, at, all) =>
    all.length - 1 === at ? true : one >= smallest,
  );
  return useful.map((one) => `${resizedUrl(resized, one)} ${Math.min(one, width)}w`).join(', ');
}
