import type { Html } from './html.ts';
import type { EntryModel, ListModel, MessageModel, PageModel } from './page-model.ts';
import type { Translations } from './words.ts';

/**
 * The page functions of a theme. Each but `layout` returns the main part of a page; `layout` puts it into a document.
 * They must not read anything else: what they are given decides when a cached page is out of date.
 */
export interface PageFunctions {
  /** The whole document, from `<!doctype html>`. */
  readonly layout: (page: PageModel, main: Html) => Html;
  /** The latest posts. */
  readonly home: (page: ListModel) => Html;
  /** The posts of a category, a tag, an author or a time. */
  readonly archive: (page: ListModel) => Html;
  readonly search: (page: ListModel) => Html;
  readonly post: (page: EntryModel) => Html;
  readonly page: (page: EntryModel) => Html;
  /** A file of the media library. */
  readonly attachment: (page: EntryModel) => Html;
  readonly notFound: (page: PageModel) => Html;
  readonly message: (page: MessageModel) => Html;
}

/** A theme: its page functions and the files its pages link to. The default theme has what it leaves out. */
export interface Theme extends Partial<PageFunctions> {
  readonly name: string;
  /** Files by name, such as `{ 'style.css': new URL('./style.css', import.meta.url) }`. */
  readonly assets?: Readonly<Record<string, URL>>;
  /** How wide pages show the pictures of a text, so that browsers load no larger copy. Left out, they say their own width. */
  readonly pictureWidths?: PictureWidths;
  /** Words in other languages, or other words, by language tag: `{ fr: { search: 'Rechercher' } }`. */
  readonly words?: Translations;
}

/** In pixels: a picture in the text, and one that its author has made wide. */
export interface PictureWidths {
  readonly text: number;
  readonly wide: number;
}

/** Checks the types of a theme; a theme's module exports the result as its default. */
export function defineTheme(theme: Theme): Theme {
  return theme;
}

export { type ResizedPictures, resizedSrcset, resizedUrl } from '../../client/resized-pictures.ts';
export { type Html, html, noHtml, raw } from './html.ts';
export type * from './page-model.ts';
export type * from './page-model.ts';
export type { CommentFormModel, CommentModel, CommentsModel } from './page-model.ts';
export type { Words } from './words.ts';
export { filled, type Translations } from './words.ts';
