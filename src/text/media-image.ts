/** One stored file of an image. */
export interface ImageFile {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** What rendering needs to know of an image in the library, already fetched. */
export interface MediaImage {
  readonly id: number;
  /** URL of the image's own page. */
  readonly pageUrl: string;
  readonly altText: string;
  /** The stored caption. */
  readonly caption: string;
  readonly full: ImageFile;
  /** The scaled copies by size name, smallest first (`thumbnail`, `medium`, …); without `full`. */
  readonly sizes: Readonly<Record<string, ImageFile>>;
}
