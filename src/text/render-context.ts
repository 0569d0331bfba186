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

/** The images a text asks for; see `neededMedia`. */
export interface MediaLookup {
  readonly image: (id: number) => MediaImage | undefined;
  /** The images attached to a post, in gallery order. */
  readonly attachedTo: (postId: number) => readonly MediaImage[];
}

/** Per-request counters that give players and galleries unique ids. */
export interface RenderCounters {
  audio: number;
  video: number;
  gallery: number;
}

/** Renders long texts on another thread, so that they do not block other requests. */
export interface RenderElsewhere {
  /** A promise of the rendered text, or undefined where the text is short enough to render here. */
  readonly take: (kind: RenderedKind, raw: string, postId: number) => Promise<RenderedText> | undefined;
}

/** The ways a stored text is shown. */
export type RenderedKind = 'title' | 'content' | 'excerpt' | 'madeExcerpt' | 'comment';

/** A text rendered on another thread, plain and encoded as JSON. */
export interface RenderedText {
  readonly text: string;
  readonly json: string;
  /** Whether the result depends only on the text and the site's options. */
  readonly mayCache: boolean;
}

/** The attributes of one shortcode tag; names are lower-cased, and the last value of a name wins. */
export type ShortcodeAttributes = Readonly<Record<string, string>>;

/** Turns one shortcode into HTML. The body is undefined for a shortcode without a closing tag. */
export type ShortcodeHandler = (
  attributes: ShortcodeAttributes,
  body: string | undefined,
  context: RenderContext,
  name: string,
) => string;

/** The known shortcodes by name. Immutable: `with` returns a new registry. */
export interface ShortcodeRegistry {
  readonly get: (name: string) => ShortcodeHandler | undefined;
  readonly has: (name: string) => boolean;
  readonly with: (more: Readonly<Record<string, ShortcodeHandler>>) => ShortcodeRegistry;
}

/** All that rendering depends on besides the text. */
export interface RenderContext {
  /** The site's URL without a trailing slash. */
  readonly siteUrl: string;
  /** What goes before a path of the server in a text, such as `/blog`; empty for a site at the root of its host. */
  readonly serverBase?: string;
  /** Whether text smilies such as `:)` become emoji. */
  readonly smilies: boolean;
  readonly shortcodes: ShortcodeRegistry;
  /** The post the text belongs to; 0 where there is none. */
  readonly postId: number;
  readonly counters: RenderCounters;
  readonly media?: MediaLookup;
  /** If left out, every text is rendered synchronously. */
  readonly elsewhere?: RenderElsewhere;
}

/** Fresh counters, one per request. */
export const createCounters = (): RenderCounters => ({ audio: 0, video: 0, gallery: 0 });
