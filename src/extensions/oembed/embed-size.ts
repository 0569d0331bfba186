/** The width and height of an embed in pixels. */
export interface EmbedSize {
  readonly width: number;
  readonly height: number;
}

const MIN_WIDTH = 200;
const MAX_WIDTH = 600;
const MIN_HEIGHT = 200;

/** The size for a wished width: its sign and any text after the number are passed over, and it is held to 200–600. */
export function embedSize(wished: unknown): EmbedSize {
  const number = Number.parseInt(String(wished), 10);
  const wanted = Number.isNaN(number) ? 0 : Math.abs(number);
  const width = Math.min(Math.max(MIN_WIDTH, wanted), MAX_WIDTH);
  return { width, height: Math.max(Math.ceil((width / 16) * 9), MIN_HEIGHT) };
}
