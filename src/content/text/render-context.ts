import type { ShortcodeRegistry } from './shortcodes.ts';

/** One stored file of an image. */
export interface ImageFile {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** What rendering needs to know of an image in the library, already fetched. */
export interface MediaImage {
  readonly id: number;
  /** The address of the image's own page. */
  readonly pageUrl: string;
  readonly altText: string;
  /** The stored caption. */
  readonly caption: string;
  readonly full: ImageFile;
  /** The scaled copies by size name, smallest first (`thumbnail`, `medium`, …); without `full`. */
  readonly sizes: Readonly<Record<string, ImageFile>>;
}

/** The images a text asks for; see `neededMedia`. */
export interface MediaLookup {
  readonly image: (id: number) => MediaImage | undefined;
  /** The images attached to a post, in gallery order. */
  readonly attachedTo: (postId: number) => readonly MediaImage[];
}

/** Numbers that grow while one request is answered, so that players and galleries get ids of their own. */
export interface RenderCounters {
  audio: number;
  video: number;
  gallery: number;
}

/** All that rendering depends on besides the text. */
export interface RenderContext {
  /** The site's address without a slash at the end. */
  readonly siteUrl: string;
  /** Whether faces become characters. */
  readonly smilies: boolean;
  readonly shortcodes: ShortcodeRegistry;
  /** The post the text belongs to; 0 where there is none. */
  readonly postId: number;
  readonly counters: RenderCounters;
  readonly media?: MediaLookup;
}

/** Fresh counters, one per request. */
export const createCounters = (): RenderCounters => ({ audio: 0, video: 0, gallery: 0 });
