import type { Scalar } from '../../extension.ts';

/** The width and height of an embed in pixels. */
export interface EmbedSize {
  readonly width: number;
  readonly height: number;
}

const minWidth = 200;
const maxWidth = 600;
const minHeight = 200;

/** The size of an embed of the site's own: a width of 200–600 and the matching height, at least 200. */
export function embedSize(requestedWidth: Scalar, mostHeight?: Scalar): EmbedSize {
  const width = Math.min(Math.max(minWidth, pixelsOf(requestedWidth) ?? 0), maxWidth);
  const height = Math.min(Math.ceil((width / 16) * 9), pixelsOf(mostHeight) ?? Number.POSITIVE_INFINITY);
  return { width, height: Math.max(height, minHeight) };
}

const mostPixels = 10_000;

/** The leading number of a value in pixels, ignoring its sign; null where there is none. */
export function pixelsOf(value: Scalar | undefined): number | null {
  const number = Math.abs(Number.parseInt(String(value), 10));
  return number > 0 ? Math.min(number, mostPixels) : null;
}
